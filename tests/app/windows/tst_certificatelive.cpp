// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>

#include "bounds/tailcurve.h"
#include "heatmap/heatmapview.h"
#include "openwindow.h"
#include "session/scoreerrors.h"
#include "views/boundladder.h"
#include "views/certificatepanel.h"
#include "views/linkbutton.h"
#include "views/numbertext.h"
#include "views/parameterrow.h"
#include "views/scopebuttons.h"
#include "views/undecidedsection.h"
#include "views/verdictcard.h"
#include "views/whatifsection.h"
#include "windows/exporter.h"

using core::Scope;

namespace {

/// The ladder on the tail mass, or on the output error.
app::BoundLadder* ladderOf(support::OpenWindow& open, const QString& quantity)
{
    for (auto* ladder : open.window().findChildren<app::BoundLadder*>())
        if (ladder->isVisible() && ladder->values().quantity == quantity)
            return ladder;
    return nullptr;
}

QString shown(const QWidget& root)
{
    QStringList texts;
    for (const auto* label : root.findChildren<QLabel*>())
        if (label->isVisible() && !label->text().isEmpty())
            texts << label->text();
    return texts.join(QLatin1Char('|'));
}

QAbstractButton* button(const QWidget& root, const QString& text)
{
    for (auto* found : root.findChildren<QAbstractButton*>())
        if (found->text() == text)
            return found;
    return nullptr;
}

}

/// The certificate panel in the window, by mouse and keys.
class TestCertificate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theLadderFollowsK();
    void nothingLostIsSaid();
    void outputErrorHasItsOwnLadder();
    void boundsAreThoseOfTheNamedRow();
    void widerScopesSayWhereBoundsAre();
    void theWorstRowIsOneClickAway();
    void undecidedIsExplainedAndOneClickAwayFromCertified();
    void openChoicesAreExplained();
    void probabilitiesSayWhatIsMissing();
    void whatIfFollowsTheMouse();
    void presetsSetDelta();
    void savedCertificatesNeverHoldWhatIf();

private:
    QJsonObject savedCertificate(support::OpenWindow& open, const char* name);

    support::TempFolder m_folder;
    std::string m_scores;
    std::string m_factors;
    std::string m_probabilities;
};

void TestCertificate::initTestCase()
{
    render::ThemeSource::instance().setShade(render::Shade::Dark);
    m_scores = support::writeScores(m_folder).string();
    m_factors = support::writeFactors(m_folder).string();
    m_probabilities = support::writeProbabilities(m_folder).string();
}

void TestCertificate::theLadderFollowsK()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    auto& map = open.find<render::HeatmapView>();
    map.setFocus();
    open.explorer().setK(8);
    open.window().settle();
    for (std::size_t k = 9; k <= 11; ++k) {
        QTest::keyClick(&map, Qt::Key_BracketRight);
        open.window().settle();
        QCOMPARE(open.explorer().parameters().k, k);
        const auto& detail = *open.explorer().rowDetail();
        const auto expected = core::ladderAt(detail, k).tailMass;
        auto* ladder = ladderOf(open, QStringLiteral("tail mass"));
        QVERIFY(ladder);
        const auto& values = ladder->values();
        QCOMPARE(values.exact, detail.tailMass[k].tau);
        QCOMPARE(values.epsilon, std::optional(0.01));
        QCOMPARE(values.rungs.size(), std::size_t{7});
        for (std::size_t i = 0; i < values.rungs.size(); ++i) {
            QVERIFY(i == 0 || values.rungs[i - 1].bound.upper <= values.rungs[i].bound.upper);
            QVERIFY(values.rungs[i].bound.upper >= detail.tailMass[k].tau.lower);
            QVERIFY(std::ranges::any_of(expected, [&](const core::LadderBound& bound) {
                return bound.bound.upper == values.rungs[i].bound.upper && bound.vacuous == values.rungs[i].vacuous;
            }));
        }
        QVERIFY(values.rungs.front().smallest);
    }
}

void TestCertificate::nothingLostIsSaid()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    open.explorer().setK(96);
    open.window().settle();
    QVERIFY(!ladderOf(open, QStringLiteral("tail mass")));
    QVERIFY(shown(open.find<app::CertificatePanel>())
                .contains(QStringLiteral("Nothing is lost: there is nothing to bound")));
}

void TestCertificate::outputErrorHasItsOwnLadder()
{
    support::OpenWindow open(m_factors);
    QVERIFY(open.waitUntilDone());
    open.explorer().setK(12);
    open.window().settle();
    const auto& detail = *open.explorer().rowDetail();
    const auto expected = core::ladderAt(detail, 12).output;
    QTRY_VERIFY(ladderOf(open, QStringLiteral("output error")));
    const auto& values = ladderOf(open, QStringLiteral("output error"))->values();
    QCOMPARE(values.exact, detail.outputError[12].absolute);
    QCOMPARE(values.rungs.size(), std::size_t{5});
    QCOMPARE(values.rungs.front().bound.upper, expected.bounds[expected.smallest].bound.upper);
    QVERIFY2(!values.epsilon, "epsilon bounds the tail mass, not the output error");
    const auto text = shown(open.find<app::OutputErrorSection>());
    QVERIFY2(text.contains(QStringLiteral("not renormalised|") + app::intervalText(*expected.notRenormalised)),
        qPrintable(text));
}

void TestCertificate::boundsAreThoseOfTheNamedRow()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    open.explorer().setK(10);
    QTest::keyClick(&open.window(), Qt::Key_S);
    QCOMPARE(open.explorer().scope(), Scope::Heads);
    open.window().settle();
    const auto worst = open.explorer().headNumbers()->tailMass.worstRow;
    QVERIFY(worst != open.explorer().pick()->row.value);
    QCOMPARE(ladderOf(open, QStringLiteral("tail mass"))->values().exact, open.explorer().records()[worst].tailMass);
    QVERIFY(shown(open.find<app::WhatIfSection>()).contains(QStringLiteral("row %1").arg(worst)));
}

void TestCertificate::widerScopesSayWhereBoundsAre()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    open.explorer().setScope(Scope::Dump);
    open.window().settle();
    QVERIFY(!ladderOf(open, QStringLiteral("tail mass")));
    QVERIFY(!open.find<app::WhatIfSection>().isVisible());
    QVERIFY(shown(open.find<app::CertificatePanel>()).contains(QStringLiteral("belong to one row")));
}

void TestCertificate::theWorstRowIsOneClickAway()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    open.explorer().setK(10);
    open.window().settle();
    auto* link = open.find<app::CertificatePanel>().findChild<app::LinkButton*>();
    QTest::mouseClick(link, Qt::LeftButton);
    QCOMPARE(std::size_t{open.explorer().pick()->row.value}, open.explorer().headNumbers()->tailMass.worstRow);
}

/// 128 equal probabilities: the 64 largest lose exactly a half.
void TestCertificate::undecidedIsExplainedAndOneClickAwayFromCertified()
{
    const auto path = m_folder.write(
        "flat.npy", support::npy({"", core::Element::F32, {1, 16, 128}, std::vector<double>(16 * 128, 0x1p-7)}));
    support::OpenWindow open(path.string());
    QVERIFY(open.waitUntilDone());
    open.explorer().setEpsilon(0.5);
    for (const auto scope : {Scope::Rows, Scope::Heads}) {
        open.explorer().setScope(scope);
        open.explorer().setK(64);
        QVERIFY(open.waitUntilDone());
        open.window().settle();
        auto& section = open.find<app::UndecidedSection>();
        QVERIFY(section.isVisible());
        const auto text = shown(section);
        for (const char* part : {"is ε, as far as double arithmetic can tell", "ε above 0.5001|certified",
                 "ε below 0.4999|not certified", "k from 65 on|certified", "k up to 63|not certified"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
        QTest::mouseClick(button(section, QStringLiteral("Set k = 65")), Qt::LeftButton);
        QVERIFY(open.waitUntilDone());
        open.window().settle();
        QCOMPARE(open.explorer().parameters().k, std::size_t{65});
        QCOMPARE(open.find<app::VerdictCard>().lines().first(), QStringLiteral("Certified"));
        QVERIFY(!section.isVisible());
    }
}

/// Each row's largest probability is a half and so is the threshold.
void TestCertificate::openChoicesAreExplained()
{
    std::vector<double> scores(16 * 4, -std::log(3.0));
    for (std::size_t row = 0; row < 16; ++row)
        scores[row * 4] = 0;
    const auto path = m_folder.write("half_scores.npy", support::npy({"", core::Element::F64, {1, 16, 4}, scores}));
    support::OpenWindow open(path.string());
    QVERIFY(open.waitUntilDone());
    open.explorer().setEpsilon(0.6);
    open.explorer().setRule(core::Threshold{0.5});
    QVERIFY(open.waitUntilDone());
    open.window().settle();
    const auto text = shown(open.find<app::UndecidedSection>());
    QVERIFY2(text.contains(QStringLiteral("which keys the rule keeps of row")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral(": 0 to 1 of them")), qPrintable(text));
}

void TestCertificate::probabilitiesSayWhatIsMissing()
{
    support::OpenWindow open(m_probabilities);
    QVERIFY(open.waitUntilDone());
    open.explorer().setK(10);
    open.window().settle();
    QCOMPARE(ladderOf(open, QStringLiteral("tail mass"))->values().rungs.size(), std::size_t{5});
    const auto text = shown(open.find<app::CertificatePanel>());
    QVERIFY(text.contains(QStringLiteral("Stored probabilities hold no scores")));
    QVERIFY(text.contains(QStringLiteral("No values in this dump")));
    QVERIFY(!button(open.find<app::WhatIfSection>(), QStringLiteral("bf16 kernel"))->isEnabled());
    QVERIFY(!button(open.find<app::WhatIfSection>(), QStringLiteral("8-bit keys"))->isEnabled());
}

void TestCertificate::whatIfFollowsTheMouse()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    open.explorer().setK(40);
    open.window().settle();
    const auto card = open.find<app::VerdictCard>().lines();
    auto& section = open.find<app::WhatIfSection>();
    auto& slider = section.delta().slider();
    QTest::mousePress(&slider, Qt::LeftButton, Qt::NoModifier, {slider.xOf(app::smallestDelta), slider.height() / 2});
    QTest::mouseMove(&slider, {slider.xOf(0.3), slider.height() / 2});
    QTest::mouseRelease(&slider, Qt::LeftButton, Qt::NoModifier, {slider.xOf(0.3), slider.height() / 2});
    open.window().settle();
    const double delta = section.delta().value();
    QVERIFY(delta > 0.2 && delta < 0.4);
    const auto& row = *open.explorer().rowDetail();
    const double tau = row.tailMass[40].tau.upper;
    const double odds = tau * std::exp(2 * delta) / (1 - tau + tau * std::exp(2 * delta));
    const auto error = core::perturbation(row, delta).error;
    const double upper = core::tailMassAt(row.sorted, 40, error).tau.upper;
    QVERIFY2(std::abs(upper - odds) <= 1e-9 * odds, "theory 2.6");
    const auto text = shown(section);
    QVERIFY2(text.contains(QStringLiteral("what if: τ|") + app::boundText({upper})), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("what if: k_eps|") + app::countText(core::kEps(row.sorted, 0.01, error))));
    QCOMPARE(open.find<app::VerdictCard>().lines(), card);
    QTest::mouseClick(button(section, QStringLiteral("Reset to 0")), Qt::LeftButton);
    open.window().settle();
    QCOMPARE(section.delta().value(), 0.0);
    QVERIFY(!shown(section).contains(QStringLiteral("what if:")));
}

void TestCertificate::presetsSetDelta()
{
    support::OpenWindow open(m_factors);
    QVERIFY(open.waitUntilDone());
    auto& section = open.find<app::WhatIfSection>();
    QTest::mouseClick(button(section, QStringLiteral("bf16 kernel")), Qt::LeftButton);
    open.window().settle();
    const auto isJustAbove = [](double delta, double error) { return delta >= error && delta <= 1.01 * error; };
    QVERIFY(isJustAbove(section.delta().value(), *app::bf16ScoreError(*open.explorer().rowDetail())));
    QVERIFY2(section.delta().field().text().size() <= 7, "three digits, so that the field holds them");
    QTest::mouseClick(button(section, QStringLiteral("8-bit keys")), Qt::LeftButton);
    open.window().settle();
    QVERIFY(isJustAbove(
        section.delta().value(), *app::eightBitKeyError(*open.explorer().headRows(), open.explorer().pick()->row)));
}

QJsonObject TestCertificate::savedCertificate(support::OpenWindow& open, const char* name)
{
    const auto path = QString::fromStdString((m_folder.path() / name).string());
    open.window().findChild<app::Exporter*>()->writeCertificate(path);
    if (!QTest::qWaitFor([&path] { return QFile::exists(path); }, 20000))
        return {};
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    auto document = QJsonDocument::fromJson(file.readAll()).object();
    document.remove(QStringLiteral("created"));
    return document;
}

void TestCertificate::savedCertificatesNeverHoldWhatIf()
{
    support::OpenWindow open(m_factors);
    QVERIFY(open.waitUntilDone());
    open.explorer().setK(20);
    open.window().settle();
    const auto before = savedCertificate(open, "before.json");
    QVERIFY(!before.isEmpty());
    auto& field = open.find<app::WhatIfSection>().delta().field();
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, QStringLiteral("0.7"));
    QTest::keyClick(&field, Qt::Key_Return);
    open.window().settle();
    QVERIFY(shown(open.find<app::WhatIfSection>()).contains(QStringLiteral("what if: τ")));
    QCOMPARE(savedCertificate(open, "after.json"), before);
    QVERIFY(!QJsonDocument(before).toJson().contains("delta"));
}

QTEST_MAIN(TestCertificate)
#include "tst_certificatelive.moc"
