// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/manyfiles.h"
#include "npzwriter.h"
#include "readers.h"
#include "safetensorswriter.h"
#include "tempfolder.h"
#include "torchwriter.h"

#include <QtTest>

#include <QCryptographicHash>

using core::Element;
using core::ErrorCode;
using support::Array;

namespace {

Array array(const std::string& name, double value)
{
    return {name, Element::F32, {1, 2}, {value, 1 - value}};
}

QString namesOf(const core::DumpFile& dump)
{
    QStringList names;
    for (const auto& tensor : dump.tensors)
        names << QString::fromStdString(tensor.name);
    return names.join(' ');
}

QString unreadOf(const core::DumpFile& dump)
{
    QStringList lines;
    for (const auto& unread : dump.unread)
        lines << QString::fromStdString(unread.name + ": " + unread.reason);
    return lines.join('\n');
}

void verifyRefused(const core::Result<core::DumpFile>& dump, ErrorCode code, const char* reason)
{
    QVERIFY(!dump);
    const auto message = QString::fromStdString(dump.error().message);
    QVERIFY2(message.contains(QLatin1String(reason)), qPrintable(message));
    QCOMPARE(int(dump.error().code), int(code));
}

std::string hash(const std::string& bytes)
{
    return QCryptographicHash::hash(QByteArray::fromStdString(bytes), QCryptographicHash::Sha256).toHex().toStdString();
}

const std::string shardIndex = R"({"metadata": {"total_size": 16, "model": "m"},
    "weight_map": {"layers.0.q": "a.safetensors", "layers.0.k": "b.safetensors"}})";

}

class TestManyFiles : public QObject
{
    Q_OBJECT

private slots:
    void filesOfAFolderAreOneDump()
    {
        const support::TempFolder folder;
        folder.write("layer_10.npy", support::npy(array("", 0.1)));
        folder.write("layer_2.npz", support::npz({array("q", 0.2), array("k", 0.3)}));
        folder.write("layer_9.safetensors", support::safetensors({array("probs", 0.4)}, {{"model", "m"}, {"n", "1"}}));
        folder.write("layer_11.safetensors", support::safetensors({array("probs", 0.4)}, {{"model", "m"}, {"n", "2"}}));
        folder.write("layer_03.json", "[[1, 0]]");
        const support::TorchStorage storage{"0", "FloatStorage", Element::F32, {1, 0}};
        const auto tensor = support::tensor(storage, {0, {1, 2}, {2, 1}});
        folder.write("attentions.pt", support::torchFile(support::pickle::tuple({tensor, tensor}), {storage}));
        folder.write("README.txt", "hello");
        folder.write("ids.json", "{\"text\": \"x\"}");
        folder.write(".hidden", "not looked at");
        folder.write("tokens.json", "{\"tokens\": [\"a\", \"b\"]}");
        std::filesystem::create_directory(folder.path() / "step_1");
        const auto dump = core::openDump(folder.path().string() + "/");
        QVERIFY2(dump, dump ? "" : dump.error().message.c_str());
        QCOMPARE(namesOf(*dump),
            QStringLiteral("attentions[0] attentions[1] layer_2.q layer_2.k layer_03 layer_9.probs layer_10 "
                           "layer_11.probs"));
        QCOMPARE(unreadOf(*dump),
            QStringLiteral("README.txt: its first bytes (68 65 6c 6c 6f) are of no format that is known\n"
                           "ids.json: it is JSON without a list of numbers\n"
                           "step_1: it is a folder inside the folder"));
        QCOMPARE(dump->container, std::string("folder"));
        QCOMPARE(dump->files.size(), std::size_t(6));
        QCOMPARE(support::valuesOf(dump->tensors[3]), (std::vector<double>{double(0.3F), double(0.7F)}));
        QCOMPARE(dump->metadata.count("n"), std::size_t(0)); // the files disagree
        QVERIFY(dump->sidecar);
        QCOMPARE(dump->sidecar->keyTokens, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(dump->sidecar->model, std::string("m"));
    }

    void damagedFilesFailTheFolder()
    {
        const support::TempFolder folder;
        folder.write("layer_0.npy", support::npy(array("", 0.1)));
        const std::string cut = support::npy(array("", 0.1));
        folder.write("layer_1.npy", cut.substr(0, cut.size() - 1));
        verifyRefused(core::openDump(folder.path()), ErrorCode::Malformed, "layer_1.npy': its shape needs 8 bytes");
    }

    void namesMustDiffer()
    {
        const support::TempFolder folder;
        folder.write("a.npy", support::npy(array("", 0.1)));
        folder.write("a.json", "[[1]]");
        verifyRefused(core::openDump(folder.path()), ErrorCode::Unsupported, "two of its tensors would be named 'a'");
    }

    void foldersWithoutDumpsAreRefused()
    {
        const support::TempFolder folder;
        verifyRefused(core::openDump(folder.path()), ErrorCode::Unsupported, "the folder is empty");
        folder.write("x.txt", "hello");
        const auto dump = core::openDump(folder.path());
        verifyRefused(dump, ErrorCode::Unsupported, "no file in the folder is a dump");
        QCOMPARE(dump.error().reasons.size(), std::size_t(1));
        QVERIFY(dump.error().reasons[0].starts_with("'x.txt': its first bytes"));
    }

    void cutFilesAreNoticed()
    {
        const support::TempFolder folder;
        folder.write("a.npy", support::npy(array("", 0.1)));
        const auto second = folder.write("b.npy", support::npy(array("", 0.2)));
        const auto dump = core::openDump(folder.path());
        QVERIFY(dump.has_value());
        std::filesystem::resize_file(second, 10);
        QVERIFY(dump->tensors[0].bytes->intact());
        QVERIFY(!dump->tensors[1].bytes->intact());
    }

    void shardsAreOneDump()
    {
        const support::TempFolder folder;
        folder.write("b.safetensors", support::safetensors({array("layers.0.k", 0.5), array("extra", 0)}));
        folder.write("a.safetensors", support::safetensors({array("layers.0.q", 0.25)}));
        folder.write("model.safetensors.tokens.json", R"({"tokens": ["x"]})");
        folder.write("model.safetensors.index.tokens.json", R"({"tokens": ["y"]})");
        const auto dump = core::openDump(folder.write("model.safetensors.index.json", shardIndex));
        QVERIFY2(dump, dump ? "" : dump.error().message.c_str());
        QCOMPARE(namesOf(*dump), QStringLiteral("layers.0.q layers.0.k"));
        QCOMPARE(support::valuesOf(dump->tensors[0]), (std::vector<double>{0.25, 0.75}));
        QCOMPARE(unreadOf(*dump), QStringLiteral("b.safetensors: its tensor 'extra' is not in the index"));
        QCOMPARE(dump->container, std::string("index"));
        QCOMPARE(dump->metadata.at("model"), std::string("m"));
        QCOMPARE(dump->sidecar->keyTokens, (std::vector<std::string>{"y"}));
    }

    void shardsMustBeThere()
    {
        const support::TempFolder folder;
        folder.write("a.safetensors", support::safetensors({array("layers.0.q", 0.25)}));
        const auto path = folder.write("x.index.json", shardIndex);
        const auto missing = core::openDump(path);
        verifyRefused(missing, ErrorCode::NotFound,
            "x.index.json': its shard 'b.safetensors', which holds 1 of its tensors, is missing");
        folder.write("b.safetensors", support::safetensors({array("other", 0.25)}));
        verifyRefused(
            core::openDump(path), ErrorCode::Malformed, "shard 'b.safetensors' does not hold the tensor 'layers.0.k'");
        folder.write("b.safetensors", "hello");
        verifyRefused(core::openDump(path), ErrorCode::Unsupported, "b.safetensors': its first bytes");
    }

    void brokenIndicesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("reason");
        QTest::newRow("no JSON") << QByteArray("hello") << "stops to be valid";
        QTest::newRow("no map") << QByteArray("{}") << "no 'weight_map'";
        QTest::newRow("list") << QByteArray("[]") << "no 'weight_map'";
        QTest::newRow("empty map") << QByteArray(R"({"weight_map": {}})") << "no 'weight_map'";
        QTest::newRow("number") << QByteArray(R"({"weight_map": {"a": 1}})") << "not the name of one beside the index";
        for (const char* name : {"../a", "/etc/passwd", "a/b", ".", "..", "", "a\\u0000"})
            QTest::newRow(name) << QByteArray(R"({"weight_map": {"a": ")") + name + "\"}}"
                                << "not the name of one beside the index";
    }

    void brokenIndicesAreRefused()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, reason);
        const support::TempFolder folder;
        const auto dump = core::openDump(folder.write("x.index.json", json.toStdString()));
        verifyRefused(dump, ErrorCode::Malformed, qPrintable(reason));
    }

    /// As `sha256sum FILES | sha256sum` prints it, files sorted by name.
    void hashesAreThoseOfTheListing()
    {
        const support::TempFolder folder;
        const std::string a = support::safetensors({array("layers.0.q", 0.25)});
        const std::string b = support::safetensors({array("layers.0.k", 0.5)});
        folder.write("a.safetensors", a);
        folder.write("b.safetensors", b);
        folder.write("tokens.json", "{}");
        const std::string both = hash(a) + "  a.safetensors\n" + hash(b) + "  b.safetensors\n";
        QCOMPARE(core::sha256Of(folder.path()).value(), hash(both));
        const auto path = folder.write("x.index.json", shardIndex);
        QCOMPARE(core::sha256Of(path).value(), hash(both + hash(shardIndex) + "  x.index.json\n"));
    }
};

QTEST_GUILESS_MAIN(TestManyFiles)
#include "tst_manyfiles.moc"
