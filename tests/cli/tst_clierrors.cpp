// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QtTest>

#include "dumps.h"
#include "program.h"

class TestCliErrors : public QObject
{
    Q_OBJECT

    support::TempFolder m_folder;

    QString path(const char* name) const { return QString::fromStdString((m_folder.path() / name).string()); }

private slots:
    void initTestCase()
    {
        const std::string npy = dumps::Scores().npy();
        m_folder.write("scores.npy", npy);
        m_folder.write("cut.npy", npy.substr(0, npy.size() / 2));
        m_folder.write("text.npy", "this is no dump");
        m_folder.write("empty.npy", "");
        m_folder.write("there.json", "old");
        m_folder.write("named.safetensors",
            support::safetensors({{"encoder.layers.0.probs", core::Element::F32, {1, 2, 2}, {0.5, 0.5, 0.25, 0.75}}}));
        std::string lying = dumps::Grouped().safetensors();
        lying[7] = '\x7f';
        m_folder.write("lying.safetensors", lying);
        std::filesystem::create_directory(m_folder.path() / "parts");
        m_folder.write("parts/a.npy", npy);
    }

    void whatCannotBeDone_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QByteArray>("says");
        const auto add = [](const char* command, const char* says) {
            QTest::newRow(command) << QString::fromLatin1(command) << QByteArray(says);
        };
        add("", "a command or a dump is needed. See 'tailmass --help'.");
        add("analyse scores.npy", "unknown command 'analyse'. Did you mean 'analyze'?");
        add("-", "unknown option '-'. See 'tailmass --help'.");
        add("--hepl", "unknown option '--hepl'. Did you mean '--help'?");
        add("--foo=3 info", "unknown option '--foo'");
        add("none.npy", "failed to open 'none.npy': no such file");
        add("info", "FILE is required");
        add("info none.npy", "none.npy'");
        add("info cut.npy", "cut.npy'");
        add("info text.npy", "text.npy'");
        add("info empty.npy", "empty.npy'");
        add("info lying.safetensors", "lying.safetensors'");
        add("info scores.npy --kinds scores", "unknown option '--kinds'. Did you mean '--kind'?");
        add("info scores.npy more", "unexpected argument 'more'");
        add("info scores.npy --kind", "--kind");
        add("info scores.npy --kind logits", "expected one of probs, scores, qkv");
        add("info scores.npy --causal maybe", "expected one of yes, no");
        add("analyze scores.npy --epsilon 0", "--epsilon 0'");
        add("analyze scores.npy --epsilon 1.5", "--epsilon 1.5'");
        add("analyze scores.npy --epsilon nan", "--epsilon nan'");
        add("analyze scores.npy --k 0", "--k 0'");
        add("analyze scores.npy --k 4,x", "--k 4,x'");
        add("analyze scores.npy --rule best:4", "best:4");
        add("analyze scores.npy --rule topk:0", "topk:0");
        add("analyze scores.npy --rule best:4", "Rules: topk:K, topp:P, threshold:T, window:W+A");
        add("analyze scores.npy --rule topk:4+window:4+1", "the window forces 5 keys, which are more than K = 4");
        add("certify scores.npy --rule block:0x4:top1 --epsilon 0.1", "Q must be at least 1");
        add("row scores.npy --kind scores --head 0 --row 1 --rule topp:1", "P must be above 0 and below 1");
        add("analyze scores.npy --share-kv", "it needs a rule to share");
        add("analyze scores.npy --kind scores --rule topk:4 --share-kv", "have K and V of their own");
        add("analyze scores.npy --kind scores --rule mask:gone.npy", "gone.npy");
        add("analyze scores.npy --kind scores --rule mask:scores.npy", "row 0, key 0 of L0H0 is 0.556");
        add("analyze scores.npy --k-grid log:1", "--k-grid log:1'");
        add("analyze scores.npy --search fast",
            "expected some of all, box, ball, norm, em, bennett, mc, delta_k, int8, pca");
        add("analyze scores.npy --search int8,", "expected some of all");
        add("analyze scores.npy --search-block 16", "it belongs to --search");
        add("analyze scores.npy --search box --search-block 0", "--search-block 0'");
        add("analyze scores.npy --search box --search-rows x", "--search-rows x'");
        add("analyze scores.npy --kind scores --search all", "it comes from scores, and a search needs Q and K");
        add("analyze scores.npy --threads 0", "--threads 0'");
        add("analyze scores.npy --backend vulkan", "this build has no such backend");
        add("analyze scores.npy --backend fast", "expected one of auto, reference, cpu, vulkan");
        add("analyze scores.npy --precision high", "expected one of screen, proven");
        add("analyze scores.npy --kind scores --reading rounded", "rounded");
        add("analyze scores.npy --kind scores --layer 7", "no layer like the one asked for. It has layers 0.");
        add("analyze scores.npy --kind scores --head 3", "no head like the one asked for. It has heads 0-2.");
        add("analyze scores.npy --kind scores --item 1", "no item like the one asked for");
        add("analyze scores.npy --kind scores --row 17", "has 17 rows");
        add("analyze scores.npy --kind scores --source qkv", "no source 'qkv'");
        add("analyze named.safetensors --group moon", "no group 'moon'. It has 'encoder'.");
        add("analyze scores.npy --kind scores --output-error", "no values V");
        add("row scores.npy --kind scores --row 1", "3 heads fit (L0H0, L0H1, L0H2)");
        add("row scores.npy --kind scores --head 0", "--row is required");
        add("row scores.npy --kind scores --head 0 --row 1-2", "--row names 2");
        add("row scores.npy --kind scores --head 0 --row 1 -o x.csv", "this command writes no CSV");
        add("certify scores.npy --epsilon 0.1", "--rule is required");
        add("certify scores.npy --kind scores --rule topk:4 --epsilon 0.1,0.2", "a claim has one epsilon");
        add("certify scores.npy --rule topk:4 --epsilon 0.1 --scope all", "expected one of rows, heads, layers, dump");
        add("analyze scores.npy --kind scores -o there.json", "'there.json': the file exists. Nothing was written.");
        add("analyze scores.npy --kind scores -o none/x.json", "no such file or directory. Nothing was written.");
        add("analyze scores.npy --kind scores --curves there.json", "the file exists");
        add("analyze scores.npy --kind scores -o /dev/full", "no space left on device. Nothing was written.");
        add("analyze scores.npy --kind scores --log none/x.log", "failed to open the log 'none/x.log'");
        add("analyze scores.npy --kind scores -o scores.npy --force", "'scores.npy': it is the dump itself");
        add("analyze scores.npy --kind scores -o ./scores.npy --force", "it is the dump itself");
        add("analyze scores.npy --kind scores --curves scores.npy --force", "it is the dump itself");
        add("analyze scores.npy --kind scores --log scores.npy", "it is the dump itself");
        add("analyze scores.npy --kind scores -o scores.tokens.json", "it is the sidecar of the dump itself");
        add("analyze scores.npy --kind scores --rule mask:there.json -o there.json --force",
            "it is the mask of the rule");
        add("analyze parts --kind scores -o parts/a.npy --force", "'parts/a.npy': it is a part of the dump itself");
        add("analyze parts/ --kind scores --curves parts/a.npy --force", "it is a part of the dump itself");
        add("analyze parts --kind scores --log parts/a.npy", "it is a part of the dump itself");
        add("analyze parts --kind scores --log parts/tokens.json", "it is the sidecar of the dump itself");
        add("compare scores.npy --kind scores --a L0H0 --with parts -o parts/a.npy --force",
            "it is a part of the dump that --with names");
        add("analyze scores.npy --kind scores -o new.json --curves ./new.json", "it is what --output names");
        add("analyze scores.npy --kind scores -o new.json --log new.json", "it is what --output names");
        add("plot heatmap scores.npy", "--output is required");
    }

    void whatCannotBeDone()
    {
        QFETCH(QString, command);
        QFETCH(QByteArray, says);
        const auto before =
            QDir(QString::fromStdString(m_folder.path().string())).entryList(QDir::Files | QDir::Hidden);
        QDir::setCurrent(QString::fromStdString(m_folder.path().string()));
        const Run run = runProgram(command.split(QLatin1Char(' '), Qt::SkipEmptyParts));
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains(says), run.err.constData());
        QVERIFY2(run.err.startsWith("tailmass: "), run.err.constData());
        QCOMPARE(run.errorLines().size(), 1);
        QCOMPARE(run.out, QByteArray());
        QCOMPARE(QDir(QString::fromStdString(m_folder.path().string())).entryList(QDir::Files | QDir::Hidden), before);
    }

    void anEmptyValueIsNotTakenForNone()
    {
        const QString file = path("scores.npy");
        for (const char* option : {"--epsilon", "--k", "--rule", "--layer", "--threads", "--output", "--log"}) {
            const Run run = runProgram({QStringLiteral("analyze"), file, QStringLiteral("--kind"),
                QStringLiteral("scores"), QLatin1String(option), QString()});
            QCOMPARE(run.code, 2);
            QVERIFY2(run.err.contains(QByteArray(option) + ": its value is empty"), run.err.constData());
            QCOMPARE(run.out, QByteArray());
        }
    }

    void namesOutOfFilesCannotSteerTheTerminal()
    {
        const std::string name = "a\x1b[31mred";
        const auto file = m_folder.write("escape.safetensors",
            support::safetensors({{"layers.0.probs", core::Element::F32, {1, 1, 2, 2}, {0.5, 0.5, 0.25, 0.75}},
                {"esc\\u001b[31m", core::Element::F32, {2}, {1, 2}}}));
        const Run run = runProgram({QStringLiteral("info"), QString::fromStdString(file.string())});
        QVERIFY(!run.out.contains('\x1b'));
        const Run missing = runProgram({QStringLiteral("info"), QString::fromStdString(name) + QStringLiteral(".npy")});
        QCOMPARE(missing.code, 2);
        QVERIFY(!missing.err.contains('\x1b'));
    }

    void missingHintsAreListed()
    {
        // Nothing in Q and K tells whether a query sees later keys.
        const auto file = m_folder.write("open.safetensors", dumps::Grouped().safetensors());
        const QStringList arguments{QStringLiteral("info"), QString::fromStdString(file.string())};
        const Run json = runProgram(arguments + QStringList{QStringLiteral("--json")});
        QCOMPARE(json.code, 2);
        QCOMPARE(json.json().value(QLatin1String("schema")).toString(), QStringLiteral("tailmass.info/1"));
        const QJsonArray needs = json.json().value(QLatin1String("needs")).toArray();
        QCOMPARE(needs.size(), 1);
        QVERIFY(needs[0].toString().startsWith(QLatin1String("--causal yes|no")));
        const Run text = runProgram(arguments);
        QCOMPARE(text.code, 2);
        QCOMPARE(text.out, QByteArray());
        QVERIFY2(text.err.contains("--causal yes|no"), text.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliErrors)
#include "tst_clierrors.moc"
