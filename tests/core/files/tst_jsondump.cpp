// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/jsondump.h"
#include "files/jsonscanner.h"
#include "readers.h"

#include <QtTest>

#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

using core::ErrorCode;
using support::partOf;

namespace {

/// "name 2x3; name 4".
QString shapesOf(const core::DumpContent& content)
{
    QStringList texts;
    for (const auto& tensor : content.tensors) {
        QStringList extents;
        for (const auto extent : tensor.shape)
            extents << QString::number(extent);
        texts << QString::fromStdString(tensor.name) + ' ' + extents.join('x');
    }
    return texts.join(QStringLiteral("; "));
}

bool isJson(const std::string& text)
{
    try {
        core::JsonScanner scanner(text, 64);
        while (scanner.next() != core::JsonToken::End) { }
        return true;
    } catch (const core::JsonRefused&) {
        return false;
    }
}

std::string repeated(const std::string& text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

}

class TestJsonDump : public QObject
{
    Q_OBJECT

private slots:
    void listsBecomeTensors_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("shapes");
        QTest::newRow("row") << QByteArray("[1, 2, 3]") << "lone 3";
        QTest::newRow("matrix") << QByteArray(" [ [1,2,3] ,\n[4,5,6]\t]\r\n") << "lone 2x3";
        QTest::newRow("object") << QByteArray(R"({"attention": [[[1, 0], [0.5, 0.5]]], "tokens": ["a", "b"]})")
                                << "attention 1x2x2";
        QTest::newRow("nested objects") << QByteArray(R"({"layers": {"2": {"q": [[1]], "k": [[2]]}}})")
                                        << "layers.2.q 1x1; layers.2.k 1x1";
        QTest::newRow("lists of objects")
            << QByteArray(R"([{"probs": [[1]]}, {"n": 1}, {"probs": [[1]]}])") << "[0].probs 1x1; [2].probs 1x1";
        QTest::newRow("lists of lists of objects")
            << QByteArray(R"({"s": [[{"a": [1]}], [{"a": [1]}]]})") << "s[0][0].a 1; s[1][0].a 1";
        QTest::newRow("empty lists") << QByteArray(R"({"a": [], "b": [[], []], "c": [[1]]})") << "a 0; b 2x0; c 1x1";
        QTest::newRow("texts of any depth") << QByteArray(R"({"t": [["a"], ["b", "c", {"d": 1}]], "x": [1]})") << "x 1";
    }

    void listsBecomeTensors()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, shapes);
        const auto content = core::readJsonDump(partOf(json.toStdString()), "lone");
        QVERIFY2(content, content ? "" : content.error().message.c_str());
        QCOMPARE(shapesOf(*content), shapes);
    }

    /// Each is the double nearest to the decimal: hard cases of rounding, and the ends of the range.
    void numbersAreExact()
    {
        const auto content = core::readJsonDump(
            partOf("[0.1, 1e23, -0.0, 9007199254740993, 2.2250738585072011e-308, 4.9e-324, 1.7976931348623157e308,"
                   "-1e-400, 2e-324, 3e-324, 0.9330379366874695, 123456789012345678901234567890, 1E+2, true, false,"
                   "-0.5E-20101, 0.004e-99999999999999999999, 0e99999999999999999999]"),
            "lone");
        QVERIFY2(content, content ? "" : content.error().message.c_str());
        QCOMPARE(support::valuesOf(content->tensors[0]),
            (std::vector<double>{0x1.999999999999ap-4, 0x1.52d02c7e14af6p+76, -0.0, 9007199254740992.0,
                0x0.fffffffffffffp-1022, 0x1p-1074, std::numeric_limits<double>::max(), -0.0, 0, 0x1p-1074,
                0x1.ddb726p-1, 0x1.8ee90ff6c373ep+96, 100, 1, 0, -0.0, 0, 0}));
        QVERIFY(std::signbit(support::valuesOf(content->tensors[0])[2]));
        QVERIFY(content->tensors[0].element == core::Element::F64);
    }

    void numbersThatAreNoneAreRead()
    {
        const auto values = support::valuesOf(
            core::readJsonDump(partOf("[NaN, null, Infinity, -Infinity]"), "lone").value().tensors[0]);
        QVERIFY(std::isnan(values[0]) && std::isnan(values[1]));
        QCOMPARE(values[2], std::numeric_limits<double>::infinity());
        QCOMPARE(values[3], -std::numeric_limits<double>::infinity());
    }

    void whatIsSaidBesidesIsMetadata()
    {
        const auto content = core::readJsonDump(partOf(R"({"attention": [[1]], "tokens": ["\u00e4", "\ud83d\ude00"],
            "model": "m\n", "causal": true, "n_heads": 12, "layers": [3], "batch_tokens": [["a"], ["b"]], "none": null,
            "more": {"model": "x"}})"),
            "lone");
        QVERIFY2(content, content ? "" : content.error().message.c_str());
        const std::map<std::string, std::string> expected{{"tokens", R"(["\u00e4", "\ud83d\ude00"])"}, {"model", "m\n"},
            {"causal", "true"}, {"n_heads", "12"}, {"layers", "[3]"}, {"batch_tokens", R"([["a"], ["b"]])"}};
        QVERIFY(content->metadata == expected);
    }

    void escapesAreDecoded()
    {
        core::JsonScanner scanner("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e4\\u20ac\\ud83d\\ude00\"", 1);
        QVERIFY(scanner.next() == core::JsonToken::Text);
        QCOMPARE(scanner.text(), std::string("\"\\/\b\f\n\r\tA\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"));
        QVERIFY(scanner.next() == core::JsonToken::End);
    }

    /// What is JSON and what is none, as another parser sees it.
    void grammarIsThatOfJson()
    {
        const std::vector<std::string> pieces{"[", "]", "{", "}", ",", ":", "\"a\"", "\"\\u12\"", "1", "-", "0", ".5",
            "1.", "1e", "1e5", "-0.5E-2", "01", "true", "nul", "null", " "};
        int valid = 0;
        const auto compare = [&](const std::string& text) {
            const bool expected = nlohmann::json::accept(text);
            valid += expected ? 1 : 0;
            QVERIFY2(isJson(text) == expected, text.c_str());
        };
        for (const auto& a : pieces)
            for (const auto& b : pieces)
                for (const auto& c : pieces) {
                    compare(a + b + c);
                    compare("[" + a + b + c + "]");
                    compare("{\"k\":" + a + b + c + "}");
                }
        QVERIFY(valid > 500);
    }

    void othersAreRefused_data()
    {
        support::addBroken({
            {"ragged rows", R"({"a": [[1, 2], [3]]})", ErrorCode::Malformed,
                "'a' has lists of 2 and of 1 entries side by side (byte 18 of its JSON)"},
            {"ragged heads", "[[[1]], [[1], [2]]]", ErrorCode::Malformed, "'lone' has lists of 1 and of 2 entries"},
            {"number beside list", "[1, [2]]", ErrorCode::Malformed, "'lone' has numbers and lists side by side"},
            {"list beside number", "[[2], 1]", ErrorCode::Malformed, "'lone' has numbers and lists side by side"},
            {"missing layer", "[null, [[2]]]", ErrorCode::Malformed, "'lone' has numbers and lists side by side"},
            {"text beside number", "[1, \"a\"]", ErrorCode::Malformed, "something other than numbers"},
            {"object beside number", "[1, {}]", ErrorCode::Malformed, "something other than numbers"},
            {"number beside object", "[{}, 1]", ErrorCode::Malformed, "'[1]' stands among objects"},
            {"same key", R"({"a": [1], "a": [2]})", ErrorCode::Malformed, "the key 'a' stands twice"},
            {"same path", R"({"a.b": [1], "a": {"b": [2]}})", ErrorCode::Malformed, "would be named 'a.b'"},
            {"zero byte in a key", R"({"a\u0000": [1]})", ErrorCode::Malformed, "zero byte"},
            {"number too large", "[1e400]", ErrorCode::Malformed, "beyond the range"},
            {"number far too large", "[-0.01E+99999999999999999999]", ErrorCode::Malformed, "beyond the range"},
            {"no comma", "[1 2]", ErrorCode::Malformed, "a comma or a closing bracket is missing"},
            {"comma at the end", "[1,]", ErrorCode::Malformed, "a value is missing"},
            {"two values", "[1] [2]", ErrorCode::Malformed, "something follows"},
            {"wrong bracket", "[1}", ErrorCode::Malformed, "closing bracket"},
            {"no colon", "{\"a\" [1]}", ErrorCode::Malformed, "a colon is missing"},
            {"no key", "{1: [1]}", ErrorCode::Malformed, "a key is missing"},
            {"cut", "[[1, 2", ErrorCode::Malformed, "closing bracket is missing"},
            {"cut text", "[\"a", ErrorCode::Malformed, "a text does not end"},
            {"no UTF-8", "[\"\xff\"]", ErrorCode::Malformed, "no UTF-8"},
            {"half a character", R"(["\ud83d"])", ErrorCode::Malformed, "no UTF-8"},
            {"two first halves", R"(["\ud83d\ud83d"])", ErrorCode::Malformed, "half a character"},
            {"bad escape", R"(["\x"])", ErrorCode::Malformed, "unknown escape"},
            {"line break in a text", "[\"a\nb\"]", ErrorCode::Malformed, "control character"},
            {"no list", "{\"a\": 1}", ErrorCode::Unsupported, "without a list of numbers"},
            {"a number", "1", ErrorCode::Unsupported, "without a list of numbers"},
            {"65 deep", repeated("[", 65) + "1" + repeated("]", 65), ErrorCode::Malformed, "nested more than 64 deep"},
            {"deeper than any stack", repeated("[", 1'000'000), ErrorCode::Malformed, "nested more than 64 deep"},
            {"objects deeper than any stack", repeated("{\"a\":", 1'000'000), ErrorCode::Malformed,
                "nested more than 64 deep"},
        });
    }

    void othersAreRefused()
    {
        QFETCH(QByteArray, content);
        QFETCH(int, code);
        QFETCH(QString, reason);
        const auto dump = core::readJsonDump(partOf(content.toStdString()), "lone");
        QVERIFY(!dump);
        support::verifyRefused(dump.error(), code, reason);
    }

    void limitsHold()
    {
        QVERIFY(core::readJsonDump(partOf("{\"a\": [1, 2], \"b\": [3]}"), "lone", {2, 3, 2}));
        const auto numbers = core::readJsonDump(partOf("{\"a\": [1, 2], \"b\": [3, 4]}"), "lone", {2, 3, 2});
        QVERIFY(!numbers);
        support::verifyRefused(numbers.error(), int(ErrorCode::TooLarge), "more than 3 numbers");
        const auto tensors = core::readJsonDump(partOf("{\"a\": [1], \"b\": [2], \"c\": [3]}"), "lone", {2, 3, 2});
        QVERIFY(!tensors);
        support::verifyRefused(tensors.error(), int(ErrorCode::TooLarge), "more than 2 lists");
        // "key", "key[0]", "key[0].a", "key[1]"
        const auto objects = partOf("{\"key\": [{\"a\": [1]}, {}]}");
        QVERIFY(core::readJsonDump(objects, "lone", {4, 3, 2, 23}));
        const auto paths = core::readJsonDump(objects, "lone", {4, 3, 2, 22});
        QVERIFY(!paths);
        support::verifyRefused(paths.error(), int(ErrorCode::TooLarge), "take more than 22 bytes");
    }

    void cutAnywhereIsRefused()
    {
        const std::string whole = R"({"attention": [[[1.5, 0], [0.5, -2e-3]]], "tokens": ["a", "\u00e4"], "n": 12})";
        for (std::size_t size = 0; size < whole.size(); ++size)
            QVERIFY2(!core::readJsonDump(partOf(whole.substr(0, size)), "lone"), qPrintable(QString::number(size)));
    }
};

QTEST_GUILESS_MAIN(TestJsonDump)
#include "tst_jsondump.moc"
