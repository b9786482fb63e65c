// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCryptographicHash>
#include <QJsonArray>
#include <QRegularExpression>
#include <QtTest>

#include "dumps.h"
#include "naive.h"
#include "program.h"

class TestCliDocuments : public QObject
{
    Q_OBJECT

    support::TempFolder m_folder;
    QString m_scores; ///< 3 heads, 17 x 23
    QString m_grouped;
    QString m_states; ///< probabilities with rows of every state
    QByteArray m_groupedBytes;

    QString put(const std::string& name, const std::string& bytes)
    {
        return QString::fromStdString(m_folder.write(name, bytes).string());
    }

    static QStringList sorted(QStringList list)
    {
        list.sort();
        return list;
    }
    static QStringList keys(const QJsonObject& object) { return sorted(object.keys()); }
    static QStringList keys(const char* names) { return sorted(QString::fromLatin1(names).split(QLatin1Char(' '))); }
    static QJsonObject firstHead(const Run& run)
    {
        return run.json().value(QLatin1String("heads")).toArray().at(0).toObject();
    }
    static QJsonObject member(const QJsonObject& object, const char* key)
    {
        return object.value(QLatin1String(key)).toObject();
    }

    Run ofScores(const QStringList& arguments) const
    {
        return runProgram(QStringList{arguments.first(), m_scores, QStringLiteral("--kind"), QStringLiteral("scores")}
            + arguments.mid(1));
    }

    Run ofGrouped(const QByteArray& words) const
    {
        QStringList arguments = QString::fromLatin1(words).split(QLatin1Char(' '));
        arguments.insert(1, m_grouped);
        return runProgram(arguments + dumps::Grouped::hints());
    }

private slots:
    /// A padded query can be looked at, but counts nowhere.
    void paddedQueriesAreShownAndNotCounted()
    {
        const QString corpus = QStringLiteral(TAILMASS_CORPUS_DUMPS) + QStringLiteral("/attention_mask.npz");
        const auto row = [&](const char* number) {
            return runProgram(
                {QStringLiteral("row"), corpus, QStringLiteral("--layer"), QStringLiteral("0"),
                    QStringLiteral("--head"), QStringLiteral("0"), QStringLiteral("--item"), QStringLiteral("0"),
                    QStringLiteral("--row"), QLatin1String(number), QStringLiteral("--json")})
                .json();
        };
        QVERIFY(row("3").contains("state") && !row("3").contains("padded"));
        QVERIFY(row("4").value("padded").toBool());
        QCOMPARE(row("4").value("state").toString(), QStringLiteral("valid"));
        const auto info = runProgram({QStringLiteral("analyze"), corpus, QStringLiteral("--item"), QStringLiteral("0"),
            QStringLiteral("--json")});
        const QJsonObject rows = info.json().value("heads").toArray().at(0).toObject().value("rows").toObject();
        QCOMPARE(rows.value("valid").toInt(), 4);
        QCOMPARE(rows.value("masked").toInt(), 2);
    }

    void initTestCase()
    {
        m_scores = put("scores.npy", dumps::Scores().npy());
        const std::string bytes = dumps::Grouped().safetensors();
        m_groupedBytes = QByteArray::fromStdString(bytes);
        m_grouped = put("grouped.safetensors", bytes);
        const double nan = std::nan("");
        m_states = put("states.npy",
            support::npy({"", core::Element::F64, {1, 6, 4},
                {0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 0, 0, 0, 0, 0, 0, nan, 0.5, 0.25, 0.25, 0.5, 0.25, 0.25, 0.5, 0.125,
                    0.125, 0.25, 0.5}}));
    }

    void everyDocumentStartsAlike_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QByteArray>("schema");
        const auto words = [](const char* text) { return QString::fromLatin1(text).split(QLatin1Char(' ')); };
        QTest::newRow("info") << words("info") << QByteArray("tailmass.info/1");
        QTest::newRow("analyze") << words("analyze") << QByteArray("tailmass.analyze/1");
        QTest::newRow("row") << words("row --head 0 --row 3") << QByteArray("tailmass.row/1");
        QTest::newRow("spectrum") << words("spectrum --head 0") << QByteArray("tailmass.spectrum/1");
        QTest::newRow("certify") << words("certify --rule topk:4 --epsilon 1") << QByteArray("tailmass.certificate/1");
    }

    void everyDocumentStartsAlike()
    {
        QFETCH(QStringList, command);
        QFETCH(QByteArray, schema);
        const Run run = ofScores(command + QStringList{QStringLiteral("--json")});
        QVERIFY2(run.code == 0, run.err.constData());
        QJsonParseError error;
        QJsonDocument::fromJson(run.out, &error);
        QCOMPARE(error.error, QJsonParseError::NoError);
        const QByteArrayList order{"{\n  \"schema\": \"" + schema + "\",\n",
            "  \"program\": {\"name\": \"tailmass\", \"version\": \"",
            "  \"dump\": {\"path\": ", "  \"reading\": \"stored\",\n", "  \"precision\": \"proven\","};
        const auto lines = run.out.split('\n');
        QVERIFY(run.out.startsWith(order[0]));
        for (int i = 1; i < order.size(); ++i)
            QVERIFY2(lines[i + 1].startsWith(order[i].trimmed().prepend("  ")), lines[i + 1].constData());
        QCOMPARE(member(run.json(), "dump").value(QLatin1String("path")).toString(), m_scores);
    }

    void analyzeHasTheKeysOfTheContract()
    {
        const Run run = ofScores(
            {QStringLiteral("analyze"), QStringLiteral("--json"), QStringLiteral("--rule"), QStringLiteral("topk:4")});
        const QJsonObject head = firstHead(run);
        QCOMPARE(keys(head),
            keys("group layer head item name source n_query n_key rows k_eps tail_mass rule entropy_nats sigma "
                 "max_weight"));
        QCOMPARE(head.value(QLatin1String("source")).toString(), QStringLiteral("scores"));
        QCOMPARE(head.value(QLatin1String("n_query")).toInt(), 17);
        QCOMPARE(head.value(QLatin1String("n_key")).toInt(), 23);
        QCOMPARE(keys(member(head, "rows")), keys("total valid masked nan zero not_normalised"));
        QCOMPARE(keys(member(head, "k_eps")), keys("0.1 0.01"));
        QCOMPARE(keys(member(member(head, "k_eps"), "0.1")), keys("mean p50 p99 max"));
        QCOMPARE(keys(member(head, "tail_mass")), keys("8 64"));
        QCOMPARE(keys(member(member(head, "tail_mass"), "8")),
            keys("mean max p99 mean_lower mean_upper max_lower max_upper worst_row saturated"));
        QCOMPARE(member(member(head, "tail_mass"), "64").value(QLatin1String("saturated")).toInt(), 17);
        QCOMPARE(keys(member(head, "rule")),
            keys("text mean max p99 mean_lower mean_upper max_lower max_upper worst_row saturated empty ambiguous "
                 "kept_mean density efficiency_mean"));
        QCOMPARE(keys(member(head, "sigma")), keys("mean min max"));
    }

    void sampledStatisticsAreEstimates()
    {
        const Run run = ofScores({QStringLiteral("analyze"), QStringLiteral("--json"), QStringLiteral("--sample-rows"),
            QStringLiteral("5")});
        const QJsonObject head = firstHead(run);
        QCOMPARE(member(head, "rows").value(QLatin1String("sampled")).toInt(), 5);
        QCOMPARE(member(head, "rows").value(QLatin1String("valid")).toInt(), 5);
        QCOMPARE(member(head, "rows").value(QLatin1String("total")).toInt(), 17);
        QCOMPARE(keys(member(member(head, "tail_mass"), "8")), keys("mean max p99 worst_row saturated"));
        std::vector<naive::Real> tails;
        for (const std::size_t row : {1U, 5U, 8U, 11U, 15U})
            tails.push_back(naive::Row(dumps::Scores().row(0, row)).tail(8));
        QVERIFY(naive::near(
            member(member(head, "tail_mass"), "8").value(QLatin1String("mean")).toDouble(), naive::mean(tails)));
    }

    void searchIsReportedByEpsilonAndMethod()
    {
        const Run run = ofGrouped("analyze --json --search int8,bennett --search-block 4 --epsilon 0.2,0.01");
        QVERIFY2(run.code == 0, run.err.constData());
        const QJsonObject head = firstHead(run);
        QCOMPARE(head.value(QLatin1String("search_block")).toInt(), 4);
        QVERIFY(!head.contains(QLatin1String("search_sampled")));
        QCOMPARE(keys(member(head, "search")), keys("0.2 0.01"));
        const QJsonObject methods = member(member(head, "search"), "0.2");
        QCOMPARE(keys(methods), keys("int8 bennett"));
        const QJsonObject int8 = member(methods, "int8");
        QCOMPARE(keys(int8), keys("scored_mean bytes_mean oracle_mean kept_mean proven early rows"));
        QCOMPARE(int8.value(QLatin1String("rows")).toInt(), 20);
        QCOMPARE(int8.value(QLatin1String("proven")).toInt(), 20);
        naive::Real oracle = 0;
        for (std::size_t row = 0; row < 20; ++row) {
            const naive::Row exact(dumps::Grouped().row(0, 0, row));
            oracle += static_cast<naive::Real>(exact.kEps(0.2)) / static_cast<naive::Real>(row + 1);
        }
        QVERIFY(naive::near(int8.value(QLatin1String("oracle_mean")).toDouble(), oracle / 20));
        QVERIFY(
            int8.value(QLatin1String("scored_mean")).toDouble() >= int8.value(QLatin1String("oracle_mean")).toDouble());
    }

    void aSearchOfSomeRowsSaysSo()
    {
        const Run run = ofGrouped("analyze --json --search mc --search-rows 5 --epsilon 0.1");
        const QJsonObject head = firstHead(run);
        QCOMPARE(head.value(QLatin1String("search_sampled")).toInt(), 5);
        QCOMPARE(member(member(member(head, "search"), "0.1"), "mc").value(QLatin1String("rows")).toInt(), 5);
        QCOMPARE(member(head, "rows").value(QLatin1String("valid")).toInt(), 20);
        QVERIFY(ofGrouped("analyze --search mc --search-rows 5").out.contains("means over sampled rows"));
        const Run all = ofGrouped("analyze --search mc,delta_k --search-rows 20");
        QVERIFY(all.out.contains("means over valid rows") && all.out.contains("delta_k"));
    }

    void searchesAreColumnsOfTheTable()
    {
        const QString file = QString::fromStdString((m_folder.path() / "search.csv").string());
        QCOMPARE(ofGrouped("analyze --search pca --epsilon 0.1 -o " + file.toLatin1()).code, 0);
        QFile table(file);
        QVERIFY(table.open(QIODevice::ReadOnly));
        const QByteArrayList names = table.readLine().trimmed().split(',');
        for (const char* name : {"search_block", "search_0.1_pca_scored_mean", "search_0.1_pca_bytes_mean",
                 "search_0.1_pca_oracle_mean", "search_0.1_pca_proven", "search_0.1_pca_rows"})
            QVERIFY2(names.contains(name), name);
    }

    void chosenRowsAreCountedAlone()
    {
        const Run run = ofScores(
            {QStringLiteral("analyze"), QStringLiteral("--json"), QStringLiteral("--row"), QStringLiteral("2,4-5")});
        const QJsonObject head = firstHead(run);
        QCOMPARE(member(head, "rows").value(QLatin1String("total")).toInt(), 3);
        std::vector<naive::Real> tails;
        for (const std::size_t row : {2U, 4U, 5U})
            tails.push_back(naive::Row(dumps::Scores().row(0, row)).tail(8));
        const QJsonObject tail = member(member(head, "tail_mass"), "8");
        QVERIFY(naive::near(tail.value(QLatin1String("mean")).toDouble(), naive::mean(tails)));
        QVERIFY(tail.contains(QLatin1String("mean_lower")));
    }

    void everyRowStateIsCounted()
    {
        const Run run = runProgram({QStringLiteral("analyze"), m_states, QStringLiteral("--json"),
            QStringLiteral("--kind"), QStringLiteral("probs"), QStringLiteral("--causal"), QStringLiteral("no"),
            QStringLiteral("--roles"), QStringLiteral("HQK")});
        QVERIFY2(run.code == 0, run.err.constData());
        const QJsonObject expected{
            {"total", 6}, {"valid", 4}, {"masked", 0}, {"nan", 1}, {"zero", 1}, {"not_normalised", 1}};
        QCOMPARE(member(firstHead(run), "rows"), expected);
        QCOMPARE(keys(member(firstHead(run), "sigma")), keys("mean min max censored"));
    }

    void aRowWithoutNumbersIsSaidToBeOne()
    {
        const QStringList arguments{QStringLiteral("row"), m_states, QStringLiteral("--kind"), QStringLiteral("probs"),
            QStringLiteral("--causal"), QStringLiteral("no"), QStringLiteral("--roles"), QStringLiteral("HQK"),
            QStringLiteral("--row"), QStringLiteral("3")};
        const Run run = runProgram(arguments + QStringList{QStringLiteral("--json")});
        QVERIFY2(run.code == 0, run.err.constData());
        QCOMPARE(run.json().value(QLatin1String("state")).toString(), QStringLiteral("nan"));
        QVERIFY(!run.json().contains(QLatin1String("top_k")));
        QVERIFY(!run.out.contains("nan,") && !run.out.contains("null"));
        QCOMPARE(runProgram(arguments).code, 0);
    }

    void rowHasTheKeysOfTheContract()
    {
        const Run run =
            ofScores({QStringLiteral("row"), QStringLiteral("--json"), QStringLiteral("--head"), QStringLiteral("2"),
                QStringLiteral("--row"), QStringLiteral("0"), QStringLiteral("--rule"), QStringLiteral("topk:1")});
        QCOMPARE(keys(run.json()),
            keys("schema program dump reading precision group layer head item name source row state n_key "
                 "entropy_nats sigma max_weight k_eps top_k rule predicted"));
        QCOMPARE(keys(member(member(run.json(), "top_k"), "8")),
            keys("tail_mass tail_mass_lower tail_mass_upper tv kl js hellinger kept bounds"));
        const QJsonObject bounds = member(member(member(run.json(), "top_k"), "8"), "bounds");
        QCOMPARE(keys(bounds),
            keys("single_gap_ratio single_gap multi_gap sorted_blocks positional_blocks sorted_blocks_mean "
                 "positional_blocks_mean"));
        QCOMPARE(keys(member(bounds, "multi_gap")), keys("upper vacuous assumption"));
        QVERIFY(!member(member(run.json(), "top_k"), "64").contains(QLatin1String("bounds")));
        QCOMPARE(keys(member(run.json(), "rule")),
            keys(
                "text kept_count efficiency tail_mass tail_mass_lower tail_mass_upper tv kl js hellinger kept bounds"));
        QCOMPARE(keys(member(run.json(), "predicted")), keys("gaussian plug_in"));
    }

    void rowNamesTheKeysOfOtherRules()
    {
        const auto rule = [this](const char* text) {
            return member(ofScores({QStringLiteral("row"), QStringLiteral("--json"), QStringLiteral("--head"),
                                       QStringLiteral("2"), QStringLiteral("--row"), QStringLiteral("0"),
                                       QStringLiteral("--rule"), QLatin1String(text)})
                              .json(),
                "rule");
        };
        const QJsonObject window = rule("window:2+1");
        QCOMPARE(keys(window),
            keys("text kept_count efficiency tail_mass tail_mass_lower tail_mass_upper tv kl js hellinger kept"));
        QSet<int> kept;
        for (const auto key : window.value(QLatin1String("kept")).toArray())
            kept.insert(key.toInt());
        QCOMPARE(kept, (QSet<int>{0, 21, 22}));
        QVERIFY(rule("topp:0.5").contains(QLatin1String("bounds")));
        const QJsonObject nothing = rule("threshold:1");
        QCOMPARE(keys(nothing), keys("text kept_count tail_mass tail_mass_lower tail_mass_upper tv js hellinger kept"));
        QCOMPARE(nothing.value(QLatin1String("tail_mass_lower")).toDouble(), 1.0);
        QVERIFY(nothing.value(QLatin1String("kept")).toArray().isEmpty());
    }

    void certificatesOfOtherRulesNameThem()
    {
        const auto claim = [this](const QStringList& more, int code) {
            const Run run = runProgram(QStringList{QStringLiteral("certify"), m_grouped, QStringLiteral("--json"),
                                           QStringLiteral("--epsilon"), QStringLiteral("0.5")}
                + more + dumps::Grouped::hints());
            if (run.code != code)
                qWarning("%s", run.err.constData());
            return run.json();
        };
        const QJsonObject window = claim({QStringLiteral("--rule"), QStringLiteral("window:19")}, 0);
        QCOMPARE(member(window, "claim").value(QLatin1String("rule")).toString(), QStringLiteral("window:19+0"));
        QVERIFY(!member(window, "claim").contains(QLatin1String("k")));
        const QJsonObject empty = claim({QStringLiteral("--rule"), QStringLiteral("threshold:0.99")}, 1);
        QVERIFY(!member(empty, "claim").contains(QLatin1String("share_kv")));
        QCOMPARE(empty.value(QLatin1String("verdict")).toString(), QStringLiteral("not certified"));
        QVERIFY(
            empty.value(QLatin1String("decisions")).toArray()[0].toObject().value(QLatin1String("empty")).toInt() > 0);
        const QJsonObject shared =
            claim({QStringLiteral("--rule"), QStringLiteral("topk:19"), QStringLiteral("--share-kv")}, 0);
        QCOMPARE(member(shared, "claim").value(QLatin1String("share_kv")).toBool(), true);
        const QByteArray mask =
            QByteArray::fromStdString(support::npy({"", core::Element::U8, {20, 20}, std::vector<double>(400, 1)}));
        const QString file = QString::fromStdString(m_folder.write("ones.npy", mask.toStdString()).string());
        const QJsonObject masked =
            member(claim({QStringLiteral("--rule"), QStringLiteral("mask:") + file}, 0), "claim");
        QCOMPARE(masked.value(QLatin1String("rule")).toString(), QStringLiteral("mask:") + file);
        QCOMPARE(member(masked, "mask_file").value(QLatin1String("path")).toString(), file);
        QCOMPARE(member(masked, "mask_file").value(QLatin1String("sha256")).toString().toLatin1(),
            QCryptographicHash::hash(mask, QCryptographicHash::Sha256).toHex());
    }

    void infoSaysWhatItTookAndWhy()
    {
        const Run run = runProgram(
            QStringList{QStringLiteral("info"), m_grouped, QStringLiteral("--json"), QStringLiteral("--devices")}
            + dumps::Grouped::hints());
        QVERIFY2(run.code == 0, run.err.constData());
        const QJsonObject json = run.json();
        const QJsonArray members = json.value(QLatin1String("members")).toArray();
        QCOMPARE(members.size(), 6);
        for (const auto value : members) {
            const QJsonObject tensor = value.toObject();
            QCOMPARE(keys(tensor), keys("name dtype shape role reason axes"));
            QCOMPARE(tensor.value(QLatin1String("role")).toString(),
                tensor.value(QLatin1String("name")).toString().right(1).toUpper());
            QVERIFY(!tensor.value(QLatin1String("reason")).toString().isEmpty());
            QCOMPARE(tensor.value(QLatin1String("axes")).toArray().size(), 3);
        }
        QCOMPARE(json.value(QLatin1String("layers")).toArray().size(), 2);
        const QJsonObject layer = json.value(QLatin1String("layers")).toArray().at(1).toObject();
        QCOMPARE(layer.value(QLatin1String("heads")).toInt(), 4);
        QCOMPARE(layer.value(QLatin1String("sources")).toArray(), (QJsonArray{"qkv"}));
        QCOMPARE(layer.value(QLatin1String("scale")).toDouble(), 0.5);
        QCOMPARE(member(json, "rows").value(QLatin1String("total")).toInt(), 160);
        QCOMPARE(json.value(QLatin1String("needs")).toArray(), QJsonArray());
        QCOMPARE(json.value(QLatin1String("devices")).toArray().size(), 1);
    }

    void certificateIsTheWholeClaim()
    {
        const Run run = runProgram(
            QStringList{QStringLiteral("certify"), m_grouped, QStringLiteral("--json"), QStringLiteral("--rule"),
                QStringLiteral("topk:19"), QStringLiteral("--epsilon"), QStringLiteral("5e-1")}
            + dumps::Grouped::hints());
        QVERIFY2(run.code == 0, run.err.constData());
        const QJsonObject json = run.json();
        QCOMPARE(keys(json),
            keys("schema program dump reading precision created verdict claim rows tensors decisions limits"));
        const QJsonObject dump = member(json, "dump");
        QCOMPARE(dump.value(QLatin1String("sha256")).toString().toLatin1(),
            QCryptographicHash::hash(m_groupedBytes, QCryptographicHash::Sha256).toHex());
        QCOMPARE(dump.value(QLatin1String("size")).toInt(), static_cast<int>(m_groupedBytes.size()));
        const QRegularExpression stamp(QStringLiteral("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$"));
        QVERIFY(stamp.match(json.value(QLatin1String("created")).toString()).hasMatch());
        const QJsonObject claim = member(json, "claim");
        QCOMPARE(keys(claim), keys("rule k epsilon epsilon_text scope statistic reading heads"));
        QCOMPARE(claim.value(QLatin1String("epsilon_text")).toString(), QStringLiteral("5e-1"));
        QCOMPARE(claim.value(QLatin1String("epsilon")).toDouble(), 0.5);
        QCOMPARE(claim.value(QLatin1String("k")).toInt(), 19);
        const QJsonArray heads = claim.value(QLatin1String("heads")).toArray();
        QCOMPARE(heads.size(), 8);
        QCOMPARE(heads[7].toObject().value(QLatin1String("scale")).toDouble(), 0.5);
        QCOMPARE(heads[7].toObject().value(QLatin1String("causal")).toBool(), true);
        QCOMPARE(json.value(QLatin1String("tensors")).toArray().size(), 4);
        const QJsonArray decisions = json.value(QLatin1String("decisions")).toArray();
        QCOMPARE(decisions.size(), 8);
        QCOMPARE(keys(decisions[0].toObject()),
            keys("unit verdict rows value_lower value_upper max_lower max_upper mean_lower "
                 "mean_upper p99_lower p99_upper worst_row rows_holding saturated"));
        QCOMPARE(decisions[0].toObject().value(QLatin1String("saturated")).toInt(), 19);
        QVERIFY(json.value(QLatin1String("limits")).toString().contains(QLatin1String("nothing about")));
    }

    void verdictsAndExitCodes_data()
    {
        QTest::addColumn<QString>("epsilon");
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<int>("code");
        QTest::newRow("far above") << QStringLiteral("0.99") << QStringLiteral("certified") << 0;
        QTest::newRow("far below") << QStringLiteral("0.0001") << QStringLiteral("not certified") << 1;
    }

    void verdictsAndExitCodes()
    {
        QFETCH(QString, epsilon);
        QFETCH(QString, verdict);
        QFETCH(int, code);
        const QStringList arguments{QStringLiteral("certify"), QStringLiteral("--rule"), QStringLiteral("topk:4"),
            QStringLiteral("--epsilon"), epsilon};
        const Run run = ofScores(arguments + QStringList{QStringLiteral("--json")});
        QCOMPARE(run.code, code);
        QCOMPARE(run.json().value(QLatin1String("verdict")).toString(), verdict);
        const Run text = ofScores(arguments);
        QCOMPARE(text.code, code);
        QVERIFY(text.out.startsWith(verdict.toLatin1() + ": "));
        QVERIFY(text.out.contains(code == 0 ? "loses at most 0." : "loses at least 0."));
        QVERIFY(text.err.isEmpty());
    }

    void anEpsilonInsideTheIntervalIsUndecided()
    {
        const Run run = runProgram({QStringLiteral("certify"), m_states, QStringLiteral("--json"),
            QStringLiteral("--kind"), QStringLiteral("probs"), QStringLiteral("--causal"), QStringLiteral("no"),
            QStringLiteral("--roles"), QStringLiteral("HQK"), QStringLiteral("--row"), QStringLiteral("0"),
            QStringLiteral("--rule"), QStringLiteral("topk:2"), QStringLiteral("--epsilon"), QStringLiteral("0.5")});
        QCOMPARE(run.code, 1);
        QCOMPARE(run.json().value(QLatin1String("verdict")).toString(), QStringLiteral("undecided"));
        QCOMPARE(member(run.json(), "claim").value(QLatin1String("rows")).toArray(), (QJsonArray{0}));
    }

    void scopesDecideTheirUnits_data()
    {
        QTest::addColumn<QString>("scope");
        QTest::addColumn<int>("units");
        QTest::newRow("rows") << QStringLiteral("rows") << 160;
        QTest::newRow("heads") << QStringLiteral("heads") << 8;
        QTest::newRow("layers") << QStringLiteral("layers") << 2;
        QTest::newRow("dump") << QStringLiteral("dump") << 1;
    }

    void scopesDecideTheirUnits()
    {
        QFETCH(QString, scope);
        const Run run = runProgram(
            QStringList{QStringLiteral("certify"), m_grouped, QStringLiteral("--json"), QStringLiteral("--rule"),
                QStringLiteral("topk:19"), QStringLiteral("--epsilon"), QStringLiteral("0.5"),
                QStringLiteral("--scope"), scope, QStringLiteral("--statistic"), QStringLiteral("mean")}
            + dumps::Grouped::hints());
        QCOMPARE(run.code, 0);
        QTEST(static_cast<int>(run.json().value(QLatin1String("decisions")).toArray().size()), "units");
    }

    void equalWorkGivesEqualBytes_data()
    {
        QTest::addColumn<QStringList>("command");
        const auto words = [](const char* text) { return QString::fromLatin1(text).split(QLatin1Char(' ')); };
        QTest::newRow("info") << words("info");
        QTest::newRow("analyze") << words("analyze --rule topk:3 --output-error --curves");
        QTest::newRow("sample") << words("analyze --sample-rows 7");
        QTest::newRow("search") << words("analyze --search all --search-block 4");
        QTest::newRow("row") << words("row --head L1H1 --row 9");
        QTest::newRow("spectrum") << words("spectrum --head L1H1");
    }

    void equalWorkGivesEqualBytes()
    {
        QFETCH(QStringList, command);
        const QString curves = QString::fromStdString((m_folder.path() / "equal.json").string());
        QSet<QByteArray> outputs;
        for (const char* threads : {"1", "2", "3", "3"}) {
            QStringList arguments = command;
            if (arguments.contains(QLatin1String("--curves")))
                arguments << curves << QStringLiteral("--force");
            arguments.insert(1, m_grouped);
            const Run run = runProgram(arguments + dumps::Grouped::hints()
                + QStringList{QStringLiteral("--json"), QStringLiteral("--threads"), QLatin1String(threads)});
            QVERIFY2(run.code == 0, run.err.constData());
            QFile file(curves);
            outputs << run.out + (file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
        }
        QCOMPARE(outputs.size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestCliDocuments)
#include "tst_clidocuments.moc"
