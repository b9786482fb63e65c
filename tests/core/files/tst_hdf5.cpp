// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/hdf5.h"
#include "readers.h"

#include <QtTest>

#include <QFile>

using core::Element;
using core::ErrorCode;
using support::partOf;

namespace {

/// A file that h5py wrote; see make_hdf5.py.
std::string written(const char* name)
{
    QFile file(QStringLiteral(TAILMASS_CORPUS_DIR "/hdf5/") + QLatin1String(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(file.fileName()));
    return file.readAll().toStdString();
}

std::vector<double> counted(std::size_t count, double step)
{
    std::vector<double> numbers(count);
    for (std::size_t i = 0; i < count; ++i)
        numbers[i] = static_cast<double>(i) * step;
    return numbers;
}

const core::Tensor& tensorNamed(const core::DumpContent& content, const std::string& name)
{
    for (const auto& tensor : content.tensors)
        if (tensor.name == name)
            return tensor;
    qFatal("no tensor %s", name.c_str());
}

bool isInPlace(const core::Tensor& tensor, const core::FilePart& part)
{
    return tensor.bytes == part.bytes;
}

}

class TestHdf5 : public QObject
{
    Q_OBJECT

private slots:
    void typesAreRead()
    {
        const auto part = partOf(written("types"));
        const auto content = core::readHdf5(part);
        QVERIFY2(content, content ? "" : content.error().message.c_str());
        QCOMPARE(content->tensors.size(), std::size_t(14));
        QVERIFY(content->unread.empty());
        const std::map<std::string, Element> floats{
            {"layer_0/attention", Element::F32}, {"layer_1/attention", Element::F16}, {"double", Element::F64}};
        for (const auto& [name, element] : floats) {
            const auto& tensor = tensorNamed(*content, name);
            QVERIFY(tensor.element == element);
            QCOMPARE(tensor.shape, (std::vector<std::uint64_t>{2, 3}));
            QCOMPARE(support::valuesOf(tensor), counted(6, 0.25));
            QVERIFY(isInPlace(tensor, part));
        }
        const std::map<std::string, Element> wholes{{"i8", Element::I64}, {"i4", Element::I32}, {"i2", Element::I16},
            {"i1", Element::I8}, {"u8", Element::U64}, {"u4", Element::U32}, {"u2", Element::U16}, {"u1", Element::U8}};
        for (const auto& [name, element] : wholes) {
            QVERIFY(tensorNamed(*content, name).element == element);
            QCOMPARE(support::valuesOf(tensorNamed(*content, name)), counted(6, 1));
        }
        QVERIFY(tensorNamed(*content, "bool").element == Element::Bool);
        QCOMPARE(support::valuesOf(tensorNamed(*content, "bool")), (std::vector<double>{1, 0, 1}));
        QCOMPARE(support::valuesOf(tensorNamed(*content, "scalar")), (std::vector<double>{0.25}));
        QCOMPARE(tensorNamed(*content, "empty").shape, (std::vector<std::uint64_t>{0, 3}));
    }

    void chunksAreRead()
    {
        const auto content = core::readHdf5(partOf(written("chunks")));
        QVERIFY2(content, content ? "" : content.error().message.c_str());
        QCOMPARE(content->tensors.size(), std::size_t(6));
        for (const auto& tensor : content->tensors) {
            QCOMPARE(tensor.shape, (std::vector<std::uint64_t>{3, 5, 7}));
            QVERIFY2(support::valuesOf(tensor) == counted(105, 0.25), tensor.name.c_str());
        }
    }

    void compactDatasetsStayInPlace()
    {
        const auto part = partOf(written("compact"));
        const auto content = core::readHdf5(part);
        QVERIFY(content.has_value());
        QCOMPARE(support::valuesOf(content->tensors[0]), counted(6, 0.25));
        QVERIFY(isInPlace(content->tensors[0], part));
    }

    void largeGroupsAreRead()
    {
        const auto content = core::readHdf5(partOf(written("many")));
        QVERIFY(content.has_value());
        QCOMPARE(content->tensors.size(), std::size_t(20));
        QCOMPARE(support::valuesOf(tensorNamed(*content, "layer_17")), (std::vector<double>{17, 17.25}));
    }

    void othersAreNamed()
    {
        const auto content = core::readHdf5(partOf(written("others")));
        QVERIFY2(content, content ? "" : content.error().message.c_str());
        QCOMPARE(support::valuesOf(tensorNamed(*content, "g/again")), counted(6, 0.25));
        std::map<std::string, std::string> reasons;
        for (const auto& unread : content->unread)
            reasons.emplace(unread.name, unread.reason);
        QCOMPARE(reasons.at("text"), std::string("its elements are lists of any length"));
        QCOMPARE(reasons.at("complex"), std::string("its elements are records"));
        QCOMPARE(reasons.at("unwritten"), std::string("it was never written"));
        QCOMPARE(reasons.at("unwritten_chunks"), std::string("it was never written"));
        QVERIFY(reasons.at("other_filter").starts_with("its chunks are stored with filter 32000"));
        QCOMPARE(reasons.at("soft"), std::string("it is a link to another place or file"));
        QCOMPARE(reasons.at("links/far"), std::string("it is a link to another place or file"));
    }

    void newerFormsAreReadOrNamed()
    {
        const auto content = core::readHdf5(partOf(written("latest")));
        QVERIFY2(content, content ? "" : content.error().message.c_str());
        QCOMPARE(content->tensors.size(), std::size_t(1));
        QCOMPARE(support::valuesOf(tensorNamed(*content, "layer_0/attention")), counted(6, 0.25));
        QCOMPARE(content->unread[0].name, std::string("chunked"));
        const auto dense = core::readHdf5(partOf(written("dense")));
        QVERIFY(!dense);
        support::verifyRefused(
            dense.error(), int(ErrorCode::Unsupported), "in the form of later versions of the library");
    }

    void groupsInThemselvesEnd()
    {
        const auto content = core::readHdf5(partOf(written("loop")));
        QVERIFY(!content);
        support::verifyRefused(content.error(), int(ErrorCode::TooLarge), "nested more than 64 deep");
    }

    void limitsHold()
    {
        const std::string file = written("chunks");
        // The largest and all together, with what of their chunks lies outside the arrays.
        QVERIFY(core::readHdf5(partOf(file), {1024, 3784}));
        const auto member = core::readHdf5(partOf(file), {1023, 3784});
        QVERIFY(!member);
        support::verifyRefused(member.error(), int(ErrorCode::TooLarge),
            "dataset 'growing': its chunks take 1024 bytes of memory, more than 1023");
        const auto total = core::readHdf5(partOf(file), {1024, 3783});
        QVERIFY(!total);
        QCOMPARE(int(total.error().code), int(ErrorCode::TooLarge));
    }

    /// Ten groups, each with eight names of the one before: a billion names in few bytes.
    void sharedGroupsAreNotFollowedForEver()
    {
        const auto content = core::readHdf5(partOf(written("shared")));
        QVERIFY(!content);
        support::verifyRefused(content.error(), int(ErrorCode::TooLarge), "describe far more than it can hold");
    }

    void cutAnywhereIsSurvived()
    {
        for (const char* name : {"types", "chunks", "others", "compact", "latest"}) {
            const std::string whole = written(name);
            for (std::size_t size = 0; size < whole.size(); size += 1 + size / 64)
                survives(whole.substr(0, size));
        }
    }

    void anyFlippedByteIsSurvived()
    {
        for (const char* name : {"types", "chunks", "others", "compact", "latest"}) {
            const std::string whole = written(name);
            for (std::size_t at = 0; at < whole.size(); ++at) {
                std::string broken = whole;
                broken[at] = static_cast<char>(broken[at] ^ (at % 3 == 0 ? 0xff : 1 << at % 8));
                survives(broken);
            }
        }
    }

private:
    static void survives(const std::string& bytes)
    {
        if (const auto content = core::readHdf5(partOf(bytes), {1 << 20, 1 << 22}))
            for (const auto& tensor : content->tensors)
                if (tensor.elementCount() < 1000)
                    support::valuesOf(tensor);
    }
};

QTEST_GUILESS_MAIN(TestHdf5)
#include "tst_hdf5.moc"
