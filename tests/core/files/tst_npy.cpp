// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/npy.h"
#include "npywriter.h"
#include "readers.h"

#include <QtTest>

using core::ByteOrder;
using core::Element;
using core::ErrorCode;
using support::Array;
using support::npyHeader;
using support::partOf;

namespace {

std::string withDescr(const std::string& descr, const std::string& data)
{
    return npyHeader("{'descr': " + descr + ", 'fortran_order': False, 'shape': (1,), }") + data;
}

std::string withShape(const std::string& shape, const std::string& data = "1234")
{
    return npyHeader("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + "}") + data;
}

}

class TestNpy : public QObject
{
    Q_OBJECT

private slots:
    void everyVariantIsRead_data()
    {
        QTest::addColumn<int>("version");
        QTest::addColumn<bool>("big");
        QTest::addColumn<bool>("fortran");
        for (const int version : {1, 2, 3})
            for (const bool big : {false, true})
                for (const bool fortran : {false, true})
                    QTest::addRow("version %d %s %s", version, big ? "big" : "little", fortran ? "Fortran" : "C")
                        << version << big << fortran;
    }

    void everyVariantIsRead()
    {
        QFETCH(int, version);
        QFETCH(bool, big);
        QFETCH(bool, fortran);
        const ByteOrder order = big ? ByteOrder::Big : ByteOrder::Little;
        for (const auto element : {Element::F64, Element::F32, Element::F16, Element::I64, Element::I32, Element::I16,
                 Element::I8, Element::U64, Element::U32, Element::U16, Element::U8, Element::Bool}) {
            Array array{"q", element, {2, 3, 4}, {}};
            for (int i = 0; i < 24; ++i)
                array.values.push_back(element == Element::Bool ? i % 2 : i);
            const auto tensor = core::readNpy(partOf(support::npy(array, {version, order, fortran})), "q");
            QVERIFY2(tensor.has_value(), core::nameOf(element).data());
            QVERIFY(tensor->element == element);
            QCOMPARE(tensor->name, std::string("q"));
            QCOMPARE(tensor->shape, array.shape);
            QCOMPARE(support::valuesOf(*tensor), array.values);
            const auto size = static_cast<std::int64_t>(core::sizeOf(element));
            QCOMPARE(tensor->strides,
                fortran ? (std::vector<std::int64_t>{size, 2 * size, 6 * size})
                        : (std::vector<std::int64_t>{12 * size, 4 * size, size}));
        }
    }

    void axesMayBeMissingOrEmpty_data()
    {
        QTest::addColumn<QString>("shape");
        QTest::addColumn<int>("axes");
        QTest::addColumn<int>("elements");
        QTest::newRow("no axis") << "()" << 0 << 1;
        QTest::newRow("one") << "(1,)" << 1 << 1;
        QTest::newRow("one, spaced") << "( 1 , )" << 1 << 1;
        QTest::newRow("no comma at the end") << "(1, 1)" << 2 << 1;
        QTest::newRow("Python 2") << "(1L, 1L)" << 2 << 1;
        QTest::newRow("length 0") << "(0,)" << 1 << 0;
        QTest::newRow("length 0 within") << "(4, 0, 5)" << 3 << 0;
    }

    void axesMayBeMissingOrEmpty()
    {
        QFETCH(QString, shape);
        QFETCH(int, axes);
        QFETCH(int, elements);
        const auto tensor = core::readNpy(partOf(withShape(shape.toStdString(), elements == 1 ? "1234" : "")), "a");
        QVERIFY2(tensor.has_value(), tensor ? "" : tensor.error().message.c_str());
        QCOMPARE(tensor->shape.size(), std::size_t(axes));
        QCOMPARE(tensor->elementCount(), std::uint64_t(elements));
    }

    void headersMayBeWrittenDifferently_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::newRow("other order") << QByteArray("{'shape': (1,), 'descr': '<f4', 'fortran_order': False}");
        QTest::newRow("double quotes") << QByteArray(
            "{\"descr\": \"<f4\", \"fortran_order\": False, \"shape\": (1,), }");
        QTest::newRow("no spaces") << QByteArray("{'descr':'<f4','fortran_order':False,'shape':(1,)}");
        QTest::newRow("native order") << QByteArray("{'descr': '=f4', 'fortran_order': True, 'shape': (1,)}");
    }

    void headersMayBeWrittenDifferently()
    {
        QFETCH(QByteArray, header);
        const auto tensor = core::readNpy(partOf(npyHeader(header.toStdString()) + support::word(0x3f000000, 4)), "a");
        QVERIFY2(tensor.has_value(), tensor ? "" : tensor.error().message.c_str());
        QCOMPARE(support::valuesOf(*tensor), std::vector<double>{0.5});
    }

    void brokenFilesAreRefused_data()
    {
        const std::string text = "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }";
        const std::string good = npyHeader(text) + "1234";
        const auto changed = [&](std::size_t at, char to) {
            std::string bytes = good;
            bytes[at] = to;
            return bytes;
        };
        std::string manyAxes = "(";
        for (int i = 0; i < 65; ++i)
            manyAxes += "1, ";
        manyAxes += ')';
        std::string cut = good;
        cut.pop_back();
        std::string more = good;
        more += '5';
        support::addBroken({
            {"no byte", "", ErrorCode::Malformed, "does not start as an .npy file"},
            {"wrong magic", changed(1, 'M'), ErrorCode::Malformed, "does not start as an .npy file"},
            {"version 0", changed(6, 0), ErrorCode::Unsupported, "version 0.0"},
            {"version 4", changed(6, 4), ErrorCode::Unsupported, "version 4.0"},
            {"version 1.1", changed(7, 1), ErrorCode::Unsupported, "version 1.1"},
            {"header past the end", changed(9, '\x7f'), ErrorCode::Malformed, "reaches beyond the end"},
            {"largest header", std::string("\x93NUMPY\2\0\xff\xff\xff\xff", 12), ErrorCode::Malformed,
                "4294967295 bytes reaches"},
            {"long header", npyHeader(std::string(1'000'001, ' '), 2), ErrorCode::TooLarge, "more than 1000000"},
            {"no dictionary", npyHeader("[1]"), ErrorCode::Malformed, "'{' is missing"},
            {"two dictionaries", npyHeader(text + "{}") + "1234", ErrorCode::Malformed, "follows the closing brace"},
            {"zero byte behind", npyHeader(text + std::string(1, '\0')) + "1234", ErrorCode::Malformed,
                "follows the closing brace"},
            {"no shape", npyHeader("{'descr': '<f4', 'fortran_order': False}") + "1234", ErrorCode::Malformed,
                "is missing"},
            {"key twice", npyHeader("{'descr': '<f4', 'descr': '<f4', 'shape': (1,)}"), ErrorCode::Malformed,
                "stands twice"},
            {"unknown key", npyHeader("{'descr': '<f4', 'colour': 1}"), ErrorCode::Malformed,
                "the key 'colour' is unknown"},
            {"key no string", npyHeader("{1: 2}"), ErrorCode::Malformed, "a string is missing"},
            {"open string", npyHeader("{'descr"), ErrorCode::Malformed, "a string"},
            {"escape", npyHeader("{'desc\\x72': '<f4'}"), ErrorCode::Malformed, "an escape"},
            {"number for truth", npyHeader("{'fortran_order': 0}"), ErrorCode::Malformed, "True or False is missing"},
            {"negative length", withShape("(-1,)"), ErrorCode::Malformed, "a negative number"},
            {"number for tuple", withShape("1"), ErrorCode::Malformed, "'(' is missing"},
            {"tuple without comma", withShape("(1)"), ErrorCode::Malformed, "a number and no tuple"},
            {"two numbers without comma", withShape("(1 1)"), ErrorCode::Malformed, "a comma is missing"},
            {"two commas", withShape("(1,,)"), ErrorCode::Malformed, "a number is missing"},
            {"list", withShape("[1]"), ErrorCode::Malformed, "'(' is missing"},
            {"open tuple", npyHeader("{'shape': (1,"), ErrorCode::Malformed, "a number is missing"},
            {"fraction", withShape("(1.5,)"), ErrorCode::Malformed, "is missing"},
            {"beyond 64 bits", withShape("(18446744073709551616,)"), ErrorCode::Malformed, "beyond 64 bits"},
            {"product that wraps", withShape("(9223372036854775808, 2)", ""), ErrorCode::Malformed,
                "too large for any memory"},
            {"bytes that wrap", withShape("(4611686018427387905,)"), ErrorCode::Malformed, "too large for any memory"},
            {"huge beside zero", withShape("(9223372036854775808, 9223372036854775808, 0)", ""), ErrorCode::Malformed,
                "too large for any memory"},
            {"65 axes", withShape(manyAxes), ErrorCode::Malformed, "more than 64 axes"},
            {"data cut", cut, ErrorCode::Malformed, "needs 4 bytes of data, but 3 are there"},
            {"bytes behind", more, ErrorCode::Malformed, "1 bytes follow its array"},
            {"Python objects", withDescr("'|O'", ""), ErrorCode::Unsupported, "Python objects"},
            {"records", withDescr("[('a', '<f4')]", "1234"), ErrorCode::Unsupported, "records of named fields"},
            {"raw bytes", withDescr("'<V2'", "12"), ErrorCode::Unsupported, "'<V2', raw bytes"},
            {"complex", withDescr("'<c8'", "12345678"), ErrorCode::Unsupported, "'<c8', which is not read"},
            {"text", withDescr("'<U1'", "1234"), ErrorCode::Unsupported, "'<U1', which is not read"},
            {"long double", withDescr("'<f16'", ""), ErrorCode::Unsupported, "'<f16', which is not read"},
            {"no order mark", withDescr("'f4'", "1234"), ErrorCode::Unsupported, "'f4', which is not read"},
            {"empty", withDescr("''", "1234"), ErrorCode::Unsupported, "'', which is not read"},
            {"no order for four bytes", withDescr("'|f4'", "1234"), ErrorCode::Unsupported, "'|f4', which is not read"},
            {"not UTF-8", withDescr("'<\xff'", "1234"), ErrorCode::Unsupported, R"('<\xff')"},
        });
    }

    void brokenFilesAreRefused()
    {
        QFETCH(QByteArray, content);
        QFETCH(int, code);
        QFETCH(QString, reason);
        const auto tensor = core::readNpy(partOf(content.toStdString()), "a");
        QVERIFY(!tensor.has_value());
        support::verifyRefused(tensor.error(), code, reason);
    }

    void objectsAreRefusedWithAWayOut()
    {
        const auto tensor = core::readNpy(partOf(withDescr("'|O'", "")), "a");
        QVERIFY(QString::fromStdString(tensor.error().advice).contains("numpy.stack"));
    }

    void cutAnywhereIsRefused()
    {
        for (const int version : {1, 2, 3}) {
            const std::string whole = support::npy({"a", Element::F32, {1}, {1}}, {version, ByteOrder::Little, false});
            QVERIFY(core::readNpy(partOf(whole), "a").has_value());
            for (std::size_t size = 0; size < whole.size(); ++size) {
                const auto read = core::readNpy(partOf(whole.substr(0, size)), "a");
                QVERIFY2(!read.has_value(), qPrintable(QString::number(size)));
                QVERIFY(read.error().code == ErrorCode::Malformed);
            }
        }
    }

    void anyFlippedByteIsSurvived()
    {
        const std::string whole = support::npy({"a", Element::F16, {2, 3}, {1, 2, 3, 4, 5, 6}});
        for (std::size_t at = 0; at < whole.size(); ++at) {
            for (int bit = 0; bit < 8; ++bit) {
                std::string broken = whole;
                broken[at] = static_cast<char>(broken[at] ^ (1 << bit));
                if (const auto read = core::readNpy(partOf(broken), "a"))
                    support::valuesOf(*read);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestNpy)
#include "tst_npy.moc"
