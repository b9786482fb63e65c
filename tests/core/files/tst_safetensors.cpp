// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/safetensors.h"
#include "readers.h"
#include "safetensorswriter.h"

#include <QtTest>

using core::Element;
using core::ErrorCode;
using support::Array;
using support::partOf;
using support::safetensorsFile;

namespace {

/// A file with one tensor of four bytes of data, described by `entry`.
std::string oneTensor(const std::string& entry, const std::string& data = "1234")
{
    std::string header = R"({"a":)";
    header += entry;
    header += '}';
    return safetensorsFile(header, data);
}

std::string entryOf(const std::string& dtype, const std::string& shape, const std::string& offsets)
{
    std::string entry = R"({"dtype":")";
    entry += dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets;
    return entry + '}';
}

/// One name with two descriptions.
std::string namedTwice(const std::string& entry)
{
    std::string header = R"({"a":)";
    header += entry;
    header += R"(,"a":)";
    header += entry;
    return safetensorsFile(header + '}', "1234");
}

const Array small{"a", Element::F32, {1, 1}, {0.5}};

}

class TestSafetensors : public QObject
{
    Q_OBJECT

private slots:
    void everyElementIsRead_data()
    {
        QTest::addColumn<int>("element");
        for (int element = 0; element <= static_cast<int>(Element::Bool); ++element)
            QTest::newRow(core::nameOf(static_cast<Element>(element)).data()) << element;
    }

    void everyElementIsRead()
    {
        QFETCH(int, element);
        const Array array{"layers.0.q", static_cast<Element>(element), {2, 1, 3}, {1, 0, 1, 1, 1, 0}};
        const auto content = core::readSafetensors(partOf(support::safetensors({array})));
        QVERIFY(content.has_value());
        QCOMPARE(content->tensors.size(), std::size_t(1));
        const auto& tensor = content->tensors[0];
        QCOMPARE(tensor.name, array.name);
        QVERIFY(tensor.element == array.element);
        QCOMPARE(tensor.shape, array.shape);
        QCOMPARE(support::valuesOf(tensor), array.values);
    }

    void tensorsComeInTheOrderOfTheirData()
    {
        const std::vector<Array> arrays{{"z", Element::F32, {2}, {1, 2}}, {"empty", Element::F64, {3, 0, 2}, {}},
            {"a", Element::U8, {}, {7}}, {"m", Element::F16, {1, 1}, {-0.25}}};
        const auto content =
            core::readSafetensors(partOf(support::safetensors(arrays, {{"format", "pt"}, {"note", "a \"b\""}})));
        QVERIFY(content.has_value());
        for (std::size_t i = 0; i < arrays.size(); ++i) {
            QCOMPARE(content->tensors[i].name, arrays[i].name);
            QCOMPARE(content->tensors[i].shape, arrays[i].shape);
            QCOMPARE(support::valuesOf(content->tensors[i]), arrays[i].values);
        }
        QCOMPARE(content->metadata, (std::map<std::string, std::string>{{"format", "pt"}, {"note", "a \"b\""}}));
    }

    void noTensorAtAllIsAFileToo()
    {
        const auto content = core::readSafetensors(partOf(safetensorsFile("{}      ", "")));
        QVERIFY(content.has_value());
        QVERIFY(content->tensors.empty());
    }

    void brokenFilesAreRefused_data()
    {
        const std::string good = entryOf("F32", "[1]", "[0,4]");
        std::string deep = "{\"a\":";
        deep += std::string(100'000, '[');
        std::string gap = R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                          R"("b":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}})";
        std::string overlap = R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},)"
                              R"("b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})";
        std::string manyAxes = "[1";
        for (int i = 0; i < 64; ++i)
            manyAxes += ",1";
        manyAxes += ']';
        support::addBroken({
            {"no byte", "", ErrorCode::Malformed, "8 bytes of the header's length"},
            {"half a length", "\1\0\0", ErrorCode::Malformed, "8 bytes of the header's length"},
            {"header past the end", support::word(100, 8) + "{}", ErrorCode::Malformed,
                "header of 100 bytes reaches beyond"},
            {"largest length", support::word(~0ull, 8) + "{}", ErrorCode::Malformed,
                "18446744073709551615 bytes reaches beyond"},
            {"no header", support::word(0, 8), ErrorCode::Malformed, "does not start with '{'"},
            {"space before the brace", safetensorsFile(" {}", ""), ErrorCode::Malformed, "does not start with '{'"},
            {"a list", safetensorsFile("[]", ""), ErrorCode::Malformed, "does not start with '{'"},
            {"no end", safetensorsFile("{", ""), ErrorCode::Malformed, "JSON"},
            {"two values", safetensorsFile("{}{}", ""), ErrorCode::Malformed, "JSON"},
            {"not UTF-8", safetensorsFile("{\"\xff\":1}", ""), ErrorCode::Malformed, "JSON"},
            {"deep", safetensorsFile(deep, ""), ErrorCode::Malformed, "nested more than"},
            {"name twice", namedTwice(good), ErrorCode::Malformed, "the key 'a' stands twice"},
            {"metadata twice", safetensorsFile(R"({"__metadata__":{},"__metadata__":{}})", ""), ErrorCode::Malformed,
                "'__metadata__' stands twice"},
            {"zero byte in a name", safetensorsFile(R"({"a\u0000b":)" + good + '}', "1234"), ErrorCode::Malformed,
                "zero byte in its name"},
            {"metadata a list", safetensorsFile(R"({"__metadata__":[]})", ""), ErrorCode::Malformed,
                "__metadata__ is no object"},
            {"metadata a number", safetensorsFile(R"({"__metadata__":{"n":1}})", ""), ErrorCode::Malformed,
                "'n' is no string"},
            {"entry a number", oneTensor("1"), ErrorCode::Malformed, "other than an object"},
            {"no dtype", oneTensor(R"({"shape":[1],"data_offsets":[0,4]})"), ErrorCode::Malformed, "has no dtype"},
            {"unknown dtype", oneTensor(entryOf("C64", "[1]", "[0,4]")), ErrorCode::Unsupported, "dtype 'C64'"},
            {"lower-case dtype", oneTensor(entryOf("f32", "[1]", "[0,4]")), ErrorCode::Unsupported, "dtype 'f32'"},
            {"no shape", oneTensor(R"({"dtype":"F32","data_offsets":[0,4]})"), ErrorCode::Malformed, "no shape"},
            {"negative shape", oneTensor(entryOf("F32", "[-1]", "[0,4]")), ErrorCode::Malformed,
                "no shape of whole numbers"},
            {"fraction in shape", oneTensor(entryOf("F32", "[1.0]", "[0,4]")), ErrorCode::Malformed,
                "no shape of whole numbers"},
            {"shape beyond 64 bits", oneTensor(entryOf("F32", "[18446744073709551616]", "[0,4]")), ErrorCode::Malformed,
                "no shape of whole numbers"},
            {"shape whose product wraps", oneTensor(entryOf("F32", "[9223372036854775808,2]", "[0,0]"), ""),
                ErrorCode::Malformed, "too large for any memory"},
            {"bytes that wrap", oneTensor(entryOf("F32", "[4611686018427387905]", "[0,4]")), ErrorCode::Malformed,
                "too large for any memory"},
            {"huge beside zero", oneTensor(entryOf("F32", "[9223372036854775808,9223372036854775808,0]", "[0,0]"), ""),
                ErrorCode::Malformed, "too large for any memory"},
            {"65 axes", oneTensor(entryOf("F32", manyAxes, "[0,4]")), ErrorCode::Malformed, "has 65 axes"},
            {"one offset", oneTensor(entryOf("F32", "[1]", "[4]")), ErrorCode::Malformed, "data_offsets of two"},
            {"offsets backwards", oneTensor(entryOf("F32", "[1]", "[4,0]")), ErrorCode::Malformed,
                "outside the 4 bytes"},
            {"offsets past the end", oneTensor(entryOf("F32", "[1]", "[4,8]")), ErrorCode::Malformed,
                "outside the 4 bytes"},
            {"largest offsets", oneTensor(entryOf("F32", "[1]", "[18446744073709551612,18446744073709551615]")),
                ErrorCode::Malformed, "outside the 4 bytes"},
            {"too few bytes", oneTensor(entryOf("F32", "[2]", "[0,4]")), ErrorCode::Malformed, "its shape needs 8"},
            {"too many bytes", oneTensor(entryOf("U8", "[2]", "[0,4]")), ErrorCode::Malformed, "its shape needs 2"},
            {"gap in front", oneTensor(entryOf("U8", "[3]", "[1,4]")), ErrorCode::Malformed, "start at 1 instead of 0"},
            {"gap", safetensorsFile(gap, "123"), ErrorCode::Malformed, "start at 2 instead of 1"},
            {"overlap", safetensorsFile(overlap, "123"), ErrorCode::Malformed, "start at 1 instead of 2"},
            {"rest behind the data", oneTensor(good, "12345"), ErrorCode::Malformed, "end at byte 4 of 5"},
            {"control characters", oneTensor(entryOf("\\u001b[31m", "[1]", "[0,4]")), ErrorCode::Unsupported,
                R"('\x1b[31m')"},
        });
    }

    void brokenFilesAreRefused()
    {
        QFETCH(QByteArray, content);
        QFETCH(int, code);
        QFETCH(QString, reason);
        const auto read = core::readSafetensors(partOf(content.toStdString()));
        QVERIFY(!read.has_value());
        support::verifyRefused(read.error(), code, reason);
    }

    void cutAnywhereIsRefused()
    {
        const std::string whole = support::safetensors({small}, {{"k", "v"}});
        QVERIFY(core::readSafetensors(partOf(whole)).has_value());
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto read = core::readSafetensors(partOf(whole.substr(0, size)));
            QVERIFY2(!read.has_value(), qPrintable(QString::number(size)));
            QVERIFY(read.error().code == ErrorCode::Malformed);
        }
    }

    /// No flipped byte may crash; whatever is still accepted has all its elements inside.
    void anyFlippedByteIsSurvived()
    {
        const std::string whole = support::safetensors({small, {"b", Element::I16, {3}, {1, 2, 3}}}, {{"k", "v"}});
        for (std::size_t at = 0; at < whole.size(); ++at) {
            for (int bit = 0; bit < 8; ++bit) {
                std::string broken = whole;
                broken[at] = static_cast<char>(broken[at] ^ (1 << bit));
                if (const auto read = core::readSafetensors(partOf(broken)))
                    for (const auto& tensor : read->tensors)
                        support::valuesOf(tensor);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
