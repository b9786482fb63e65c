// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QtTest>

#include "program.h"

/// What the program tells of each dump of the corpus, word for word.
class TestCorpus : public QObject
{
    Q_OBJECT

    const QDir m_dumps{QStringLiteral(TAILMASS_CORPUS "/dumps")};
    const QDir m_texts{QStringLiteral(TAILMASS_CORPUS "/expected")};
    const bool m_rewrite = qEnvironmentVariableIsSet("TAILMASS_REWRITE_CORPUS");

    QStringList dumps() const
    {
        QStringList names = m_dumps.entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
        names.removeIf([](const QString& name) { return name.endsWith(QStringLiteral(".tokens.json")); });
        return names;
    }

    QString textOf(const QString& dump) const { return m_texts.filePath(dump + QStringLiteral(".txt")); }

    /// The lines "$ tailmass info ..." of a text.
    static QStringList commandsOf(const QByteArray& text)
    {
        QStringList commands;
        for (const QByteArray& line : text.split('\n'))
            if (line.startsWith("$ "))
                commands += QString::fromUtf8(line);
        return commands;
    }

    /// A command, all that it prints, and its exit code.
    static QByteArray told(const QString& command)
    {
        const Run run = runProgram(command.split(QLatin1Char(' '), Qt::SkipEmptyParts).mid(2));
        return command.toUtf8() + '\n' + run.out + run.err + "exit " + QByteArray::number(run.code) + '\n';
    }

private slots:
    void initTestCase() { QVERIFY(QDir::setCurrent(m_dumps.path())); }

    void everyTextHasItsDump()
    {
        for (const QString& text : m_texts.entryList(QDir::Files)) {
            QVERIFY2(text.endsWith(QStringLiteral(".txt")), qPrintable(text));
            QVERIFY2(dumps().contains(text.chopped(4)), qPrintable(text + QStringLiteral(" is of no dump")));
        }
    }

    void everySidecarHasItsDump()
    {
        for (const QString& sidecar : m_dumps.entryList({QStringLiteral("*.tokens.json")})) {
            const QString stem = sidecar.chopped(QStringLiteral("tokens.json").size());
            const QStringList names = dumps();
            QVERIFY2(
                std::any_of(names.begin(), names.end(), [&](const QString& name) { return name.startsWith(stem); }),
                qPrintable(sidecar + QStringLiteral(" is of no dump")));
        }
    }

    void everyDumpIsToldAsExpected_data()
    {
        QTest::addColumn<QString>("dump");
        for (const QString& dump : dumps())
            QTest::newRow(qPrintable(dump)) << dump;
    }

    void everyDumpIsToldAsExpected()
    {
        QFETCH(QString, dump);
        QFile file(textOf(dump));
        QVERIFY2(m_rewrite || file.exists(), qPrintable(dump + QStringLiteral(" has no text; see CMakeLists.txt")));
        const QByteArray expected = file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
        file.close();
        QStringList commands = commandsOf(expected);
        if (m_rewrite && commands.isEmpty())
            commands = {QStringLiteral("$ tailmass info ") + dump};
        QVERIFY2(!commands.isEmpty() && commands.first().startsWith(QStringLiteral("$ tailmass info ") + dump),
            "a text begins with the command that opens its dump");
        QByteArrayList parts;
        for (const QString& command : commands)
            parts += told(command);
        const QByteArray actual = parts.join('\n');
        if (m_rewrite) {
            QVERIFY2(file.open(QFile::WriteOnly), qPrintable(file.errorString()));
            QCOMPARE(file.write(actual), actual.size());
            return;
        }
        const auto actualLines = actual.split('\n'), expectedLines = expected.split('\n');
        for (qsizetype i = 0; i < std::min(actualLines.size(), expectedLines.size()); ++i)
            QCOMPARE(actualLines[i], expectedLines[i]);
        QCOMPARE(actual, expected);
    }
};

QTEST_GUILESS_MAIN(TestCorpus)
#include "tst_corpus.moc"
