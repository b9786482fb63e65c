// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QtTest>

#include "dumps.h"
#include "exchange/decimal.h"
#include "naive.h"
#include "plainrules.h"
#include "program.h"

using naive::near;

class TestCliNumbers : public QObject
{
    Q_OBJECT

    support::TempFolder m_folder;
    dumps::Scores m_scores;
    dumps::Grouped m_grouped;
    QString m_scoresFile;
    QString m_groupedFile;

    std::vector<naive::Row> rowsOf(std::size_t layer, std::size_t head) const
    {
        std::vector<naive::Row> rows;
        for (std::size_t row = 0; row < m_grouped.positions; ++row)
            rows.emplace_back(m_grouped.row(layer, head, row));
        return rows;
    }

    static void checkTailMass(const QJsonObject& record, const std::vector<naive::Row>& rows, std::size_t k)
    {
        std::vector<naive::Real> tails;
        int saturated = 0;
        for (const naive::Row& row : rows) {
            tails.push_back(row.tail(k));
            saturated += k >= row.p.size() ? 1 : 0;
        }
        const auto worst = std::max_element(tails.begin(), tails.end());
        const auto value = [&](const char* key) { return record.value(QLatin1String(key)).toDouble(-1); };
        QVERIFY(near(value("mean"), naive::mean(tails)));
        QVERIFY(near(value("max"), *worst));
        QVERIFY(near(value("p99"), naive::quantile(tails, 99)));
        QVERIFY(value("mean_lower") <= naive::mean(tails) && naive::mean(tails) <= value("mean_upper"));
        QVERIFY(value("max_lower") <= *worst && *worst <= value("max_upper"));
        QCOMPARE(record.value(QLatin1String("worst_row")).toInt(-1), static_cast<int>(worst - tails.begin()));
        QCOMPARE(record.value(QLatin1String("saturated")).toInt(-1), saturated);
    }

    static void checkKEps(const QJsonObject& record, const std::vector<naive::Row>& rows, double epsilon)
    {
        std::vector<std::size_t> ks;
        for (const naive::Row& row : rows)
            ks.push_back(row.kEps(epsilon));
        QVERIFY(near(record.value(QLatin1String("mean")).toDouble(), naive::mean(ks)));
        QCOMPARE(record.value(QLatin1String("p50")).toInt(), static_cast<int>(naive::quantile(ks, 50)));
        QCOMPARE(record.value(QLatin1String("p99")).toInt(), static_cast<int>(naive::quantile(ks, 99)));
        QCOMPARE(record.value(QLatin1String("max")).toInt(), static_cast<int>(*std::max_element(ks.begin(), ks.end())));
    }

    static void checkSpread(const QJsonObject& record, const std::vector<naive::Real>& values)
    {
        QVERIFY(near(record.value(QLatin1String("mean")).toDouble(), naive::mean(values)));
        QVERIFY(near(record.value(QLatin1String("min")).toDouble(), *std::min_element(values.begin(), values.end())));
        QVERIFY(near(record.value(QLatin1String("max")).toDouble(), *std::max_element(values.begin(), values.end())));
    }

    /// ||o_S - o||_2 for the k best keys.
    naive::Real outputError(const naive::Row& row, std::size_t layer, std::size_t head, std::size_t k) const
    {
        naive::Real squares = 0;
        for (std::size_t c = 0; c < m_grouped.dim; ++c) {
            naive::Real all = 0, kept = 0, mass = 0;
            for (std::size_t i = 0; i < row.order.size(); ++i) {
                const std::size_t key = row.order[i];
                const naive::Real part = row.p[key] * static_cast<naive::Real>(m_grouped.value(layer, head, key)[c]);
                all += part;
                kept += i < k ? part : 0;
                mass += i < k ? row.p[key] : 0;
            }
            squares += (kept / mass - all) * (kept / mass - all);
        }
        return std::sqrt(squares);
    }

    /// The rows of a head as the rules see them.
    std::vector<plain::Row> plainRows(std::size_t layer, std::size_t head) const
    {
        std::vector<plain::Row> rows;
        for (std::size_t row = 0; row < m_grouped.positions; ++row)
            rows.push_back(plain::rowOfScores(m_grouped.row(layer, head, row)));
        return rows;
    }

    /// The record `rule` (or another name) of every head with the sets that the definition gives.
    template <typename KeptOf>
    void checkRule(const Run& run, const char* name, KeptOf keptOf) const
    {
        QVERIFY2(run.code == 0, run.err.constData());
        const QJsonArray heads = run.json().value(QLatin1String("heads")).toArray();
        QCOMPARE(heads.size(), 8);
        for (int i = 0; i < heads.size(); ++i) {
            const auto layer = static_cast<std::size_t>(i / 4);
            const auto head = static_cast<std::size_t>(i % 4);
            std::vector<naive::Real> tails;
            std::size_t kept = 0;
            int empty = 0;
            int saturated = 0;
            const auto rows = plainRows(layer, head);
            for (std::size_t row = 0; row < rows.size(); ++row) {
                const std::vector<bool> set = keptOf(layer, head, row);
                tails.push_back(plain::tail(rows[row], set));
                const auto count = static_cast<std::size_t>(std::count(set.begin(), set.end(), true));
                kept += count;
                empty += count == 0 ? 1 : 0;
                saturated += count == set.size() ? 1 : 0;
            }
            const auto record = heads[i].toObject().value(QLatin1String(name)).toObject();
            const auto value = [&](const char* key) { return record.value(QLatin1String(key)).toDouble(-1); };
            QVERIFY(near(value("mean"), naive::mean(tails)));
            QVERIFY(value("mean_lower") <= naive::mean(tails) && naive::mean(tails) <= value("mean_upper"));
            QVERIFY(near(value("max"), *std::max_element(tails.begin(), tails.end())));
            QVERIFY(near(value("p99"), naive::quantile(tails, 99)));
            QCOMPARE(value("kept_mean"), static_cast<double>(kept) / 20);
            QCOMPARE(value("density"), static_cast<double>(kept) / 210);
            QCOMPARE(static_cast<int>(value("empty")), empty);
            QCOMPARE(static_cast<int>(value("saturated")), saturated);
            QCOMPARE(static_cast<int>(value("ambiguous")), 0);
            QVERIFY(value("efficiency_mean") > 0 && value("efficiency_mean") <= 1);
        }
    }

    Run analyze(const QStringList& more) const
    {
        return runProgram(QStringList{QStringLiteral("analyze"), m_groupedFile, QStringLiteral("--json")} + more
            + dumps::Grouped::hints());
    }

private slots:
    void initTestCase()
    {
        m_scoresFile = QString::fromStdString(m_folder.write("scores.npy", m_scores.npy()).string());
        m_groupedFile = QString::fromStdString(m_folder.write("grouped.safetensors", m_grouped.safetensors()).string());
    }

    void rulesAgreeWithTheirDefinitions_data()
    {
        QTest::addColumn<QString>("rule");
        for (const char* rule : {"topk:5", "topp:0.9", "threshold:0.1", "threshold:0.6", "window:4+2", "window:0+3",
                 "topk:7+window:3+1", "block:4x3:top2", "block:7x1:top3", "block:1x8:top1"})
            QTest::addRow("%s", rule) << QString::fromLatin1(rule);
    }
    void rulesAgreeWithTheirDefinitions()
    {
        QFETCH(QString, rule);
        const core::Rule parsed = *core::parseRule(rule.toStdString());
        const auto* blocks = std::get_if<core::BlockTop>(&parsed);
        checkRule(analyze({QStringLiteral("--rule"), rule}), "rule",
            [&](std::size_t layer, std::size_t head, std::size_t row) {
                const auto rows = plainRows(layer, head);
                if (!blocks)
                    return plain::kept(parsed, rows[row]);
                return plain::inBlocks(
                    *blocks, rows[row], plain::keptBlocks(*blocks, rows, m_grouped.positions)[row / blocks->queries]);
            });
    }

    void masksKeepWhatTheyMark()
    {
        const std::size_t n = m_grouped.positions;
        const auto marked = [](std::size_t head, std::size_t row, std::size_t key) {
            return (head + row + key) % 3 == 0;
        };
        std::vector<double> numbers;
        for (std::size_t head = 0; head < m_grouped.heads; ++head)
            for (std::size_t row = 0; row < n; ++row)
                for (std::size_t key = 0; key < n; ++key)
                    numbers.push_back(marked(head, row, key) ? 1 : 0);
        const support::Array all{"mask", core::Element::Bool, {m_grouped.heads, n, n}, numbers};
        const support::Array other{"x", core::Element::F32, {1}, {7}};
        const support::Array one{
            "", core::Element::F32, {n, n}, {numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(n * n)}};
        const auto path = [&](const char* name, const std::string& bytes) {
            return QString::fromStdString(m_folder.write(name, bytes).string());
        };
        const auto check = [&](const QString& file, bool byHead) {
            checkRule(analyze({QStringLiteral("--rule"), QStringLiteral("mask:") + file}), "rule",
                [&](std::size_t, std::size_t head, std::size_t row) {
                    std::vector<bool> kept;
                    for (std::size_t key = 0; key <= row; ++key)
                        kept.push_back(marked(byHead ? head : 0, row, key));
                    return kept;
                });
        };
        check(path("mask.safetensors", support::safetensors({other, all})), true);
        check(path("mask.npy", support::npy(one)), false);
        check(path("fortran.npy", support::npy(one, {1, core::ByteOrder::Big, true})), false);
    }

    void sharedKeysFollowTheGroupsMean()
    {
        const auto shared = [&](std::size_t layer, std::size_t head, std::size_t row, std::size_t budget,
                                const core::Window& window) {
            plain::Row sum = plain::rowOfScores(m_grouped.row(layer, head / 2 * 2, row));
            const plain::Row other = plain::rowOfScores(m_grouped.row(layer, head / 2 * 2 + 1, row));
            for (std::size_t i = 0; i < sum.size(); ++i)
                sum.scores[i] = static_cast<double>(sum.p[i] + other.p[i]);
            return plain::kept(core::ForcedTopK{budget, window}, sum);
        };
        const QString share = QStringLiteral("--share-kv");
        const Run topK = analyze({QStringLiteral("--rule"), QStringLiteral("topk:4"), share});
        checkRule(topK, "rule",
            [&](std::size_t layer, std::size_t head, std::size_t row) { return shared(layer, head, row, 4, {}); });
        checkRule(topK, "rule_per_head", [&](std::size_t layer, std::size_t head, std::size_t row) {
            return plain::kept(core::TopK{4}, plainRows(layer, head)[row]);
        });
        checkRule(analyze({QStringLiteral("--rule"), QStringLiteral("topk:6+window:2+1"), share}), "rule",
            [&](std::size_t layer, std::size_t head, std::size_t row) {
                return shared(layer, head, row, 6, {2, 1});
            });
        const QJsonArray heads = topK.json().value(QLatin1String("heads")).toArray();
        for (int i = 0; i < heads.size(); ++i) {
            const auto layer = static_cast<std::size_t>(i / 4);
            const auto head = static_cast<std::size_t>(i % 4);
            std::vector<naive::Real> costs;
            for (std::size_t row = 0; row < m_grouped.positions; ++row) {
                const plain::Row plainRow = plainRows(layer, head)[row];
                costs.push_back(plain::tail(plainRow, shared(layer, head, row, 4, {}))
                    - plain::tail(plainRow, plain::kept(core::TopK{4}, plainRow)));
            }
            const auto cost = heads[i].toObject().value(QLatin1String("sharing_cost")).toObject();
            QVERIFY(std::abs(cost.value(QLatin1String("max")).toDouble()
                        - static_cast<double>(*std::max_element(costs.begin(), costs.end())))
                < 1e-12);
            QVERIFY(std::abs(cost.value(QLatin1String("mean")).toDouble() - static_cast<double>(naive::mean(costs)))
                < 1e-12);
        }
    }

    void theTableTellsWhatSharingCosts()
    {
        const QStringList rule{QStringLiteral("--rule"), QStringLiteral("topk:4"), QStringLiteral("--share-kv")};
        const Run table = runProgram(
            QStringList{QStringLiteral("analyze"), m_groupedFile} + rule + dumps::Grouped::hints());
        QCOMPARE(table.code, 0);
        for (const char* column :
            {"topk:4 shared", "topk:4 per head", "sharing costs", "keys kept", "density", "efficiency"})
            QVERIFY2(table.out.contains(column), table.out.constData());
        const QJsonObject head = analyze(rule).json().value(QLatin1String("heads")).toArray()[0].toObject();
        const double cost = head.value(QLatin1String("sharing_cost")).toObject().value(QLatin1String("max")).toDouble();
        const QByteArray shown = " / " + QByteArray::fromStdString(core::roundedUp(cost, 3));
        QVERIFY2(table.out.contains(shown), shown.constData());
    }

    void analyzeAgreesWithTheDefinitions()
    {
        const Run run = runProgram(QStringList{QStringLiteral("analyze"), m_groupedFile, QStringLiteral("--json"),
                                       QStringLiteral("--k"), QStringLiteral("3,8"), QStringLiteral("--epsilon"),
                                       QStringLiteral("0.1,0.01"), QStringLiteral("--rule"), QStringLiteral("topk:5")}
            + dumps::Grouped::hints());
        QVERIFY2(run.code == 0, run.err.constData());
        const QJsonArray heads = run.json().value(QLatin1String("heads")).toArray();
        QCOMPARE(heads.size(), 8);
        for (int i = 0; i < heads.size(); ++i) {
            const QJsonObject head = heads[i].toObject();
            const auto rows = rowsOf(static_cast<std::size_t>(i / 4), static_cast<std::size_t>(i % 4));
            QCOMPARE(head.value(QLatin1String("layer")).toInt(), i / 4);
            QCOMPARE(head.value(QLatin1String("head")).toInt(), i % 4);
            QCOMPARE(head.value(QLatin1String("kv_head")).toInt(-1), i % 4 / 2);
            const auto kEps = head.value(QLatin1String("k_eps")).toObject();
            checkKEps(kEps.value(QLatin1String("0.1")).toObject(), rows, 0.1);
            checkKEps(kEps.value(QLatin1String("0.01")).toObject(), rows, 0.01);
            const auto tailMass = head.value(QLatin1String("tail_mass")).toObject();
            checkTailMass(tailMass.value(QLatin1String("3")).toObject(), rows, 3);
            checkTailMass(tailMass.value(QLatin1String("8")).toObject(), rows, 8);
            const auto rule = head.value(QLatin1String("rule")).toObject();
            checkTailMass(rule, rows, 5);
            QCOMPARE(rule.value(QLatin1String("kept_mean")).toDouble(), (1 + 2 + 3 + 4 + 16 * 5) / 20.0);
            QCOMPARE(rule.value(QLatin1String("density")).toDouble(), 90 / 210.0);
            std::vector<naive::Real> entropies, sigmas, weights;
            for (const naive::Row& row : rows) {
                entropies.push_back(row.entropy);
                weights.push_back(row.p[row.order.front()]);
                if (row.p.size() >= 2)
                    sigmas.push_back(row.sigma);
            }
            checkSpread(head.value(QLatin1String("entropy_nats")).toObject(), entropies);
            checkSpread(head.value(QLatin1String("sigma")).toObject(), sigmas);
            checkSpread(head.value(QLatin1String("max_weight")).toObject(), weights);
        }
    }

    /// The interval is the one that certify proves, and wider than that of the stored numbers.
    void rowsAreReadAsRounded()
    {
        const std::vector<double> halves{0.5, 0.25, 0.125, 0.125, 0.75, 0.125, 0.0625, 0.0625};
        const auto file = m_folder.write("rounded.npy", support::npy({"", core::Element::F16, {1, 2, 4}, halves}));
        const QStringList dump{QString::fromStdString(file.string()), QStringLiteral("--kind"), QStringLiteral("probs"),
            QStringLiteral("--causal"), QStringLiteral("no"), QStringLiteral("--row"), QStringLiteral("1"),
            QStringLiteral("--json"), QStringLiteral("--reading")};
        const auto rowUnder = [&](const char* reading) {
            const Run run = runProgram(QStringList{QStringLiteral("row")} + dump
                + QStringList{QLatin1String(reading), QStringLiteral("--k"), QStringLiteral("1")});
            return run.json()[QLatin1String("top_k")][QLatin1String("1")].toObject();
        };
        const QJsonObject certificate = runProgram(QStringList{QStringLiteral("certify")} + dump
            + QStringList{QStringLiteral("rounded"), QStringLiteral("--rule"), QStringLiteral("topk:1"),
                QStringLiteral("--epsilon"), QStringLiteral("0.1")})
                                            .json();
        const QJsonValue decision = certificate[QLatin1String("decisions")].toArray()[0];
        const QJsonObject rounded = rowUnder("rounded");
        const QJsonObject stored = rowUnder("stored");
        for (const char* end : {"lower", "upper"})
            QCOMPARE(rounded[QStringLiteral("tail_mass_") + QLatin1String(end)].toDouble(),
                decision[QStringLiteral("max_") + QLatin1String(end)].toDouble());
        QVERIFY(rounded[QLatin1String("tail_mass_lower")].toDouble() < 0.2499);
        QVERIFY(rounded[QLatin1String("tail_mass_upper")].toDouble() > 0.2501);
        QVERIFY(stored[QLatin1String("tail_mass_upper")].toDouble() < 0.2500001);
    }

    /// Head 0 of layer 0 has a NaN in V of key 5, which rows from 5 on see; head 2 uses other values.
    void rowsWithoutOutputErrorAreCounted()
    {
        dumps::Grouped grouped;
        grouped.v[0][5 * grouped.dim] = std::numeric_limits<double>::quiet_NaN();
        grouped.v[1][0] = std::numeric_limits<double>::quiet_NaN();
        const auto file = m_folder.write("nan.safetensors", grouped.safetensors());
        const QStringList analyze = QStringList{QStringLiteral("analyze"), QString::fromStdString(file.string()),
                                        QStringLiteral("--k"), QStringLiteral("4"), QStringLiteral("--output-error")}
            + dumps::Grouped::hints();
        const QJsonArray heads =
            runProgram(analyze + QStringList{QStringLiteral("--json")}).json().value(QLatin1String("heads")).toArray();
        const auto errorOf = [&](int head) {
            return heads[head][QLatin1String("output_error")][QLatin1String("4")].toObject();
        };
        QCOMPARE(errorOf(0).value(QLatin1String("rows_without")).toInt(), 15);
        QVERIFY(errorOf(0).value(QLatin1String("max")).toDouble() > 0);
        QVERIFY(!errorOf(2).contains(QLatin1String("rows_without")));
        QCOMPARE(errorOf(4).keys(), QStringList{QStringLiteral("rows_without")});
        QCOMPARE(errorOf(4).value(QLatin1String("rows_without")).toInt(), 20);
        const Run text = runProgram(analyze);
        QVERIFY(text.out.contains("70 valid rows have no output error"));
        QVERIFY(!text.out.contains("0 / 0"));
    }

    void outputErrorsAgreeWithTheDefinition()
    {
        const Run run = runProgram(
            QStringList{QStringLiteral("analyze"), m_groupedFile, QStringLiteral("--json"), QStringLiteral("--k"),
                QStringLiteral("4"), QStringLiteral("--head"), QStringLiteral("L1H2"), QStringLiteral("--output-error")}
            + dumps::Grouped::hints());
        QVERIFY2(run.code == 0, run.err.constData());
        const QJsonArray heads = run.json().value(QLatin1String("heads")).toArray();
        QCOMPARE(heads.size(), 1);
        std::vector<naive::Real> errors;
        for (const naive::Row& row : rowsOf(1, 2))
            errors.push_back(outputError(row, 1, 2, 4));
        const auto record =
            heads[0].toObject().value(QLatin1String("output_error")).toObject().value(QLatin1String("4")).toObject();
        const auto worst = std::max_element(errors.begin(), errors.end());
        QVERIFY(near(record.value(QLatin1String("mean")).toDouble(), naive::mean(errors), 1e-10L));
        QVERIFY(near(record.value(QLatin1String("max")).toDouble(), *worst, 1e-10L));
        QVERIFY(record.value(QLatin1String("max")).toDouble() >= *worst);
        QVERIFY(record.contains(QLatin1String("mean_relative")));
        QCOMPARE(record.value(QLatin1String("worst_row")).toInt(), static_cast<int>(worst - errors.begin()));
    }

    void rowAgreesWithTheDefinitions()
    {
        const Run run = runProgram(
            QStringList{QStringLiteral("row"), m_groupedFile, QStringLiteral("--json"), QStringLiteral("--head"),
                QStringLiteral("L0H3"), QStringLiteral("--row"), QStringLiteral("15"), QStringLiteral("--k"),
                QStringLiteral("2,40"), QStringLiteral("--epsilon"), QStringLiteral("0.05")}
            + dumps::Grouped::hints());
        QVERIFY2(run.code == 0, run.err.constData());
        const QJsonObject json = run.json();
        const naive::Row row(m_grouped.row(0, 3, 15));
        QCOMPARE(json.value(QLatin1String("n_key")).toInt(), 16);
        QVERIFY(near(json.value(QLatin1String("entropy_nats")).toDouble(), row.entropy));
        QVERIFY(near(json.value(QLatin1String("sigma")).toDouble(), row.sigma));
        QCOMPARE(json.value(QLatin1String("k_eps")).toObject().value(QLatin1String("0.05")).toInt(),
            static_cast<int>(row.kEps(0.05)));
        const auto best = json.value(QLatin1String("top_k")).toObject().value(QLatin1String("2")).toObject();
        const auto value = [&](const char* key) { return best.value(QLatin1String(key)).toDouble(-1); };
        const naive::Real tau = row.tail(2);
        QVERIFY(near(value("tail_mass"), tau));
        QVERIFY(value("tail_mass_lower") <= tau && tau <= value("tail_mass_upper"));
        QVERIFY(near(value("tv"), tau));
        QVERIFY(near(value("kl"), -std::log1p(-tau)));
        QVERIFY(near(value("hellinger"), std::sqrt(1 - std::sqrt(1 - tau))));
        naive::Real js = 0;
        for (std::size_t i = 0; i < row.order.size(); ++i) {
            const naive::Real p = row.p[row.order[i]];
            const naive::Real kept = i < 2 ? p / (1 - tau) : 0;
            js += p / 2 * std::log(2 * p / (p + kept));
            js += kept == 0 ? 0 : kept / 2 * std::log(2 * kept / (p + kept));
        }
        QVERIFY(near(value("js"), js));
        QVERIFY(near(value("output_error"), outputError(row, 0, 3, 2), 1e-10L));
        QCOMPARE(best.value(QLatin1String("kept")).toArray(),
            (QJsonArray{static_cast<int>(row.order[0]), static_cast<int>(row.order[1])}));
        const auto all = json.value(QLatin1String("top_k")).toObject().value(QLatin1String("40")).toObject();
        QCOMPARE(all.value(QLatin1String("tail_mass")).toDouble(-1), 0.0);
        QCOMPARE(all.value(QLatin1String("kept")).toArray().size(), 16);
        const auto predicted = json.value(QLatin1String("predicted")).toObject();
        for (const char* model : {"gaussian", "plug_in"}) {
            const int k = predicted.value(QLatin1String(model)).toObject().value(QLatin1String("0.05")).toInt();
            QVERIFY(k >= 1 && k <= 16);
        }
    }

    void boundsStandBesideTheIntervals()
    {
        const QStringList arguments =
            QStringList{QStringLiteral("row"), m_groupedFile, QStringLiteral("--head"), QStringLiteral("L0H3"),
                QStringLiteral("--row"), QStringLiteral("15"), QStringLiteral("--k"), QStringLiteral("2,40"),
                QStringLiteral("--epsilon"), QStringLiteral("0.05"), QStringLiteral("--delta"), QStringLiteral("0.25")}
            + dumps::Grouped::hints();
        const Run run = runProgram(arguments + QStringList{QStringLiteral("--json")});
        QVERIFY2(run.code == 0, run.err.constData());
        const QJsonObject json = run.json();
        const auto object = [](const QJsonObject& in, const char* key) {
            return in.value(QLatin1String(key)).toObject();
        };
        const QJsonObject best = object(object(json, "top_k"), "2");
        const naive::Row row(m_grouped.row(0, 3, 15));
        for (const QJsonValue& bound : object(best, "bounds"))
            QVERIFY(bound[QLatin1String("upper")].toDouble() >= row.tail(2));
        const std::vector<double> scores = m_grouped.row(0, 3, 15);
        const naive::Real gap = static_cast<naive::Real>(scores[row.order[1]]) - scores[row.order[2]];
        QVERIFY(near(object(object(best, "bounds"), "single_gap").value(QLatin1String("upper")).toDouble(),
            1 / (1 + std::exp(gap) * 2 / 14)));
        const QJsonObject errors = object(best, "output_error_bounds");
        double least = errors.value(errors.value(QLatin1String("smallest")).toString())
                           .toObject()[QLatin1String("upper")]
                           .toDouble();
        for (const char* name : {"max_norm", "diameter", "radius", "box", "variance"}) {
            const double bound = object(errors, name).value(QLatin1String("upper")).toDouble();
            QVERIFY(bound >= outputError(row, 0, 3, 2) && bound >= least);
        }
        QVERIFY(best.contains(QLatin1String("not_renormalised_error_upper")));
        const QJsonObject perturbed = object(json, "perturbed");
        const naive::Real odds = row.tail(2) / (1 - row.tail(2)) * std::exp(0.5L);
        QVERIFY(near(object(object(perturbed, "top_k"), "2").value(QLatin1String("tail_mass_upper")).toDouble(),
            odds / (1 + odds)));
        QVERIFY(object(perturbed, "k_eps").value(QLatin1String("0.05")).toInt()
            >= object(json, "k_eps").value(QLatin1String("0.05")).toInt());
        QVERIFY(runProgram(arguments).out.contains("with every score off by at most 0.25"));
    }

    void spectrumHasTheRightInvariants()
    {
        const Run run = runProgram({QStringLiteral("spectrum"), m_scoresFile, QStringLiteral("--json"),
            QStringLiteral("--kind"), QStringLiteral("scores"), QStringLiteral("--head"), QStringLiteral("1")});
        QVERIFY2(run.code == 0, run.err.constData());
        const QJsonObject json = run.json();
        naive::Real squares = 0;
        for (std::size_t row = 0; row < m_scores.rows; ++row)
            for (const naive::Real p : naive::Row(m_scores.row(1, row)).p)
                squares += p * p;
        const QJsonArray values = json.value(QLatin1String("singular_values")).toArray();
        QCOMPARE(values.size(), 17);
        QCOMPARE(json.value(QLatin1String("residuals")).toArray().size(), 17);
        naive::Real sum = 0;
        for (const auto value : values)
            sum += static_cast<naive::Real>(value.toDouble()) * static_cast<naive::Real>(value.toDouble());
        QVERIFY(near(static_cast<double>(sum), squares, 1e-10L));
        QVERIFY(near(json.value(QLatin1String("frobenius")).toDouble(), std::sqrt(squares), 1e-12L));
        const naive::Real first = values[0].toDouble();
        QVERIFY(near(json.value(QLatin1String("stable_rank")).toDouble(), squares / (first * first), 1e-10L));
        QVERIFY(json.contains(QLatin1String("effective_rank")));
        QVERIFY(json.contains(QLatin1String("participation_ratio")));
    }

    void curvesFollowTheGrid_data()
    {
        QTest::addColumn<QString>("grid");
        QTest::newRow("every k") << QStringLiteral("all");
        QTest::newRow("log") << QStringLiteral("log:1.5");
    }

    void curvesFollowTheGrid()
    {
        QFETCH(QString, grid);
        const QString file = QString::fromStdString((m_folder.path() / "curves.json").string());
        const Run run = runProgram({QStringLiteral("analyze"), m_scoresFile, QStringLiteral("--kind"),
            QStringLiteral("scores"), QStringLiteral("--head"), QStringLiteral("2"), QStringLiteral("--curves"), file,
            QStringLiteral("--k-grid"), grid, QStringLiteral("--force")});
        QVERIFY2(run.code == 0, run.err.constData());
        QFile curves(file);
        QVERIFY(curves.open(QIODevice::ReadOnly));
        const auto head =
            QJsonDocument::fromJson(curves.readAll()).object().value(QLatin1String("heads")).toArray().at(0).toObject();
        QJsonArray expected;
        for (double k = 1; k < 23; k = grid == QLatin1String("all") ? k + 1 : std::max(k + 1, 1.5 * k))
            expected.append(static_cast<int>(k));
        const QJsonArray ks = head.value(QLatin1String("k")).toArray();
        QCOMPARE(ks, expected);
        for (int i = 0; i < ks.size(); ++i) {
            std::vector<naive::Real> tails;
            for (std::size_t row = 0; row < m_scores.rows; ++row)
                tails.push_back(naive::Row(m_scores.row(2, row)).tail(static_cast<std::size_t>(ks[i].toInt())));
            const auto value = [&](const char* key) {
                return head.value(QLatin1String(key)).toArray().at(i).toDouble(-1);
            };
            QVERIFY(near(value("mean"), naive::mean(tails)));
            QVERIFY(near(value("max"), *std::max_element(tails.begin(), tails.end())));
            QVERIFY(value("mean_lower") <= naive::mean(tails) && naive::mean(tails) <= value("mean_upper"));
            QVERIFY(value("max_lower") <= value("max") && value("max") <= value("max_upper"));
        }
    }
};

QTEST_GUILESS_MAIN(TestCliNumbers)
#include "tst_clinumbers.moc"
