// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>

#include <QJsonArray>
#include <QtTest>

#include "capture/capture.h"
#include "dumps.h"
#include "naive.h"
#include "npzwriter.h"
#include "program.h"

using core::Element;

namespace {

constexpr std::size_t items = 2, heads = 3, queries = 5, keys = 7;

/// Rows of probabilities, of an item and a head after the other, rounded to float16.
std::vector<double> probabilityRows()
{
    std::vector<double> numbers;
    for (std::size_t row = 0; row < items * heads * queries; ++row)
        for (std::size_t key = 0; key < keys; ++key)
            numbers.push_back(key == row % keys ? 0.25 : 0.125);
    return numbers;
}

/// A safetensors file taken apart by the format's definition.
struct Parsed
{
    QJsonObject tensors;
    QJsonObject metadata;
    QByteArray data;

    explicit Parsed(const QByteArray& file)
    {
        if (file.size() < 8)
            return;
        std::size_t length = 0;
        for (int i = 7; i >= 0; --i)
            length = length << 8U | static_cast<unsigned char>(file.at(i));
        const auto size = static_cast<qsizetype>(length);
        tensors = QJsonDocument::fromJson(file.mid(8, size)).object();
        metadata = tensors.take(QStringLiteral("__metadata__")).toObject();
        data = file.mid(8 + size);
    }
    QByteArray bytes(const char* name) const
    {
        const auto offsets = entry(name)[QStringLiteral("data_offsets")].toArray();
        return data.mid(offsets[0].toInt(), offsets[1].toInt() - offsets[0].toInt());
    }
    QJsonObject entry(const char* name) const { return tensors[QLatin1String(name)].toObject(); }
    QJsonArray shape(const char* name) const { return entry(name)[QStringLiteral("shape")].toArray(); }
};

template <typename Number>
std::vector<Number> numbersIn(const QByteArray& bytes)
{
    std::vector<Number> numbers(static_cast<std::size_t>(bytes.size()) / sizeof(Number));
    std::memcpy(numbers.data(), bytes.constData(), numbers.size() * sizeof(Number));
    return numbers;
}

}

class TestCliConvert : public QObject
{
    Q_OBJECT

    support::TempFolder m_folder;
    dumps::Grouped m_grouped;
    QString m_groupedFile;

    QString path(const QString& name) const
    {
        return QString::fromStdString(m_folder.path().string()) + QLatin1Char('/') + name;
    }
    static QByteArray contents(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QStringList entries() const
    {
        return QDir(QString::fromStdString(m_folder.path().string())).entryList(QDir::Files | QDir::Hidden);
    }
    /// Runs convert with more words, and --force; gives the file.
    QByteArray converted(const QStringList& words, const QString& name)
    {
        const Run run = runProgram(
            QStringList{QStringLiteral("convert"), QStringLiteral("-o"), path(name), QStringLiteral("--force")}
            + words);
        if (run.code != 0)
            qWarning("%s", run.err.constData());
        return run.code == 0 ? contents(path(name)) : QByteArray();
    }
    QStringList grouped(const QString& words = {}) const
    {
        return QStringList{m_groupedFile} + dumps::Grouped::hints() + words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    }

    static QStringList headsOf(const core::Capture& capture)
    {
        QStringList lines;
        for (const core::HeadInfo& head : capture.heads())
            lines << QStringLiteral("%1 %2 %3 %4x%5 kv %6 %7 causal %8 V %9")
                         .arg(QString::fromStdString(head.id.group), QString::fromStdString(head.name))
                         .arg(static_cast<int>(head.id.source))
                         .arg(head.rowCount)
                         .arg(head.keyCount)
                         .arg(head.kvHead ? static_cast<int>(head.kvHead->value) : -1)
                         .arg(static_cast<int>(head.element))
                         .arg(head.causal)
                         .arg(head.hasValues)
                    + QStringLiteral(" scale %1 mask %2").arg(head.scale.value_or(0)).arg(!head.origin.mask.empty())
                    + QStringLiteral(" window %1 cap %2 sink %3")
                          .arg(head.window.value_or(0))
                          .arg(head.softCap.value_or(0))
                          .arg(head.sinkScore ? QString::number(*head.sinkScore) : QStringLiteral("none"));
        return lines;
    }
    /// What was found about the dump as a whole; reasons name files and differ.
    static QStringList findingsOf(const core::Capture& capture)
    {
        QStringList lines;
        for (const core::Finding& finding : capture.findings())
            lines << QString::fromStdString(finding.subject + ": " + finding.reading);
        return lines;
    }
    static QStringList rolesOf(const core::Capture& capture)
    {
        QStringList roles;
        for (const core::TensorReading& reading : capture.readings())
            roles << QString::fromLatin1(core::nameOf(reading.role).data());
        roles.sort();
        return roles;
    }
    static QJsonArray records(const QString& file, const QStringList& hints = {})
    {
        const Run run = runProgram(QStringList{QStringLiteral("analyze"), file, QStringLiteral("--json"),
                                       QStringLiteral("--rule"), QStringLiteral("topk:3")}
            + hints);
        return run.json()[QStringLiteral("heads")].toArray();
    }

private slots:
    void initTestCase()
    {
        m_groupedFile = QString::fromStdString(m_folder.write("grouped.safetensors", m_grouped.safetensors()).string());
    }

    void readsBackAsItWas_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QStringList>("hints");
        QTest::addColumn<QString>("name");
        const auto add = [this](
                             const char* file, const std::string& bytes, const QStringList& hints, const char* name) {
            m_folder.write(file, bytes);
            QTest::newRow(file) << path(QString::fromLatin1(file)) << hints << QString::fromLatin1(name);
        };
        const QStringList none;
        add("grouped-again.safetensors", m_grouped.safetensors(), dumps::Grouped::hints(), "layers.1.k");
        support::NpyOptions fortran;
        fortran.fortran = true;
        fortran.order = core::ByteOrder::Big;
        add("L4_attn.npy", support::npy({"", Element::F16, {items, heads, queries, keys}, probabilityRows()}, fortran),
            none, "layers.4.probs");
        add("scores.npy", dumps::Scores().npy(), none, "layers.0.logits");
        add("cross_attn_2.npy", support::npy({"", Element::F32, {items, heads, queries, keys}, probabilityRows()}),
            none, "cross.layers.2.probs");
        add("position_first.safetensors",
            support::safetensors({{"blocks.1.attn.hook_q", Element::F32, {6, 2, 4}, dumps::normals(48, 1, 1)},
                                     {"blocks.1.attn.hook_k", Element::F32, {6, 2, 4}, dumps::normals(48, 1, 2)}},
                {{"causal", "false"}, {"tokens", "[\"a\",\"\\\"b\\\"\",\"c\",\"\\u2581d\",\"e\\n\",\"f\"]"}}),
            none, "layers.1.q");
        add("padded.npz",
            support::npz({{"attention_mask", Element::I64, {2, 6}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0}},
                {"encoder_layer0_q", Element::F64, {2, 2, 6, 4}, dumps::normals(96, 1, 3)},
                {"encoder_layer0_k", Element::F64, {2, 2, 6, 4}, dumps::normals(96, 1, 4)},
                {"encoder_layer3_q", Element::F64, {2, 2, 6, 8}, dumps::normals(192, 1, 3)},
                {"encoder_layer3_k", Element::F64, {2, 2, 6, 8}, dumps::normals(192, 1, 4)},
                {"encoder_layer3_v", Element::F64, {2, 2, 6, 3}, dumps::normals(72, 1, 5)}}),
            none, "encoder.layers.3.v");
        add("terms.safetensors",
            support::safetensors({{"q", Element::F32, {3, 2, 6, 4}, dumps::normals(144, 1, 6)},
                                     {"k", Element::F32, {3, 2, 6, 4}, dumps::normals(144, 1, 7)}},
                {{"causal", "true"}, {"window", "[3, null, 4]"}, {"softcap", "[0, 30, 2.5]"}, {"scale", "[1, 2, 3]"},
                    {"sink_logits", "[[1, -2], null, [0.5, 0.25]]"}}),
            none, "layers.2.q");
        add("one_window.safetensors",
            support::safetensors({{"layers.3.q", Element::F32, {2, 6, 4}, dumps::normals(48, 1, 6)},
                                     {"layers.3.k", Element::F32, {1, 6, 4}, dumps::normals(24, 1, 7)}},
                {{"causal", "true"}, {"window", "3"}, {"softcap", "30"}, {"sink_logits", "0"}}),
            none, "layers.3.q");
        add("stacked_probs.npy", support::npy({"", Element::F32, {2, 1, heads, queries, keys}, probabilityRows()}),
            none, "layers.1.probs");
    }

    void readsBackAsItWas()
    {
        QFETCH(QString, file);
        QFETCH(QStringList, hints);
        QFETCH(QString, name);
        const Parsed parsed(converted(QStringList{file} + hints, QStringLiteral("again.safetensors")));
        QVERIFY2(parsed.tensors.contains(name), qPrintable(parsed.tensors.keys().join(QLatin1Char(' '))));
        core::Hints stated;
        if (!hints.isEmpty()) {
            stated.causal = true;
            stated.scale = 0.5;
        }
        const auto before = core::Capture::open(file.toStdString(), stated);
        const auto after = core::Capture::open(path(QStringLiteral("again.safetensors")).toStdString());
        QVERIFY(before && after);
        QCOMPARE(headsOf(**after), headsOf(**before));
        for (const QString& role : rolesOf(**before))
            QVERIFY2(rolesOf(**after).contains(role), qPrintable(role));
        for (const QString& finding : findingsOf(**before))
            QVERIFY2(findingsOf(**after).contains(finding), qPrintable(finding));
        for (std::uint32_t item = 0; item < 2; ++item) {
            QCOMPARE((*after)->queryTokens({item}), (*before)->queryTokens({item}));
            QCOMPARE((*after)->keyTokens({item}), (*before)->keyTokens({item}));
        }
        const QJsonArray numbers = records(file, hints);
        QVERIFY(!numbers.isEmpty());
        QCOMPARE(records(path(QStringLiteral("again.safetensors"))), numbers);
    }

    /// Every form of dump that opens without hints.
    void theCorpusReadsBackAsItWas()
    {
        int read = 0;
        const QDir corpus(QStringLiteral(TAILMASS_CORPUS_DIR));
        for (const QString& name : corpus.entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QString file = corpus.filePath(name);
            if (name.endsWith(QStringLiteral(".tokens.json")) || !core::Capture::open(file.toStdString()))
                continue;
            QVERIFY2(!converted({file}, QStringLiteral("corpus.safetensors")).isEmpty(), qPrintable(name));
            const QJsonArray numbers = records(file);
            QVERIFY2(!numbers.isEmpty(), qPrintable(name));
            QVERIFY2(records(path(QStringLiteral("corpus.safetensors"))) == numbers, qPrintable(name));
            ++read;
        }
        QVERIFY(read > 40);
    }

    /// As many heads as positions: nothing but a statement tells them apart.
    void noHintIsNeededForASquareOfHeadsAndPositions()
    {
        m_folder.write("square.safetensors",
            support::safetensors({{"layers.0.q", Element::F32, {4, 4, 2}, dumps::normals(32, 1, 3)},
                                     {"layers.0.k", Element::F32, {4, 4, 2}, dumps::normals(32, 1, 4)}},
                {{"causal", "false"}}));
        const QString file = path(QStringLiteral("square.safetensors"));
        QVERIFY(!core::Capture::open(file.toStdString()));
        for (const char* order : {"HPD", "PHD"}) {
            const QStringList hints{QStringLiteral("--roles"), QLatin1String(order)};
            QVERIFY(!converted(QStringList{file} + hints, QStringLiteral("told.safetensors")).isEmpty());
            const QJsonArray numbers = records(file, hints);
            QCOMPARE(numbers.size(), 4);
            QCOMPARE(records(path(QStringLiteral("told.safetensors"))), numbers);
        }
    }

    /// Rows and columns both sum to 1.
    void noHintIsNeededForATieOfRowsAndColumns()
    {
        const QString file = QString::fromStdString(
            m_folder
                .write("tie_probs.npy",
                    support::npy(
                        {"", Element::F32, {1, 3, 3}, {0.5, 0.375, 0.125, 0.125, 0.5, 0.375, 0.375, 0.125, 0.5}}))
                .string());
        QVERIFY(!core::Capture::open(file.toStdString()));
        for (const char* order : {"HQK", "HKQ"}) {
            const QStringList hints{
                QStringLiteral("--roles"), QLatin1String(order), QStringLiteral("--causal"), QStringLiteral("no")};
            QVERIFY(!converted(QStringList{file} + hints, QStringLiteral("told.safetensors")).isEmpty());
            QCOMPARE(records(path(QStringLiteral("told.safetensors"))), records(file, hints));
        }
    }

    void storedBytesAreNotConverted()
    {
        const support::Array rows{"", Element::F16, {items, heads, queries, keys}, probabilityRows()};
        support::NpyOptions other;
        other.fortran = true;
        other.order = core::ByteOrder::Big;
        m_folder.write("attn.npy", support::npy(rows, other));
        const Parsed parsed(converted(
            {path(QStringLiteral("attn.npy")), QStringLiteral("--roles"), QStringLiteral("BHQK"),
                QStringLiteral("--item"), QStringLiteral("1"), QStringLiteral("--head"), QStringLiteral("0,2")},
            QStringLiteral("part.safetensors")));
        QCOMPARE(parsed.entry("layers.0.probs")[QStringLiteral("dtype")].toString(), QStringLiteral("F16"));
        QCOMPARE(parsed.shape("layers.0.probs"), (QJsonArray{2, int(queries), int(keys)}));
        std::vector<double> wanted;
        for (const std::size_t head : {0U, 2U}) {
            const auto first = rows.values.begin() + static_cast<std::ptrdiff_t>((heads + head) * queries * keys);
            wanted.insert(wanted.end(), first, first + queries * keys);
        }
        QCOMPARE(parsed.bytes("layers.0.probs").toStdString(), support::encode(wanted, Element::F16));
    }

    void probabilitiesAreSoftmaxRoundedToNearest()
    {
        for (const bool wide : {false, true}) {
            const Parsed parsed(converted(grouped(QStringLiteral("--what probs --dtype ")
                                              + (wide ? QStringLiteral("f64") : QStringLiteral("f32"))),
                QStringLiteral("probs.safetensors")));
            QCOMPARE(parsed.shape("layers.1.probs"), (QJsonArray{4, 20, 20}));
            const QByteArray bytes = parsed.bytes("layers.1.probs");
            std::vector<double> numbers;
            if (wide)
                numbers = numbersIn<double>(bytes);
            else
                for (const float x : numbersIn<float>(bytes))
                    numbers.push_back(static_cast<double>(x));
            QCOMPARE(numbers.size(), std::size_t{4 * 20 * 20});
            for (std::size_t head = 0; head < 4; ++head)
                for (std::size_t row = 0; row < 20; ++row) {
                    const naive::Row wanted(m_grouped.row(1, head, row));
                    for (std::size_t key = 0; key < 20; ++key) {
                        const double x = numbers[(head * 20 + row) * 20 + key];
                        const naive::Real p = key <= row ? wanted.p[key] : 0;
                        QVERIFY(naive::near(x, p, wide ? 1e-14L : 5.961e-8L));
                    }
                }
            const auto capture = core::Capture::open(path(QStringLiteral("probs.safetensors")).toStdString());
            QVERIFY(capture);
            QVERIFY((*capture)->heads().front().causal && (*capture)->heads().front().kvHead);
        }
    }

    /// Scores 0 and a sink of ln 2: probabilities of 1/4, which are read as they stand.
    void probabilitiesLeaveTheSinksShare()
    {
        m_folder.write("sink.safetensors",
            support::safetensors({{"layers.0.q", Element::F32, {1, 2, 3}, std::vector<double>(6, 0)},
                                     {"layers.0.k", Element::F32, {1, 2, 3}, std::vector<double>(6, 1)}},
                {{"causal", "false"}, {"softcap", "7"}, {"sink_logits", "0.6931471805599453"}}));
        const Parsed parsed(converted({path(QStringLiteral("sink.safetensors")), QStringLiteral("--what"),
                                          QStringLiteral("probs"), QStringLiteral("--dtype"), QStringLiteral("f64")},
            QStringLiteral("probs.safetensors")));
        for (const double p : numbersIn<double>(parsed.bytes("layers.0.probs")))
            QVERIFY(std::abs(p - 0.25) < 1e-15);
        QVERIFY(!parsed.metadata.contains(QLatin1String("sink_logits")));
        QVERIFY(!parsed.metadata.contains(QLatin1String("softcap")));
    }

    void rowsWithoutANumberStayWithout()
    {
        constexpr double inf = std::numeric_limits<double>::infinity();
        m_folder.write("odd.npy",
            support::npy({"", Element::F32, {1, 3, 3}, {-1, -inf, 0, -inf, -inf, -inf, 1, std::nan(""), -2}}));
        const auto numbers = numbersIn<float>(
            Parsed(converted({path(QStringLiteral("odd.npy")), QStringLiteral("--what"), QStringLiteral("probs"),
                                 QStringLiteral("--kind"), QStringLiteral("scores"), QStringLiteral("--causal"),
                                 QStringLiteral("no")},
                       QStringLiteral("odd.safetensors")))
                .bytes("layers.0.probs"));
        QCOMPARE(numbers.size(), std::size_t{9});
        QVERIFY(numbers[1] == 0 && numbers[0] > 0);
        QVERIFY(numbers[3] == 0 && numbers[4] == 0 && numbers[5] == 0);
        QVERIFY(std::isnan(numbers[6]) && std::isnan(numbers[7]) && std::isnan(numbers[8]));
    }

    void indicesAreTheLargestKeys()
    {
        const Parsed parsed(
            converted(grouped(QStringLiteral("--what kept --rule topk:6")), QStringLiteral("kept.safetensors")));
        QCOMPARE(parsed.entry("layers.0.indices")[QStringLiteral("dtype")].toString(), QStringLiteral("I32"));
        QCOMPARE(parsed.shape("layers.0.indices"), (QJsonArray{4, 20, 6}));
        QCOMPARE(parsed.metadata[QStringLiteral("rule")].toString(), QStringLiteral("topk:6"));
        const auto indices = numbersIn<std::int32_t>(parsed.bytes("layers.0.indices"));
        for (std::size_t head = 0; head < 4; ++head)
            for (std::size_t row = 0; row < 20; ++row) {
                const auto order = naive::Row(m_grouped.row(0, head, row)).order;
                for (std::size_t i = 0; i < 6; ++i)
                    QCOMPARE(indices[(head * 20 + row) * 6 + i], i < order.size() ? int(order[i]) : -1);
            }
    }

    void aMaskIsReadBackAsARule_data()
    {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("form");
        for (const char* rule : {"topp:0.8", "threshold:0.1", "block:4x4:top2", "window:3+2", "topk:5+window:2+1"})
            QTest::newRow(rule) << QString::fromLatin1(rule)
                                << (rule[0] == 't' && rule[3] != 'k' ? QString() : QStringLiteral("--form mask"));
    }

    void aMaskIsReadBackAsARule()
    {
        QFETCH(QString, rule);
        QFETCH(QString, form);
        const QString layer = QStringLiteral("--layer 1 ");
        const QString file = QStringLiteral("mask.safetensors");
        const Parsed parsed(
            converted(grouped(layer + QStringLiteral("--what kept --rule %1 %2").arg(rule, form)), file));
        QCOMPARE(parsed.entry("layers.1.mask")[QStringLiteral("dtype")].toString(), QStringLiteral("BOOL"));
        const auto certified = [&](const QString& by) {
            const Run run = runProgram(
                QStringList{QStringLiteral("analyze")} + grouped(layer + QStringLiteral("--json --rule ") + by));
            QJsonArray rules;
            for (const QJsonValue& head : run.json()[QStringLiteral("heads")].toArray()) {
                QJsonObject record = head[QStringLiteral("rule")].toObject();
                record.remove(QStringLiteral("text"));
                rules.append(record);
            }
            return rules;
        };
        const QJsonArray wanted = certified(rule);
        QCOMPARE(wanted.size(), 4);
        QCOMPARE(certified(QStringLiteral("mask:") + path(file)), wanted);
    }

    void npyHoldsOneHeadAsAMatrix()
    {
        const QByteArray file =
            converted(grouped(QStringLiteral("--head L1H2 --what kept --rule window:2+1")), QStringLiteral("one.npy"));
        QVERIFY(file.startsWith("\x93NUMPY\x01"));
        QVERIFY2(
            file.contains("'descr': '<i4', 'fortran_order': False, 'shape': (20, 3, )"), file.left(128).constData());
        QCOMPARE(file.size() % 64, (20 * 3 * 4) % 64);
        const auto indices = numbersIn<std::int32_t>(file.right(20 * 3 * 4));
        QCOMPARE(indices[0], 0);
        QCOMPARE(indices[1], -1);
        std::vector<int> last(indices.end() - 3, indices.end());
        std::sort(last.begin(), last.end());
        QCOMPARE(last, (std::vector<int>{0, 18, 19}));
    }

    /// The numbers of heads are anew from 0, and a K/V group stays one.
    void wholeGroupsKeepSharing()
    {
        QVERIFY(!converted(grouped(QStringLiteral("--head 2,3")), QStringLiteral("half.safetensors")).isEmpty());
        const auto capture = core::Capture::open(path(QStringLiteral("half.safetensors")).toStdString());
        QVERIFY(capture);
        QCOMPARE((*capture)->heads().size(), std::size_t{4});
        QVERIFY((*capture)->heads()[1].kvHead == core::HeadIndex{0});
        QJsonArray whole = records(m_groupedFile, dumps::Grouped::hints());
        const QJsonArray half = records(path(QStringLiteral("half.safetensors")));
        for (const QString& key : {QStringLiteral("rule"), QStringLiteral("k_eps"), QStringLiteral("sigma")}) {
            QCOMPARE(half[0].toObject()[key], whole[2].toObject()[key]);
            QCOMPARE(half[3].toObject()[key], whole[7].toObject()[key]);
        }
    }

    void whatCannotBeWritten_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QByteArray>("says");
        const auto add = [](const char* words, const char* says) {
            QTest::newRow(words) << QString::fromLatin1(words) << QByteArray(says);
        };
        add("-o x.npy", "an .npy file holds one tensor, and there are 6 (layers.0.q");
        add("-o x.bin", "its ending names no format that is written");
        add("-o x.safetensors --what kept", "kept sets need a rule");
        add("-o x.safetensors --rule topk:3", "Add --what kept.");
        add("-o x.safetensors --dtype f64", "Add --what probs.");
        add("-o x.safetensors --what probs --dtype f16", "expected one of f32, f64");
        add("-o x.safetensors --what kept --rule topp:0.9 --form indices", "have no fixed width");
        add("-o x.safetensors --head 0-2", "Choose whole K/V groups");
        add("-o x.safetensors --source probs", "failed to select heads");
        add("-o there.safetensors", "the file exists. Nothing was written. Choose another name, or replace it");
        add("-o grouped.safetensors --force", "it is the dump itself");
        add("", "--output is required");
    }

    void whatCannotBeWritten()
    {
        QFETCH(QString, words);
        QFETCH(QByteArray, says);
        m_folder.write("there.safetensors", "old");
        words.replace(QStringLiteral("-o "), QStringLiteral("-o ") + path(QString()));
        const QStringList before = entries();
        const Run run = runProgram(QStringList{QStringLiteral("convert")} + grouped(words));
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains(says), run.err.constData());
        QCOMPARE(run.errorLines().size(), 1);
        QCOMPARE(entries(), before);
        QCOMPARE(contents(path(QStringLiteral("there.safetensors"))), QByteArray("old"));
    }

    /// A sidecar beside the new file would be read with it and say something else.
    void aSidecarThatContradictsIsTold()
    {
        m_folder.write("other.tokens.json", R"({"causal": false})");
        const QStringList before = entries();
        const Run run = runProgram(QStringList{QStringLiteral("convert")}
            + grouped(QStringLiteral("-o ") + path(QStringLiteral("other.safetensors"))));
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("for L0H0 causal no instead of yes. Nothing was written. 'other.tokens.json' lies"),
            run.err.constData());
        QCOMPARE(entries(), before);
    }

    /// 2^21 x 2^21 probabilities of a small dump: refused with both numbers before anything is computed.
    void aDiskThatIsTooSmallIsToldBefore()
    {
        const std::vector<double> numbers(std::size_t{1} << 21U, 0.5);
        m_folder.write("long.safetensors",
            support::safetensors({{"layers.0.q", Element::F16, {1, numbers.size(), 1}, numbers},
                                     {"layers.0.k", Element::F16, {1, numbers.size(), 1}, numbers}},
                {{"causal", "false"}}));
        const QStringList before = entries();
        const Run run = runProgram({QStringLiteral("convert"), path(QStringLiteral("long.safetensors")),
            QStringLiteral("--what"), QStringLiteral("probs"), QStringLiteral("--dtype"), QStringLiteral("f64"),
            QStringLiteral("-o"), path(QStringLiteral("huge.npy"))});
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("it takes 35184372088960 bytes, and its disk has "), run.err.constData());
        QCOMPARE(entries(), before);
        QFile::remove(path(QStringLiteral("long.safetensors")));
    }

    void stopsOnRequestAndLeavesNothing()
    {
        const std::vector<double> numbers(std::size_t{20000} * 8, 0.5);
        m_folder.write("slow.safetensors",
            support::safetensors({{"layers.0.q", Element::F32, {1, 20000, 8}, numbers},
                                     {"layers.0.k", Element::F32, {1, 20000, 8}, numbers}},
                {{"causal", "false"}}));
        const QStringList before = entries();
        QProcess process;
        process.start(QStringLiteral(TAILMASS_PROGRAM),
            {QStringLiteral("convert"), path(QStringLiteral("slow.safetensors")), QStringLiteral("--what"),
                QStringLiteral("probs"), QStringLiteral("--threads"), QStringLiteral("1"), QStringLiteral("-o"),
                path(QStringLiteral("stopped.safetensors"))});
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY(entries().size() > before.size());
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 2);
        QVERIFY(process.readAllStandardError().endsWith("tailmass: stopped\n"));
        QCOMPARE(entries(), before);
    }

    void equalWorkGivesEqualBytes()
    {
        const QString words = QStringLiteral("--what probs --threads ");
        const QByteArray one = converted(grouped(words + QLatin1Char('1')), QStringLiteral("one.safetensors"));
        QVERIFY(!one.isEmpty());
        QCOMPARE(converted(grouped(words + QLatin1Char('4')), QStringLiteral("four.safetensors")), one);
    }
};

QTEST_GUILESS_MAIN(TestCliConvert)
#include "tst_cliconvert.moc"
