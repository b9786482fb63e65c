// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/tokens.h"

#include <QtTest>

class TestTokens : public QObject
{
    Q_OBJECT

private slots:
    void shown_data()
    {
        QTest::addColumn<QByteArray>("raw");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* raw, const char* expected) {
            QTest::newRow(name) << QByteArray(raw) << QByteArray(expected);
        };
        row("plain", "light", "light");
        row("empty", "", "");
        row("space before", " a", " a");
        row("lone space", " ", "\u2423");
        row("newline", "\n", "\u23CE");
        row("newlines around", "\n<s>\n", "\u23CE<s>\u23CE");
        row("byte-level space", "\u0120the", " the");
        row("byte-level lone space", "\u0120", "\u2423");
        row("byte-level newline", "\u010A", "\u23CE");
        row("byte-level return and newline", "\u010D\u010A", "\u240D\u23CE");
        row("byte-level tab", "\u0109return", "\u21E5return");
        row("byte-level accent", "\u00C3\u00A9", "\u00E9");
        row("byte-level accent in a word", "na\u00C3\u00AFve", "na\u00EFve");
        row("byte-level Chinese", "\u00E4\u00BD\u0142", "\u4F60");
        row("byte-level half a character", "\u0120\u00E4\u00BD", " <0xE4><0xBD>");
        row("byte-level first bytes of an emoji", "\u00F0\u0141", "<0xF0><0x9F>");
        row("accent of another tokenizer", "\u00E9", "\u00E9");
        row("Polish, letters of the byte alphabet", "\u0141\u00F3d", "\u0141\u00F3d");
        row("Polish letter alone", "\u0142", "\u0142");
        row("Polish word", "si\u0119", "si\u0119");
        row("Czech letter alone", "\u010D", "\u010D");
        row("French quotes", "\u00AB\u00BB", "\u00AB\u00BB");
        row("SentencePiece", "\u2581old", " old");
        row("SentencePiece lone bar", "\u2581", "\u2423");
        row("SentencePiece accent", "\u2581\u00E9t\u00E9", " \u00E9t\u00E9");
        row("WordPiece", "##ing", "ing");
        row("only marks", "##", "##");
        row("heading", "###", "###");
        row("end of word", "car</w>", "car");
        row("end token", "</w>", "</w>");
        row("closing sentence", "</s>", "</s>");
        row("tab", "\t", "\u21E5");
        row("bell", "\a", "\u2407");
        row("delete", "\x7F", "<0x7F>");
        row("zero width joiner", "\u200D", "<0xE2><0x80><0x8D>");
        row("stray continuation", "\x80", "<0x80>");
        row("cut sequence", "a\xE4\xBD", "a<0xE4><0xBD>");
        row("overlong", "\xC0\xAF", "<0xC0><0xAF>");
        row("surrogate", "\xED\xA0\x80", "<0xED><0xA0><0x80>");
        row("beyond Unicode", "\xF4\x90\x80\x80", "<0xF4><0x90><0x80><0x80>");
        row("emoji", "\U0001F600", "\U0001F600");
        row("byte of SentencePiece", "<0x0A>", "<0x0A>");
    }

    void shown()
    {
        QFETCH(QByteArray, raw);
        QFETCH(QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(core::displayToken(raw.toStdString())), expected);
    }

    void nulIsVisible() { QCOMPARE(core::displayToken(std::string("a\0b", 3)), std::string("a\u2400b")); }

    /// Every byte of the byte-level alphabet comes back, after the mark that shows it is in use. The alphabet as its
    /// inventors build it: the printable bytes in their places, the others counted up from U+0100.
    void byteLevelMapIsWhole()
    {
        unsigned shifted = 0;
        for (unsigned byte = 0; byte < 256; ++byte) {
            const bool printable = (byte > 0x20 && byte < 0x7F) || (byte > 0xA0 && byte != 0xAD);
            const QChar letter(printable ? byte : 0x100 + shifted++);
            const QByteArray token = QString(QChar(0x120)).append(letter).toUtf8();
            const QByteArray shown = QByteArray::fromStdString(core::displayToken(token.toStdString()));
            QVERIFY(shown.startsWith(' '));
            const QByteArray rest = shown.mid(1);
            if (byte > 0x20 && byte < 0x7F)
                QCOMPARE(rest, QByteArray(1, static_cast<char>(byte)));
            if (byte == 0x20)
                QCOMPARE(rest, QByteArray(" "));
            if (byte >= 0x7F)
                QCOMPARE(rest, "<0x" + QByteArray::number(byte, 16).toUpper() + ">");
            if (byte < 0x20 && byte != '\n' && byte != '\t')
                QCOMPARE(rest, QString(QChar(0x2400 + byte)).toUtf8());
        }
        QCOMPARE(shifted, 68U);
    }
};

QTEST_GUILESS_MAIN(TestTokens)
#include "tst_tokens.moc"
