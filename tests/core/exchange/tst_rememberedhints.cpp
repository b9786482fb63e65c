// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/rememberedhints.h"

#include <QtTest>

#include <QFile>

#include "npywriter.h"
#include "tempfolder.h"

namespace {

/// 2 x 4 x 4 uniform probabilities: layers or items, nobody can tell.
std::string ambiguous()
{
    return support::npy({"", core::Element::F32, {2, 2, 4, 4}, std::vector<double>(64, 0.25)});
}

core::Hints withRoles(const char* roles)
{
    core::Hints hints;
    hints.roles = roles;
    return hints;
}

QByteArray contents(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}

class TestRememberedHints : public QObject
{
    Q_OBJECT

    support::TempFolder m_folder;

private slots:
    void aDumpOpensAsItWasCorrected()
    {
        const auto dump = m_folder.write("a.npy", ambiguous());
        QVERIFY(core::Capture::open(dump).error().code == core::ErrorCode::HintNeeded);
        auto hints = withRoles("BHQK");
        hints.causal = true;
        const auto path = core::rememberHints(dump, hints);
        QVERIFY2(path.has_value(), path ? "" : path.error().message.c_str());
        QCOMPARE(path->filename().string(), std::string("a.tokens.json"));
        const auto capture = core::Capture::open(dump);
        QVERIFY2(capture.has_value(), capture ? "" : capture.error().message.c_str());
        QCOMPARE(*(*capture)->hints().roles, std::string("BHQK"));
        QVERIFY((*capture)->heads().front().causal);
        QCOMPARE((*capture)->heads().back().id.item.value, 1U);
        const auto& findings = (*capture)->findings();
        QVERIFY(std::any_of(findings.begin(), findings.end(), [](const core::Finding& finding) {
            return finding.subject == "stated" && finding.reading == "roles, causal";
        }));
    }

    void whatIsStatedNowCountsMore()
    {
        const auto dump = m_folder.write("b.npy", ambiguous());
        QVERIFY(core::rememberHints(dump, withRoles("BHQK")).has_value());
        const auto capture = core::Capture::open(dump, withRoles("LHQK"));
        QCOMPARE((*capture)->heads().back().id.layer.value, 1U);
        core::Hints fresh;
        fresh.useRemembered = false;
        QVERIFY(!core::Capture::open(dump, fresh).has_value());
    }

    void whatElseTheSidecarSaysStays()
    {
        const auto dump = m_folder.write("c.npy", ambiguous());
        const auto sidecar = m_folder.write("c.tokens.json",
            R"({"zebra": [1, 2.5, "\u00e9"], "tokens": ["a", "b", "c", "d"], "stated": {"causal": true}, "apple": null})");
        QVERIFY(core::rememberHints(dump, withRoles("BHQK")).has_value());
        QCOMPARE(contents(sidecar).simplified(),
            QByteArray("{ \"zebra\": [ 1, 2.5, \"\u00e9\" ], \"tokens\": [ \"a\", \"b\", \"c\", \"d\" ], "
                       "\"stated\": { \"roles\": \"BHQK\" }, \"apple\": null }"));
        QVERIFY(core::rememberHints(dump, {}).has_value());
        QCOMPARE(contents(sidecar).simplified(),
            QByteArray("{ \"zebra\": [ 1, 2.5, \"\u00e9\" ], \"tokens\": [ \"a\", \"b\", \"c\", \"d\" ], "
                       "\"apple\": null }"));
    }

    void aBrokenSidecarIsNotReplaced()
    {
        const auto dump = m_folder.write("d.npy", ambiguous());
        const auto sidecar = m_folder.write("d.tokens.json", "{\"causal\": tru");
        QVERIFY(core::rememberHints(dump, withRoles("BHQK")).error().code == core::ErrorCode::Malformed);
        QCOMPARE(contents(sidecar), QByteArray("{\"causal\": tru"));
    }

    void theSidecarInsideAFolderIsKept()
    {
        std::filesystem::create_directory(m_folder.path() / "many");
        m_folder.write(
            "many/layer_0.npy", support::npy({"", core::Element::F32, {2, 4, 4}, std::vector<double>(32, 0.25)}));
        m_folder.write("many/tokens.json", R"({"tokens": ["a", "b", "c", "d"]})");
        auto hints = withRoles("HQK");
        hints.causal = true;
        const auto path = core::rememberHints(m_folder.path() / "many" / "", hints);
        QCOMPARE(path->string(), (m_folder.path() / "many" / "tokens.json").string());
        const auto capture = core::Capture::open(m_folder.path() / "many");
        QVERIFY((*capture)->heads().front().causal);
        QCOMPARE((*capture)->queryTokens({0}).size(), std::size_t(4));
    }
};

QTEST_APPLESS_MAIN(TestRememberedHints)
#include "tst_rememberedhints.moc"
