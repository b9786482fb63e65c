// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/dumpfile.h"
#include "npzwriter.h"
#include "readers.h"
#include "safetensorswriter.h"
#include "tempfolder.h"
#include "torchwriter.h"

#include <QtTest>

#include <filesystem>

using core::Element;
using core::ErrorCode;
using support::Array;

namespace {

const Array q{"q", Element::F32, {1, 2}, {0.5, -1}};

}

class TestOpenDump : public QObject
{
    Q_OBJECT

private slots:
    void anArrayWithOneAxisIsARow()
    {
        const support::TempFolder folder;
        const Array row{"row", Element::F32, {3}, {0.5, 0.25, 0.25}};
        const Array names{"ids", Element::I32, {3}, {1, 2, 3}};
        const auto lone = core::openDump(folder.write("lone.npz", support::npz({row, names}))).value().tensors;
        QCOMPARE(lone[0].shape, (std::vector<std::uint64_t>{1, 3}));
        QCOMPARE(support::valuesOf(lone[0]), row.values);
        QCOMPARE(lone[1].shape, (std::vector<std::uint64_t>{3}));
        const auto beside = core::openDump(folder.write("beside.npz", support::npz({row, q}))).value().tensors;
        QCOMPARE(beside[0].shape, (std::vector<std::uint64_t>{3}));
    }

    void containersAreToldByTheirBytes_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("container");
        QTest::addColumn<QString>("tensor");
        QTest::newRow("safetensors") << QByteArray::fromStdString(support::safetensors({q})) << "safetensors"
                                     << "q";
        // The length of its header, 0x7b20, begins as JSON may.
        std::string header = R"({"q":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}})";
        header.resize(0x7b20, ' ');
        QTest::newRow("safetensors with a brace in front")
            << QByteArray::fromStdString(support::safetensorsFile(header, support::encode(q.values, q.element)))
            << "safetensors"
            << "q";
        QTest::newRow("npy") << QByteArray::fromStdString(support::npy(q)) << "npy"
                             << "misleading";
        QTest::newRow("npz") << QByteArray::fromStdString(support::npz({q})) << "npz"
                             << "q";
        QTest::newRow("json") << QByteArray("\n{\"q\": [[0.5, -1]]}") << "json"
                              << "q";
        const support::TorchStorage storage{"0", "FloatStorage", Element::F32, q.values};
        const support::TorchView view{0, {1, 2}, {2, 1}};
        QTest::newRow("torch") << QByteArray::fromStdString(support::torchFile(support::tensor(storage, view),
            {storage})) << "torch"
                               << "misleading";
        QTest::newRow("old torch") << QByteArray::fromStdString(
            support::legacyTorchFile(support::tensor(storage, view, true), {storage}))
                                   << "torch (before 1.6)"
                                   << "misleading";
    }

    void containersAreToldByTheirBytes()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, container);
        QFETCH(QString, tensor);
        const support::TempFolder folder;
        const auto path = folder.write("misleading.json", content.toStdString());
        const auto dump = core::openDump(path);
        QVERIFY2(dump.has_value(), dump ? "" : dump.error().message.c_str());
        QCOMPARE(dump->path, path);
        QCOMPARE(dump->container, container.toStdString());
        QCOMPARE(dump->size, std::uint64_t(content.size()));
        QCOMPARE(dump->tensors.size(), std::size_t(1));
        QCOMPARE(dump->tensors[0].name, tensor.toStdString());
        QCOMPARE(support::valuesOf(dump->tensors[0]), q.values);
        QVERIFY(dump->tensors[0].bytes->intact());
        QVERIFY(!dump->sidecar);
    }

    void othersAreNamed_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("advice");
        const int unsupported = int(ErrorCode::Unsupported);
        QTest::newRow("empty") << QByteArray() << int(ErrorCode::Malformed) << "the file is empty"
                               << "";
        QTest::newRow("pickle") << QByteArray("\x80\x04\x95") << unsupported << "a Python pickle"
                                << "numpy.savez";
        QTest::newRow("gzip") << QByteArray("\x1f\x8b\x08") << unsupported << "a gzip file"
                              << "Unpack";
        QTest::newRow("LFS") << QByteArray("version https://git-lfs.github.com/spec/v1\noid") << unsupported
                             << "Git LFS"
                             << "git lfs pull";
        QTest::newRow("page") << QByteArray("<!DOCTYPE html>") << unsupported << "HTML"
                              << "Download";
        QTest::newRow("text") << QByteArray("hello") << unsupported << "its first bytes (68 65 6c 6c 6f)"
                              << ".npz";
    }

    void othersAreNamed()
    {
        QFETCH(QByteArray, content);
        QFETCH(int, code);
        QFETCH(QString, reason);
        QFETCH(QString, advice);
        const support::TempFolder folder;
        const auto path = folder.write("dump.npz", content.toStdString());
        const auto dump = core::openDump(path);
        QVERIFY(!dump.has_value());
        support::verifyRefused(dump.error(), code, reason, "'" + QString::fromStdString(path.string()) + "'");
        QVERIFY2(QString::fromStdString(dump.error().advice).contains(advice), dump.error().advice.c_str());
    }

    void pathsThatAreNoFilesAreRefused()
    {
        const support::TempFolder folder;
        const auto missing = core::openDump(folder.path() / "none.npy");
        QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
    }

    void sidecarIsFound()
    {
        const support::TempFolder folder;
        folder.write("a.b.tokens.json", R"({"tokens": ["x", "y"], "scale": 0.5})");
        const auto dump = core::openDump(folder.write("a.b.npy", support::npy(q)));
        QVERIFY(dump && dump->sidecar);
        QCOMPARE(dump->sidecar->path, std::string("a.b.tokens.json"));
        QCOMPARE(dump->sidecar->keyTokens, (std::vector<std::string>{"x", "y"}));
    }

    void otherKeysOfJsonAreItsSidecar()
    {
        const support::TempFolder folder;
        const auto dump =
            core::openDump(folder.write("a.json", R"({"attention": [[1]], "tokens": ["x"], "causal": true})"));
        QVERIFY(dump && dump->sidecar);
        QCOMPARE(dump->sidecar->path, std::string("metadata of a.json"));
        QCOMPARE(dump->sidecar->queryTokens, (std::vector<std::string>{"x"}));
        QCOMPARE(*dump->sidecar->causal, true);
    }

    void sidecarGoesBeforeMetadata()
    {
        const support::TempFolder folder;
        folder.write("a.tokens.json", R"({"scale": 0.16666666666666666})");
        const auto dump = core::openDump(
            folder.write("a.safetensors", support::safetensors({q}, {{"scale", "0.16666667"}, {"model", "m"}})));
        QVERIFY(dump && dump->sidecar);
        QCOMPARE(dump->sidecar->scales, (std::vector<double>{1.0 / 6}));
        QCOMPARE(dump->sidecar->model, std::string("m"));
        QCOMPARE(dump->sidecar->path, std::string("a.tokens.json and metadata of a.safetensors"));
        QCOMPARE(dump->metadata.at("scale"), std::string("0.16666667"));
    }

    void malformedSidecarIsAnErrorOfItsOwn()
    {
        const support::TempFolder folder;
        const auto sidecar = folder.write("a.tokens.json", R"({"scale": "x"})");
        const auto dump = core::openDump(folder.write("a.npy", support::npy(q)));
        QVERIFY(!dump);
        support::verifyRefused(dump.error(), int(ErrorCode::Malformed), "'scale' must be",
            "'" + QString::fromStdString(sidecar.string()) + "'");
    }

    void sidecarThatCannotBeReadIsAnError()
    {
        const support::TempFolder folder;
        std::filesystem::create_directory(folder.path() / "a.tokens.json");
        const auto dump = core::openDump(folder.write("a.npy", support::npy(q)));
        QVERIFY(!dump && dump.error().code == ErrorCode::Unreadable);
    }

    /// A hole of 64 GiB stands for data that must not be touched.
    void openingCostsTheHeadersOnly()
    {
        const support::TempFolder folder;
        const std::string header =
            support::npyHeader("{'descr': '|u1', 'fortran_order': False, 'shape': (68719476736,)}");
        const auto path = folder.write("large.npy", header);
        std::error_code error;
        std::filesystem::resize_file(path, header.size() + (std::uintmax_t{1} << 36), error);
        if (error)
            QSKIP("this file system has no files of 64 GiB");
        const auto dump = core::openDump(path);
        QVERIFY2(dump.has_value(), dump ? "" : dump.error().message.c_str());
        QCOMPARE(dump->tensors[0].elementCount(), std::uint64_t{1} << 36);
    }

    void cutAfterOpeningIsNoticed()
    {
        const support::TempFolder folder;
        const auto path = folder.write(
            "a.safetensors", support::safetensors({{"a", Element::U8, {9000}, std::vector<double>(9000, 1)}}));
        const auto dump = core::openDump(path);
        QVERIFY(dump.has_value());
        std::filesystem::resize_file(path, 200);
        QCOMPARE(support::valuesOf(dump->tensors[0]).back(), 0.0);
        QVERIFY(!dump->tensors[0].bytes->intact());
    }

    /// What was inflated or read from text is no longer what the file holds.
    void changesOfFilesThatWereCopiedAreNoticed()
    {
        const support::TempFolder folder;
        for (const auto& [name, content] : std::map<std::string, std::string>{
                 {"a.npz", support::npz({q}, support::NpzMembers::Deflated)}, {"a.json", "[[1, 2]]"}}) {
            const auto path = folder.write(name, content);
            const auto dump = core::openDump(path);
            QVERIFY(dump && dump->tensors[0].bytes->intact());
            std::filesystem::resize_file(path, content.size() - 1);
            QVERIFY2(!dump->tensors[0].bytes->intact(), name.c_str());
        }
    }

    void hashIsThatOfTheBytes_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("hash");
        // FIPS 180-4 examples.
        QTest::newRow("empty") << QByteArray() << "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        QTest::newRow("abc") << QByteArray("abc") << "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        QTest::newRow("million a") << QByteArray(1'000'000, 'a')
                                   << "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
    }

    void hashIsThatOfTheBytes()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, hash);
        const support::TempFolder folder;
        QCOMPARE(core::sha256Of(folder.write("x", content.toStdString())).value(), hash.toStdString());
        QVERIFY(core::sha256Of(folder.path() / "none").error().code == ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(TestOpenDump)
#include "tst_opendump.moc"
