// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/npz.h"
#include "npzwriter.h"
#include "readers.h"

#include <QtTest>

using core::Element;
using core::ErrorCode;
using support::Array;
using support::partOf;
using support::ZipMember;

namespace {

const Array q{"layer0_q", Element::F32, {2, 2}, {0.5, -1, 2, 8}};
const Array mask{"attention_mask", Element::I64, {3}, {1, 1, 0}};

ZipMember member(const std::string& name = "a.npy")
{
    ZipMember made;
    made.name = name;
    made.content = support::npy(q);
    return made;
}

template <typename Change>
std::string oneMember(Change change)
{
    ZipMember made = member();
    change(made);
    return support::zip({made});
}

std::string bomb()
{
    return support::npz(
        {{"zeros", Element::U8, {1'000'000}, std::vector<double>(1'000'000)}}, support::NpzMembers::Deflated);
}

}

class TestNpz : public QObject
{
    Q_OBJECT

private slots:
    void membersAreRead_data()
    {
        QTest::addColumn<bool>("deflated");
        QTest::newRow("stored") << false;
        QTest::newRow("deflated") << true;
    }

    void membersAreRead()
    {
        QFETCH(bool, deflated);
        const auto part =
            partOf(support::npz({q, mask}, deflated ? support::NpzMembers::Deflated : support::NpzMembers::Stored));
        const auto tensors = core::readNpz(part);
        QVERIFY(tensors.has_value());
        QCOMPARE(tensors->size(), std::size_t(2));
        QCOMPARE((*tensors)[0].name, q.name);
        QCOMPARE(support::valuesOf((*tensors)[0]), q.values);
        QCOMPARE((*tensors)[1].name, mask.name);
        QVERIFY((*tensors)[1].element == Element::I64);
        QCOMPARE(support::valuesOf((*tensors)[1]), mask.values);
        const bool inPlace =
            (*tensors)[0].data >= part.span.data() && (*tensors)[0].data < part.span.data() + part.span.size();
        QCOMPARE(inPlace, !deflated);
        QCOMPARE((*tensors)[0].bytes == part.bytes, !deflated);
    }

    void plainHeadersAreReadToo()
    {
        const auto tensors = core::readNpz(partOf(support::zip({member("a.npy"), member("deep/b.npy")})));
        QVERIFY(tensors.has_value());
        QCOMPARE((*tensors)[1].name, std::string("deep/b"));
        QCOMPARE(support::valuesOf((*tensors)[1]), q.values);
    }

    /// Above 2 GiB numpy.savez writes sizes into the zip64 field of the directory.
    void sizesInTheZip64FieldAreRead_data() { membersAreRead_data(); }
    void sizesInTheZip64FieldAreRead()
    {
        QFETCH(bool, deflated);
        const auto wide = [deflated](ZipMember x) {
            x.deflated = deflated;
            x.zip64 = x.wideDirectory = true;
            return x;
        };
        const auto tensors = core::readNpz(partOf(support::zip({wide(member("a.npy")), wide(member("b.npy"))})));
        QVERIFY2(tensors.has_value(), tensors ? "" : tensors.error().message.c_str());
        QCOMPARE(support::valuesOf((*tensors)[0]), q.values);
        QCOMPARE(support::valuesOf((*tensors)[1]), q.values);
    }

    void bytesInFrontAreSkipped()
    {
        std::string front(100, '#');
        front += support::zip({member()});
        const auto tensors = core::readNpz(partOf(front));
        QVERIFY(tensors.has_value());
        QCOMPARE(support::valuesOf((*tensors)[0]), q.values);
    }

    void otherMembersArePassedOver()
    {
        ZipMember text;
        text.name = "readme.txt";
        text.content = "hello";
        text.method = 12; // even compressed in a way that is not read
        const auto tensors = core::readNpz(partOf(support::zip({text, member(), text})));
        QVERIFY(tensors.has_value());
        QCOMPARE(tensors->size(), std::size_t(1));
    }

    void limitsHold()
    {
        QVERIFY(core::readNpz(partOf(bomb()), {1'000'128, 1'000'128}).has_value());
        const auto member = core::readNpz(partOf(bomb()), {1'000'127, 10'000'000});
        QVERIFY(!member.has_value());
        support::verifyRefused(member.error(), int(ErrorCode::TooLarge),
            "1000128 bytes when it is inflated, more than 1000127", "'zeros.npy' in 'x'");
        ZipMember twice = ::member();
        twice.deflated = true;
        ZipMember other = twice;
        other.name = "b.npy";
        const auto total = core::readNpz(partOf(support::zip({twice, other})), {200, 287});
        QVERIFY(!total.has_value());
        support::verifyRefused(total.error(), int(ErrorCode::TooLarge), "more than 287 bytes");
        QVERIFY(core::readNpz(partOf(support::zip({twice, other})), {200, 288}).has_value());
    }

    void storedMembersCountForNoLimit() { QVERIFY(core::readNpz(partOf(support::npz({q})), {1, 1}).has_value()); }

    void brokenFilesAreRefused_data()
    {
        const std::string good = support::zip({member()});
        std::string noDirectory = good.substr(0, good.size() - 22);
        std::string manyEntries = good;
        manyEntries[manyEntries.size() - 22 + 8] = manyEntries[manyEntries.size() - 22 + 10] = 9;
        std::string farDirectory = good;
        farDirectory[farDirectory.size() - 22 + 19] = 0x70;
        const std::string emptyZip = support::zip({});
        support::addBroken({
            {"no byte", "", ErrorCode::Malformed, "directory at the end"},
            {"only the first magic", "PK\3\4", ErrorCode::Malformed, "directory at the end"},
            {"no directory end", noDirectory, ErrorCode::Malformed, "directory at the end"},
            {"directory far away", farDirectory, ErrorCode::Malformed, "directory at the end"},
            {"more entries than there are", manyEntries, ErrorCode::Malformed, "breaks off after 1 members"},
            {"empty", emptyZip, ErrorCode::Unsupported, "empty zip archive"},
            {"no array", oneMember([](ZipMember& x) { x.name = "word/document.xml"; }), ErrorCode::Unsupported,
                "without .npy arrays; its first member is 'word/document.xml'"},
            {"same name", support::zip({member(), member()}), ErrorCode::Malformed,
                "two of its members are named 'a.npy'"},
            {"zero byte in a name", oneMember([](ZipMember& x) { x.name = std::string("a\0b.npy", 7); }),
                ErrorCode::Malformed, "zero byte in it"},
            {"name not UTF-8", oneMember([](ZipMember& x) { x.name = "\xff.npy"; }), ErrorCode::Malformed, "not UTF-8"},
            {"encrypted", oneMember([](ZipMember& x) { x.flags = 1; }), ErrorCode::Unsupported, "it is encrypted"},
            {"zstd", oneMember([](ZipMember& x) { x.method = 93; }), ErrorCode::Unsupported,
                "compressed with method 93"},
            {"two sizes", oneMember([](ZipMember& x) { x.statedSize = 7; }), ErrorCode::Malformed, "with two sizes"},
            {"wrong checksum", oneMember([](ZipMember& x) {
                 x.deflated = true;
                 x.wrongChecksum = true;
             }),
                ErrorCode::Malformed, "does not match its checksum"},
            {"wrong checksum, zip64", oneMember([](ZipMember& x) {
                 x.deflated = x.zip64 = x.wideDirectory = true;
                 x.wrongChecksum = true;
             }),
                ErrorCode::Malformed, "does not match its checksum"},
            {"zip64 field missing", oneMember([](ZipMember& x) { x.statedSize = 0xffffffff; }), ErrorCode::Malformed,
                "breaks off after 0 members"},
            {"5 GB inflated", oneMember([](ZipMember& x) {
                 x.deflated = x.zip64 = x.wideDirectory = true;
                 x.statedSize = 5'000'000'000;
             }),
                ErrorCode::Malformed, "can hold"},
            {"more compressed bytes than the archive has", oneMember([](ZipMember& x) {
                 x.deflated = true;
                 x.statedPackedSize = 4'000'000;
                 x.statedSize = 4'000'000'000;
             }),
                ErrorCode::Malformed, "said to take 4000000 bytes of an archive of"},
            {"no deflate stream", oneMember([](ZipMember& x) { x.method = 8; }), ErrorCode::Malformed, "break off"},
            {"more bytes said than there are", oneMember([](ZipMember& x) {
                 x.deflated = true;
                 x.statedSize = 1000;
             }),
                ErrorCode::Malformed, "break off after 144 of 1000"},
            {"more bytes said than possible", oneMember([](ZipMember& x) {
                 x.deflated = true;
                 x.statedSize = 4'000'000'000;
             }),
                ErrorCode::Malformed, "can hold"},
            {"member no array", oneMember([](ZipMember& x) { x.content = "hello"; }), ErrorCode::Malformed,
                "does not start as an .npy file"},
            {"objects within", oneMember([](ZipMember& x) {
                 x.content = support::npyHeader("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}");
             }),
                ErrorCode::Unsupported, "Python objects"},
        });
    }

    void brokenFilesAreRefused()
    {
        QFETCH(QByteArray, content);
        QFETCH(int, code);
        QFETCH(QString, reason);
        const auto tensors = core::readNpz(partOf(content.toStdString()));
        QVERIFY(!tensors.has_value());
        support::verifyRefused(tensors.error(), code, reason);
    }

    void cutAnywhereIsRefused()
    {
        for (const auto members : {support::NpzMembers::Stored, support::NpzMembers::Deflated}) {
            const std::string whole = support::npz({q, mask}, members);
            for (std::size_t size = 0; size < whole.size(); ++size)
                QVERIFY2(!core::readNpz(partOf(whole.substr(0, size))).has_value(), qPrintable(QString::number(size)));
        }
    }

    void anyFlippedByteIsSurvived()
    {
        for (const auto members : {support::NpzMembers::Stored, support::NpzMembers::Deflated}) {
            const std::string whole = support::npz({q, mask}, members);
            for (std::size_t at = 0; at < whole.size(); ++at) {
                for (int bit = 0; bit < 8; ++bit) {
                    std::string broken = whole;
                    broken[at] = static_cast<char>(broken[at] ^ (1 << bit));
                    if (const auto read = core::readNpz(partOf(broken), {1 << 20, 1 << 21}))
                        for (const auto& tensor : *read)
                            support::valuesOf(tensor);
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestNpz)
#include "tst_npz.moc"
