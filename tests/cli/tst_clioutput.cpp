// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>

#include <sys/resource.h>
#include <sys/stat.h>

#include <QtTest>

#include "dumps.h"
#include "program.h"
#include "search/method.h"

class TestCliOutput : public QObject
{
    Q_OBJECT

    support::TempFolder m_folder;
    QString m_scores;

    QString path(const char* name) const { return QString::fromStdString((m_folder.path() / name).string()); }
    static QByteArray contents(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// Whether a running program handles a signal.
    static bool catches(pid_t pid, int signal)
    {
        const QByteArray status = contents(QStringLiteral("/proc/%1/status").arg(pid));
        const auto at = status.indexOf("SigCgt:");
        return at >= 0 && (status.mid(at + 7, 18).trimmed().toULongLong(nullptr, 16) >> (signal - 1) & 1) != 0;
    }
    QStringList analyze() const
    {
        return {QStringLiteral("analyze"), m_scores, QStringLiteral("--kind"), QStringLiteral("scores")};
    }

private slots:
    void hintsAreRememberedInTheSidecar()
    {
        const QString dump = QString::fromStdString(m_folder.write("kept.npy", dumps::Scores().npy()).string());
        const auto stated = runProgram({QStringLiteral("info"), dump, QStringLiteral("--kind"),
            QStringLiteral("scores"), QStringLiteral("--causal"), QStringLiteral("yes"), QStringLiteral("--remember"),
            QStringLiteral("--json")});
        QCOMPARE(stated.code, 0);
        QVERIFY2(stated.err.contains("hints kept in "), stated.err);
        const auto later = runProgram({QStringLiteral("info"), dump, QStringLiteral("--json")});
        QCOMPARE(later.code, 0);
        QVERIFY2(later.out.contains("it overrides what is inferred"), later.out);
        QVERIFY(!stated.json()["members"].toArray().isEmpty());
        QCOMPARE(later.json()["members"], stated.json()["members"]);
    }

    void initTestCase()
    {
        m_scores = QString::fromStdString(m_folder.write("scores.npy", dumps::Scores().npy()).string());
    }

    /// Once, however much is logged; the results are there all the same.
    void logThatCannotBeWritten()
    {
        const Run run = runProgram(analyze()
            + QStringList{QStringLiteral("--verbose"), QStringLiteral("-o"), path("logged.json"),
                QStringLiteral("--log"), QStringLiteral("/dev/full")});
        QCOMPARE(run.code, 0);
        QVERIFY2(run.err.count("failed to write the log '/dev/full'") == 1, run.err.constData());
        QVERIFY(!contents(path("logged.json")).isEmpty());
    }

    void helpTeaches_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArrayList>("says");
        QTest::newRow("program") << QStringList()
                                 << QByteArrayList{"info", "analyze", "row", "spectrum", "certify", "verify", "compare",
                                        "convert", "plot", "Exit codes"};
        QTest::newRow("compare") << QStringList{QStringLiteral("compare")}
                                 << QByteArrayList{"Examples", "--with", "FILE", "not proven"};
        for (const char* command : {"info", "analyze", "row", "spectrum", "certify", "convert", "plot"})
            QTest::newRow(command) << QStringList{QLatin1String(command)}
                                   << QByteArrayList{"Examples", "--layer", "FILE"};
    }

    void helpTeaches()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArrayList, says);
        const Run run = runProgram(arguments + QStringList{QStringLiteral("--help")});
        QCOMPARE(run.code, 0);
        QCOMPARE(runProgram(arguments + QStringList{QStringLiteral("-h")}).out, run.out);
        QCOMPARE(run.err, QByteArray());
        for (const QByteArray& text : says)
            QVERIFY2(run.out.contains(text), text.constData());
        QVERIFY(!run.out.contains("\n  bench"));
    }

    /// What needs another option stands after it.
    void helpNamesTheRuleFirst()
    {
        for (const char* command : {"analyze", "row", "certify"}) {
            const QByteArray help = runProgram({QLatin1String(command), QStringLiteral("--help")}).out;
            const auto rule = help.indexOf("\n  --rule ");
            QVERIFY2(rule > 0 && help.indexOf("\n  --share-kv ") > rule, command);
        }
    }

    void helpExplainsEverySearchMethod()
    {
        const Run run = runProgram({QStringLiteral("analyze"), QStringLiteral("--help")});
        for (const core::SearchMethodInfo& info : core::searchMethods()) {
            const std::string line =
                std::string(info.name) + std::string(10 - info.name.size(), ' ') + std::string(info.summary);
            QVERIFY2(run.out.contains(QByteArray::fromStdString(line)), line.c_str());
        }
    }

    void versionIsOneLine()
    {
        const Run run = runProgram({QStringLiteral("--version")});
        QCOMPARE(run.code, 0);
        QVERIFY(run.out.startsWith("tailmass ") && run.out.endsWith('\n'));
    }

    void aFileIsReplacedOnlyWithForce()
    {
        const QString file = path("x.json");
        QCOMPARE(runProgram(analyze() + QStringList{QStringLiteral("-o"), file}).code, 0);
        const QByteArray first = contents(file);
        QVERIFY(first.startsWith("{\n  \"schema\": \"tailmass.analyze/1\""));
        const QStringList again{QStringLiteral("--k"), QStringLiteral("2"), QStringLiteral("-o"), file};
        QCOMPARE(runProgram(analyze() + again).code, 2);
        QCOMPARE(contents(file), first);
        QCOMPARE(runProgram(analyze() + again + QStringList{QStringLiteral("--force")}).code, 0);
        QVERIFY(contents(file) != first);
    }

    void theNameDecidesTheFormat()
    {
        QCOMPARE(runProgram(analyze() + QStringList{QStringLiteral("-o"), path("x.txt")}).code, 0);
        QVERIFY(contents(path("x.txt")).startsWith("k_eps, tail mass"));
        QCOMPARE(runProgram(analyze()
                     + QStringList{QStringLiteral("-o"), path("x.csv"), QStringLiteral("--k"), QStringLiteral("2")})
                     .code,
            0);
        const auto lines = contents(path("x.csv")).split('\n');
        QCOMPARE(lines.size(), 5);
        QCOMPARE(lines[0],
            QByteArray(
                "group,layer,head,item,name,source,n_query,n_key,rows_total,rows_valid,rows_masked,rows_nan,rows_zero,"
                "rows_not_normalised,k_eps_0.1_mean,k_eps_0.1_p50,k_eps_0.1_p99,k_eps_0.1_max,k_eps_0.01_mean,k_eps_0."
                "01_p50,"
                "k_eps_0.01_p99,k_eps_0.01_max,tail_mass_2_mean,tail_mass_2_max,tail_mass_2_p99,tail_mass_2_mean_lower,"
                "tail_mass_2_mean_upper,tail_mass_2_max_lower,tail_mass_2_max_upper,tail_mass_2_worst_row,"
                "tail_mass_2_saturated,entropy_nats_mean,entropy_nats_min,entropy_nats_max,sigma_mean,sigma_min,sigma_"
                "max,"
                "max_weight_mean,max_weight_min,max_weight_max\r"));
        for (int i = 1; i <= 3; ++i)
            QCOMPARE(lines[i].count(','), lines[0].count(','));
        QVERIFY(lines[3].startsWith(",0,2,0,L0H2,scores,17,23,17,17,0,0,0,0,"));
    }

    void rangesChooseHeads()
    {
        const Run run = runProgram(
            analyze() + QStringList{QStringLiteral("--head"), QStringLiteral("1-2"), QStringLiteral("--json")});
        QVERIFY(run.out.contains("\"name\": \"L0H1\"") && run.out.contains("\"name\": \"L0H2\""));
        QVERIFY(!run.out.contains("\"name\": \"L0H0\""));
    }

    void theLogHoldsWhatQuietHides()
    {
        const Run run =
            runProgram(analyze() + QStringList{QStringLiteral("--quiet"), QStringLiteral("--log"), path("x.log")});
        QCOMPARE(run.code, 0);
        QCOMPARE(run.err, QByteArray());
        QVERIFY(contents(path("x.log")).contains("done: L0H0"));
        const Run verbose = runProgram(analyze() + QStringList{QStringLiteral("--verbose")});
        QVERIFY(verbose.err.contains("done: L0H0") && verbose.err.contains("100 %"));
    }

    void aFullStandardOutputIsNoticed()
    {
        QProcess process;
        process.setStandardOutputFile(QStringLiteral("/dev/full"));
        process.start(QStringLiteral(TAILMASS_PROGRAM), analyze());
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 2);
        QCOMPARE(process.readAllStandardError(),
            QByteArray("tailmass: failed to write to standard output: no space left on device\n"));
    }

    void aMeanStaysBesideItsMaximum()
    {
        // 2000 equal scores: the tail mass is 1 - k / 2000, below 0.1 from 1801 keys on.
        const auto file = m_folder.write("flat.safetensors",
            support::safetensors({{"scores.0", core::Element::F32, {1, 2, 2000}, std::vector<double>(4000, 1.0)}}));
        const Run run = runProgram({QStringLiteral("analyze"), QString::fromStdString(file.string()),
            QStringLiteral("--kind"), QStringLiteral("scores"), QStringLiteral("--causal"), QStringLiteral("no"),
            QStringLiteral("--epsilon"), QStringLiteral("0.1")});
        QCOMPARE(run.code, 0);
        QVERIFY2(run.out.contains("1801 / 1801"), run.out.constData());
    }

    void aStoppedRunLeavesNothing()
    {
        const std::size_t heads = 16, positions = 2500, dim = 16;
        const auto file = m_folder.write("long.safetensors",
            support::safetensors({{"layers.0.q", core::Element::F32, {heads, positions, dim},
                                      dumps::normals(heads * positions * dim, 1, 1)},
                {"layers.0.k", core::Element::F32, {heads, positions, dim},
                    dumps::normals(heads * positions * dim, 1, 2)}}));
        const auto before =
            QDir(QString::fromStdString(m_folder.path().string())).entryList(QDir::Files | QDir::Hidden);
        QProcess process;
        process.setReadChannel(QProcess::StandardError);
        process.start(QStringLiteral(TAILMASS_PROGRAM),
            {QStringLiteral("analyze"), QString::fromStdString(file.string()), QStringLiteral("--causal"),
                QStringLiteral("no"), QStringLiteral("-o"), path("long.json"), QStringLiteral("--curves"),
                path("curves.json"), QStringLiteral("--verbose")});
        QVERIFY(process.waitForReadyRead(60000));
        QVERIFY(process.state() == QProcess::Running);
        QVERIFY(QDir(QString::fromStdString(m_folder.path().string())).entryList(QDir::Files | QDir::Hidden).size()
            > before.size());
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 2);
        QVERIFY(process.readAllStandardError().endsWith("tailmass: stopped\n"));
        QCOMPARE(QDir(QString::fromStdString(m_folder.path().string())).entryList(QDir::Files | QDir::Hidden), before);
    }

    void waitingForAPipeEndsOnRequest()
    {
        const QString pipe = path("pipe");
        QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        QProcess process;
        process.start(QStringLiteral(TAILMASS_PROGRAM), analyze() + QStringList{QStringLiteral("-o"), pipe});
        QVERIFY(process.waitForStarted());
        const auto pid = static_cast<pid_t>(process.processId());
        QTRY_VERIFY(catches(pid, SIGTERM));
        for (int i = 0; i < 100 && !process.waitForFinished(50); ++i)
            ::kill(pid, SIGTERM);
        QCOMPARE(process.state(), QProcess::NotRunning);
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 2);
        QFile::remove(pipe);
    }

    void aFileThatGrowsTooLargeIsAFailedWrite()
    {
        const auto before =
            QDir(QString::fromStdString(m_folder.path().string())).entryList(QDir::Files | QDir::Hidden);
        QProcess process;
        process.setChildProcessModifier([] {
            const rlimit none{1, 1};
            ::setrlimit(RLIMIT_FSIZE, &none);
        });
        process.start(
            QStringLiteral(TAILMASS_PROGRAM), analyze() + QStringList{QStringLiteral("-o"), path("large.json")});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 2);
        QVERIFY(process.readAllStandardError().contains("file too large. Nothing was written."));
        QCOMPARE(QDir(QString::fromStdString(m_folder.path().string())).entryList(QDir::Files | QDir::Hidden), before);
    }

    void theWindowIsHandedWhatItNeeds()
    {
        // A copy, beside and above which no window program lies.
        std::filesystem::create_directories(m_folder.path() / "alone" / "bin");
        std::filesystem::create_directory(m_folder.path() / "onthepath");
        const auto alone = m_folder.path() / "alone" / "bin" / "tailmass";
        std::filesystem::copy_file(TAILMASS_PROGRAM, alone);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"), QString::fromStdString((m_folder.path() / "onthepath").string()));
        const auto run = [&](const QStringList& arguments) {
            return runProgram(QString::fromStdString(alone.string()), arguments, environment);
        };
        const Run none = run({m_scores});
        QCOMPARE(none.code, 2);
        QVERIFY(none.err.contains("failed to find 'tailmass-gui'"));
        const QStringList plot{QStringLiteral("plot"), QStringLiteral("heatmap"), m_scores, QStringLiteral("--head"),
            QStringLiteral("1"), QStringLiteral("-o"), path("x.png")};
        for (const char* folder : {"onthepath", "alone", "alone/bin"}) {
            const std::string name = std::string(folder) + "/tailmass-gui";
            const auto fake = m_folder.write(name, "#!/bin/sh\necho " + name + " \"$@\"\n");
            std::filesystem::permissions(fake, std::filesystem::perms::owner_all);
            const QByteArray said = QByteArray::fromStdString(name) + " ";
            QCOMPARE(run({m_scores}).out, said + m_scores.toLatin1() + "\n");
            QCOMPARE(run(plot).out, said + plot.join(QLatin1Char(' ')).toLatin1() + "\n");
        }
    }
};

QTEST_GUILESS_MAIN(TestCliOutput)
#include "tst_clioutput.moc"
