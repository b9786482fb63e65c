// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/pickle.h"
#include "readers.h"
#include "torchwriter.h"

#include <QtTest>

using core::ErrorCode;
using core::Pickle;
using core::PickleId;
using support::partOf;

namespace {

bool allowed(const core::PickleGlobal& global)
{
    return global.module == "m";
}

/// A value, much as Python would print it.
QString textOf(const Pickle& pickle, PickleId id);

QString textOf(const Pickle& pickle, const std::vector<PickleId>& items)
{
    QStringList texts;
    for (const auto item : items)
        texts << textOf(pickle, item);
    return texts.join(' ');
}

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

QString textOf(const Pickle& pickle, PickleId id)
{
    const auto& value = pickle.values[id];
    if (std::holds_alternative<core::PickleNone>(value))
        return QStringLiteral("None");
    if (const auto* truth = std::get_if<bool>(&value))
        return *truth ? QStringLiteral("True") : QStringLiteral("False");
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return QString::number(*whole);
    if (const auto* real = std::get_if<double>(&value))
        return QString::number(*real);
    if (const auto* text = std::get_if<std::string_view>(&value))
        return QStringLiteral("'%1'").arg(textOf(*text));
    if (const auto* list = std::get_if<core::PickleList>(&value))
        return QStringLiteral("[%1]").arg(textOf(pickle, list->items));
    if (const auto* dict = std::get_if<core::PickleDict>(&value))
        return QStringLiteral("{%1}").arg(textOf(pickle, dict->items));
    if (const auto* global = std::get_if<core::PickleGlobal>(&value))
        return textOf(global->module) + '.' + textOf(global->name);
    if (const auto* persistent = std::get_if<core::PicklePersistent>(&value))
        return '@' + textOf(pickle, persistent->id);
    const auto& call = std::get<core::PickleCall>(value);
    return QStringLiteral("%1(%2)%3%4")
        .arg(textOf(pickle, call.callable), textOf(pickle, call.arguments),
            call.items ? textOf(pickle, *call.items) : QString(),
            call.state ? '/' + textOf(pickle, *call.state) : QString());
}

std::string pickled(const std::string& body)
{
    std::string bytes("\x80\x02");
    bytes += body;
    bytes += '.';
    return bytes;
}

}

class TestPickle : public QObject
{
    Q_OBJECT

private slots:
    /// The bytes on the left are what Python's pickle.dumps wrote of the values on the right, or variants by hand.
    void valuesAreRead_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* name, const std::string& bytes, const char* value) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString::fromUtf8(value);
        };
        using namespace std::string_literals;
        row("protocol 2",
            "\x80\x02}q\x00(X\x01\x00\x00\x00"
            "aq\x01]q\x02(K\x01M,\x01J\xff\xff\xff\xff\x8a\x05\x00\x00\x00\x00\x01G?\xf8\x00\x00\x00\x00\x00\x00\x88Ne"
            "K\x05)u."s,
            "{'a' [1 300 -1 4294967296 1.5 True None] 5 []}");
        row("protocol 4",
            "\x80\x04\x95\x1e\x00\x00\x00\x00\x00\x00\x00}\x94(\x8c\x01"
            "a\x94]\x94(K\x01K\x02K\x03\x87\x94\x89"
            "e\x8c\x01"
            "b\x94h\x01u."s,
            "{'a' [[1 2 3] False] 'b' 'a'}");
        row("negative long", pickled("\x8a\x02\x00\x80"s), "-32768");
        row("long without bytes", pickled("\x8a\x00"s), "0");
        row("shared values",
            pickled("]q\x00(h\x00K\x07q\x01h\x01j\x01\x00\x00\x00\x85"s + "0K\x08K\x09\x86" + "e0K\x01"), "1");
        row("tuples", pickled("(K\x01K\x02K\x03K\x04t\x85"s), "[[1 2 3 4]]");
        row("old lists and dictionaries", pickled("(K\x01K\x02l(U\x01xK\x03"s + "d\x86"), "[[1 2] {'x' 3}]");
        row("single items", pickled("]K\x01"s + "a}K\x02K\x03s\x86"), "[[1] {2 3}]");
        row("a call", pickled("cm\nf\n(K\x01tR"), "m.f([1])");
        row("an object with items and a state", pickled("cm\nf\n)\x81U\x01xK\x01sU\x01yK\x02s}b"),
            "m.f([]){'x' 1 'y' 2}/{}");
        row("a name from the stack", pickled("\x8c\x01m\x8c\x01g\x93"), "m.g");
        row("a reference", pickled("K\x05\x85Q"), "@[5]");
        row("a copy of the top", pickled("K\x01"s + "2\x86"), "[1 1]");
        row("dropped values", pickled("K\x01(K\x02K\x03"s + "1"), "1");
    }

    void valuesAreRead()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, value);
        const auto part = partOf(bytes.toStdString() + "behind");
        const auto pickle = core::readPickle(part, allowed);
        QVERIFY2(pickle, pickle ? "" : pickle.error().message.c_str());
        QCOMPARE(textOf(*pickle, pickle->root), value);
        QCOMPARE(pickle->byteCount, std::size_t(bytes.size()));
    }

    void othersAreRefused_data()
    {
        using namespace std::string_literals;
        support::addBroken({
            {"no byte", "", ErrorCode::Malformed, "it breaks off (byte 0 of its pickle)"},
            {"a module that runs commands", pickled("cos\nsystem\n(U\x02lstR"), ErrorCode::Unsupported,
                "its pickle names 'os.system'"},
            {"the same from the stack", pickled("\x8c\x05posix\x8c\x06system\x93"), ErrorCode::Unsupported,
                "its pickle names 'posix.system'"},
            {"control characters in a name", pickled("c\x1b[31m\nx\n"), ErrorCode::Unsupported, "'\\x1b[31m.x'"},
            {"an instruction by name", pickled("ios\nsystem\n"), ErrorCode::Unsupported, "instruction INST"},
            {"an extension", pickled("\x82\x01"), ErrorCode::Unsupported, "instruction EXT1"},
            {"bytes", pickled("C\x01x"), ErrorCode::Unsupported, "instruction SHORT_BINBYTES"},
            {"a set", pickled("\x8f"), ErrorCode::Unsupported, "instruction EMPTY_SET"},
            {"text of protocol 0", pickled("S'x'\n"), ErrorCode::Unsupported, "instruction STRING"},
            {"protocol 1", "\x80\x01N."s, ErrorCode::Unsupported, "protocol 1"},
            {"no instruction", pickled("\xff"), ErrorCode::Malformed, "the byte ff is no instruction"},
            {"large number", pickled("\x8a\x09\1\1\1\1\1\1\1\1\1"), ErrorCode::Unsupported, "beyond 64 bits"},
            {"empty stack", pickled(""), ErrorCode::Malformed, "values left over"},
            {"two values", pickled("NN"), ErrorCode::Malformed, "values left over"},
            {"open mark", pickled("N("), ErrorCode::Malformed, "values left over"},
            {"no mark", pickled("t"), ErrorCode::Malformed, "a mark is missing"},
            {"values below the mark", pickled("N(0t"), ErrorCode::Malformed, "a value is missing"},
            {"tuple of too little", pickled("N\x86"), ErrorCode::Malformed, "a value is missing"},
            {"never remembered", pickled("h\x07"), ErrorCode::Malformed, "the value 7 was not remembered"},
            {"appended to a dictionary", pickled("}Na"), ErrorCode::Malformed, "what is no list"},
            {"set in a list", pickled("]NNs"), ErrorCode::Malformed, "what is no dictionary"},
            {"key without value", pickled("}(Nu"), ErrorCode::Malformed, "a key has no value"},
            {"called number", pickled("K\x01)R"), ErrorCode::Malformed, "named function"},
            {"called without tuple", pickled("cm\nf\nNR"), ErrorCode::Malformed, "named function"},
            {"state of a list", pickled("]}b"), ErrorCode::Malformed, "not made by a call"},
            {"text beyond the end", pickled("X\xff\xff\xff\xff"), ErrorCode::Malformed, "it breaks off"},
            {"text far beyond the end", pickled("\x8d\xff\xff\xff\xff\xff\xff\xff\xff"), ErrorCode::Malformed,
                "it breaks off"},
            {"name without end", "\x80\x02"s + "cabc", ErrorCode::Malformed, "a name does not end"},
            {"marks without end", std::string(2000, '('), ErrorCode::Malformed, "1000 values are open"},
        });
    }

    void othersAreRefused()
    {
        QFETCH(QByteArray, content);
        QFETCH(int, code);
        QFETCH(QString, reason);
        const auto pickle = core::readPickle(partOf(content.toStdString()), allowed);
        QVERIFY(!pickle);
        support::verifyRefused(pickle.error(), code, reason);
    }

    void limitsHold()
    {
        const std::string three = pickled("NNN\x87");
        QVERIFY(core::readPickle(partOf(three), allowed, {100, 4}));
        const auto values = core::readPickle(partOf(three), allowed, {100, 3});
        QVERIFY(!values);
        support::verifyRefused(values.error(), int(ErrorCode::TooLarge), "more than 3 values");
        const auto remembered = core::readPickle(partOf(pickled("N\x94\x94\x94")), allowed, {100, 2});
        QVERIFY(!remembered);
        support::verifyRefused(remembered.error(), int(ErrorCode::TooLarge), "more than 2 values");
        QVERIFY(core::readPickle(partOf(three + "behind"), allowed, {7, 4}));
        const auto bytes = core::readPickle(partOf(three), allowed, {6, 4});
        QVERIFY(!bytes);
        support::verifyRefused(bytes.error(), int(ErrorCode::TooLarge), "more than 6 bytes");
    }
};

QTEST_GUILESS_MAIN(TestPickle)
#include "tst_pickle.moc"
