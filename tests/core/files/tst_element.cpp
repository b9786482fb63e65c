// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/element.h"
#include "encode.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <vector>

using core::ByteOrder;
using core::Element;

namespace {

/// The value of a bit pattern by the definition of the format, in powers of two.
double byDefinition(std::uint32_t bits, int exponentBits, int mantissaBits, bool hasInfinity = true)
{
    const int bias = (1 << (exponentBits - 1)) - 1;
    const int top = (1 << exponentBits) - 1;
    const int exponent = static_cast<int>(bits >> mantissaBits) & top;
    const double mantissa = bits & ((1u << mantissaBits) - 1u);
    const double sign = (bits >> (exponentBits + mantissaBits) & 1u) != 0 ? -1.0 : 1.0;
    const double full = std::ldexp(1.0, mantissaBits);
    if (hasInfinity && exponent == top)
        return mantissa == 0 ? sign * std::numeric_limits<double>::infinity()
                             : std::numeric_limits<double>::quiet_NaN();
    if (!hasInfinity && exponent == top && mantissa == full - 1)
        return std::numeric_limits<double>::quiet_NaN();
    return sign
        * (exponent == 0 ? std::ldexp(mantissa, 1 - bias - mantissaBits)
                         : std::ldexp(full + mantissa, exponent - bias - mantissaBits));
}

bool same(double a, double b)
{
    return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

struct SmallFormat
{
    Element element;
    int exponentBits;
    int mantissaBits;
    bool hasInfinity;
};

const SmallFormat smallFormats[] = {
    {Element::F16, 5, 10, true},
    {Element::BF16, 8, 7, true},
    {Element::F8E4M3, 4, 3, false},
    {Element::F8E5M2, 5, 2, true},
};

const std::byte* bytesOf(const std::string& text)
{
    return reinterpret_cast<const std::byte*>(text.data());
}

}

class TestElement : public QObject
{
    Q_OBJECT

private slots:
    void everyPatternOfSmallFormats_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<bool>("little");
        for (int format = 0; format < 4; ++format)
            for (const bool little : {true, false})
                QTest::addRow("%s %s", core::nameOf(smallFormats[format].element).data(), little ? "little" : "big")
                    << format << little;
    }

    void everyPatternOfSmallFormats()
    {
        QFETCH(int, format);
        QFETCH(bool, little);
        const auto [element, exponentBits, mantissaBits, hasInfinity] = smallFormats[format];
        const ByteOrder order = little ? ByteOrder::Little : ByteOrder::Big;
        const std::size_t size = core::sizeOf(element);
        const std::uint32_t count = 1u << (8 * size);
        std::string stored;
        for (std::uint32_t bits = 0; bits < count; ++bits)
            stored += support::word(bits, size, order);
        std::vector<double> bulk(count);
        core::decode(bytesOf(stored), static_cast<std::ptrdiff_t>(size), count, element, order, bulk.data());
        for (std::uint32_t bits = 0; bits < count; ++bits) {
            const double expected = byDefinition(bits, exponentBits, mantissaBits, hasInfinity);
            if (!same(bulk[bits], expected)
                || !same(core::decode(bytesOf(stored) + bits * size, element, order), expected))
                QFAIL(qPrintable(QString::fromLatin1("pattern 0x%1: %2, expected %3")
                                     .arg(bits, 0, 16)
                                     .arg(bulk[bits])
                                     .arg(expected)));
        }
    }

    void landmarks_data()
    {
        QTest::addColumn<int>("element");
        QTest::addColumn<quint64>("bits");
        QTest::addColumn<double>("value");
        const double inf = std::numeric_limits<double>::infinity();
        const auto row = [](const char* name, Element element, quint64 bits, double value) {
            QTest::newRow(name) << static_cast<int>(element) << bits << value;
        };
        row("half one", Element::F16, 0x3c00, 1.0);
        row("half largest", Element::F16, 0x7bff, 65504.0);
        row("half smallest", Element::F16, 0x0001, 5.9604644775390625e-08);
        row("half minus infinity", Element::F16, 0xfc00, -inf);
        row("half minus zero", Element::F16, 0x8000, -0.0);
        row("bfloat16 pi", Element::BF16, 0x4049, 3.140625);
        row("e4m3 largest", Element::F8E4M3, 0x7e, 448.0);
        row("e4m3 smallest", Element::F8E4M3, 0x01, 0.001953125);
        row("e4m3 minus one", Element::F8E4M3, 0xb8, -1.0);
        row("e4m3 NaN", Element::F8E4M3, 0xff, std::numeric_limits<double>::quiet_NaN());
        row("e5m2 largest", Element::F8E5M2, 0x7b, 57344.0);
        row("e5m2 infinity", Element::F8E5M2, 0x7c, inf);
        row("float32 smallest", Element::F32, 1, 0x1p-149);
        row("float32 third", Element::F32, 0x3eaaaaab, 0.3333333432674407958984375);
        row("float32 minus infinity", Element::F32, 0xff800000, -inf);
        row("float64 smallest", Element::F64, 1, 4.9406564584124654e-324);
        row("float64 minus zero", Element::F64, 0x8000000000000000, -0.0);
        row("int8", Element::I8, 0x80, -128.0);
        row("int16", Element::I16, 0xfffe, -2.0);
        row("int32", Element::I32, 0x80000000, -2147483648.0);
        row("int64", Element::I64, 0xffffffffffffffff, -1.0);
        row("uint8", Element::U8, 0xff, 255.0);
        row("uint16", Element::U16, 0xffff, 65535.0);
        row("uint32", Element::U32, 0xffffffff, 4294967295.0);
        row("uint64", Element::U64, 0x8000000000000000, 9223372036854775808.0);
        row("bool", Element::Bool, 2, 1.0);
    }

    void landmarks()
    {
        QFETCH(int, element);
        QFETCH(quint64, bits);
        QFETCH(double, value);
        const auto format = static_cast<Element>(element);
        for (const auto order : {ByteOrder::Little, ByteOrder::Big}) {
            std::string stored(1, '\0'); // what follows is not aligned
            stored += support::word(bits, core::sizeOf(format), order);
            QVERIFY(same(core::decode(bytesOf(stored) + 1, format, order), value));
        }
    }

    void stridesMayBeWideZeroOrNegative()
    {
        const double numbers[] = {1, 2, 3, 4, 5, 6};
        for (const auto element :
            {Element::F64, Element::F32, Element::F16, Element::BF16, Element::F8E4M3, Element::I16}) {
            const std::string stored = support::encode(numbers, element);
            const auto size = static_cast<std::ptrdiff_t>(core::sizeOf(element));
            std::vector<double> to(3);
            core::decode(bytesOf(stored) + size, 2 * size, 3, element, ByteOrder::Little, to.data());
            QCOMPARE(to, (std::vector<double>{2, 4, 6}));
            core::decode(bytesOf(stored) + 5 * size, -size, 3, element, ByteOrder::Little, to.data());
            QCOMPARE(to, (std::vector<double>{6, 5, 4}));
            core::decode(bytesOf(stored) + 2 * size, 0, 3, element, ByteOrder::Little, to.data());
            QCOMPARE(to, (std::vector<double>{3, 3, 3}));
        }
    }

    void precisionMatchesTheFormat()
    {
        for (const auto& [element, exponentBits, mantissaBits, hasInfinity] : smallFormats) {
            const double one = 1.0;
            const double next = byDefinition(support::floatBits(one, exponentBits, mantissaBits, hasInfinity) + 1,
                exponentBits, mantissaBits, hasInfinity);
            QCOMPARE(core::precisionOf(element).unitRoundoff, (next - one) / 2);
            QCOMPARE(
                core::precisionOf(element).halfSmallest, byDefinition(1, exponentBits, mantissaBits, hasInfinity) / 2);
            QVERIFY(core::isFloating(element));
        }
        QCOMPARE(core::precisionOf(Element::F32).unitRoundoff, 0x1p-24);
        QCOMPARE(core::precisionOf(Element::F64).unitRoundoff, 0x1p-53);
        QCOMPARE(core::precisionOf(Element::I32).unitRoundoff, 0.0);
        QVERIFY(!core::isFloating(Element::Bool));
    }

    /// The writers of the other tests must not be what is wrong.
    void writerRoundsToNearest()
    {
        for (const auto& [element, exponentBits, mantissaBits, hasInfinity] : smallFormats) {
            for (std::uint32_t bits = 0; bits < (1u << (8 * core::sizeOf(element))); ++bits) {
                const double value = byDefinition(bits, exponentBits, mantissaBits, hasInfinity);
                if (!std::isnan(value) && support::elementBits(value, element) != bits)
                    QFAIL(qPrintable(QString::fromLatin1("%1 does not come back").arg(bits, 0, 16)));
            }
        }
        QCOMPARE(support::floatBits(1 + 0x1p-11, 5, 10), 0x3c00u);
        QCOMPARE(support::floatBits(1 + 0x1.8p-10, 5, 10), 0x3c02u);
        QCOMPARE(support::floatBits(65520, 5, 10), 0x7c00u);
    }
};

QTEST_GUILESS_MAIN(TestElement)
#include "tst_element.moc"
