// SPDX-License-Identifier: GPL-3.0-or-later
#include "exampleviews.h"

#include <QTest>

#include <QAbstractItemModelTester>
#include <QDragEnterEvent>
#include <QListView>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>

#include "theme/themesource.h"
#include "views/certificatepanel.h"
#include "views/dumpinspector.h"
#include "views/gauge.h"
#include "views/linkbutton.h"
#include "views/magnifier.h"
#include "views/pickpanel.h"
#include "views/primarybutton.h"
#include "views/recentitem.h"
#include "views/rowgrid.h"
#include "views/scopebutton.h"
#include "views/section.h"
#include "views/sectiontitle.h"
#include "views/snapscrollarea.h"
#include "views/startpage.h"
#include "views/undecidedsection.h"
#include "views/tensormodel.h"
#include "views/weightmodel.h"

namespace {

void show(QWidget& widget, int width, int height)
{
    widget.resize(width, height);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    QCoreApplication::processEvents();
}

QStringList visibleTexts(const QWidget& root)
{
    QStringList texts;
    for (const auto* line : root.findChildren<app::TextLine*>()) {
        if (line->isVisible())
            texts << line->text();
    }
    return texts;
}

bool saysSomewhere(const QWidget& root, const QString& part)
{
    for (const auto* label : root.findChildren<QLabel*>()) {
        if (label->isVisible() && label->text().contains(part))
            return true;
    }
    return false;
}

template <typename Widget>
Widget* named(const QWidget& root, const QString& part)
{
    for (auto* widget : root.findChildren<Widget*>()) {
        if (widget->accessibleName().contains(part))
            return widget;
    }
    return nullptr;
}

}

class TestPanels : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { render::ThemeSource::instance().setShade(render::Shade::Dark); }

    void cardStates_data()
    {
        QTest::addColumn<int>("state");
        QTest::addColumn<QStringList>("lines");
        const auto row = [](const char* name, int state, const QStringList& lines) {
            QTest::newRow(name) << state << lines;
        };
        row("certified", 0,
            {QStringLiteral("Certified"), QStringLiteral("Row 1284 loses at most 0.006598"),
                QStringLiteral("tail mass τ in [0.006597, 0.006598]"),
                QStringLiteral("top-k, k = 128 · interval width 5.0·10⁻⁷")});
        row("not certified", 1,
            {QStringLiteral("Not certified"), QStringLiteral("Row 1497 loses at least 0.4313"),
                QStringLiteral("max τ over rows in [0.4313, 0.4314]"),
                QStringLiteral("top-k, k = 128 · 1\u202f138 of 1\u202f536 rows hold ε")});
        row("undecided", 2,
            {QStringLiteral("Undecided"), QStringLiteral("ε = 0.001 lies inside the interval of τ"),
                QStringLiteral("[0.0009704, 0.001027]"), QStringLiteral("top-k, k = 208 · interval width 5.7·10⁻⁵")});
        row("computing", 3,
            {QStringLiteral("Computing"), QStringLiteral("412 of 1\u202f536 rows"),
                QStringLiteral("max τ so far ≥ 0.4313; not a verdict"), QStringLiteral("top-k, k = 128")});
        row("invalid", 4,
            {QStringLiteral("No certificate"),
                QStringLiteral("Row 17 has no allowed keys. Skipped, counted in the audit.")});
        row("no claim", 5, {QStringLiteral("No claim"), QStringLiteral("Nothing is claimed: choose a rule and ε.")});
    }

    void cardStates()
    {
        QFETCH(int, state);
        QFETCH(QStringList, lines);
        const std::array values{example::certifiedCard(), example::notCertifiedCard(), example::undecidedCard(),
            example::computingCard(), example::invalidCard(), app::CardValues{}};
        app::VerdictCard card;
        card.resize(300, 140);
        card.setValues(values[static_cast<std::size_t>(state)]);
        QCOMPARE(card.lines(), lines);
        QCOMPARE(card.accessibleName(), lines.first());
    }

    void gaugeIsLinearOnlyNearEpsilon()
    {
        const app::GaugeAxis far({0.0066, 0.0066}, 0.01);
        QVERIFY(!far.isLinear());
        QCOMPARE(far.shareOf(1e-4), 0.0);
        QCOMPARE(far.shareOf(0.01), 0.5);
        QCOMPARE(far.shareOf(0), 0.0);
        const app::GaugeAxis near({0.0009704, 0.001027}, 0.001);
        QVERIFY(near.isLinear());
        QCOMPARE(near.shareOf(0.001), 0.5);
        const app::GaugeAxis halfway({0.0005, 0.001027}, 0.001);
        QVERIFY(!halfway.isLinear());
        const app::GaugeAxis small({1e-9, 1e-9}, 1e-6);
        QVERIFY(small.shareOf(1e-6) > 0.1);
    }

    void scopesAreChosenByTheUserOnly()
    {
        app::CertificatePanel panel;
        QSignalSpy chosen(&panel, &app::CertificatePanel::scopeChosen);
        app::CertificateValues values = example::certificate();
        values.scope = core::Scope::Layers;
        panel.setValues(values);
        show(panel, 324, 790);
        QCOMPARE(chosen.size(), 0);
        QTest::mouseClick(named<app::ScopeButton>(panel, QStringLiteral("Head: Not certified")), Qt::LeftButton);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.last().first().value<core::Scope>(), core::Scope::Heads);
    }

    void undecidedSaysWhyAndWhatDecides()
    {
        app::CertificatePanel panel;
        app::CertificateValues values = example::certificate();
        panel.setValues(values);
        show(panel, 324, 790);
        auto* section = panel.findChild<app::UndecidedSection*>();
        QVERIFY(!section->isVisible());
        values.card = example::undecidedCard();
        values.undecided = example::undecided();
        panel.setValues(values);
        QVERIFY(saysSomewhere(*section, QStringLiteral("τ of row 33 is ε, as far as double arithmetic can tell.")));
        const QStringList ways{QStringLiteral("ε above 0.001027"), QStringLiteral("certified"),
            QStringLiteral("ε below 0.0009704"), QStringLiteral("not certified"),
            QStringLiteral("top-k, k from 210 on"), QStringLiteral("certified"), QStringLiteral("top-k, k up to 206"),
            QStringLiteral("not certified")};
        const QStringList said = visibleTexts(*section);
        for (const QString& way : ways)
            QVERIFY2(said.count(way) == ways.count(way), qPrintable(said.join(QLatin1Char('|'))));
        QSignalSpy wanted(&panel, &app::CertificatePanel::kEpsRequested);
        QTest::mouseClick(named<QPushButton>(*section, QStringLiteral("Keep the 210 largest keys")), Qt::LeftButton);
        QCOMPARE(wanted.size(), 1);
    }

    void undecidedNamesTheOpenChoice()
    {
        app::UndecidedSection section;
        app::UndecidedValues values = example::undecided();
        values.choice = {63, 64};
        values.certifiedFrom.reset();
        values.notCertifiedTo = 0;
        section.setValues(values);
        show(section, 300, 200);
        QVERIFY(saysSomewhere(section, QStringLiteral("which keys the rule keeps of row 33: 63 to 64 of them")));
        QVERIFY(!saysSomewhere(section, QStringLiteral("top-k")));
        QVERIFY(!section.findChild<QPushButton*>()->isVisible());
        values.rowName.clear();
        section.setValues(values);
        QVERIFY(saysSomewhere(section, QStringLiteral("The worst row says why.")));
    }

    void certificateActions()
    {
        app::CertificatePanel panel;
        panel.setValues(example::certificate());
        show(panel, 324, 790);
        QSignalSpy copy(&panel, &app::CertificatePanel::copyRequested);
        QSignalSpy save(&panel, &app::CertificatePanel::saveRequested);
        QSignalSpy worst(&panel, &app::CertificatePanel::worstRowRequested);
        QSignalSpy line(&panel, &app::CertificatePanel::copyTextRequested);
        QTest::mouseClick(named<QPushButton>(panel, QStringLiteral("Copy")), Qt::LeftButton);
        QTest::mouseClick(named<QPushButton>(panel, QStringLiteral("Save")), Qt::LeftButton);
        QTest::keyClick(panel.findChild<app::LinkButton*>(), Qt::Key_Space);
        QTest::mouseClick(named<app::TextLine>(panel, QStringLiteral("keep (density)")), Qt::LeftButton);
        QCOMPARE(copy.size(), 1);
        QCOMPARE(save.size(), 1);
        QCOMPARE(worst.size(), 1);
        QCOMPARE(line.last().first().toString(), QStringLiteral("keep (density) 0.099599999999999994"));
    }

    void budgetLinesAreCopiedByKeyboard()
    {
        app::CertificatePanel panel;
        panel.setValues(example::certificate());
        show(panel, 324, 790);
        QSignalSpy line(&panel, &app::CertificatePanel::copyTextRequested);
        auto* rows = named<app::RowGrid>(panel, QStringLiteral("Budget"));
        rows->setFocus();
        QTest::keyClick(rows, Qt::Key_Return);
        QCOMPARE(line.last().first().toString(), QStringLiteral("tokens (token_budget) 128"));
        QTest::keyClick(rows, Qt::Key_Down);
        QTest::keyClick(rows, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(line.last().first().toString().startsWith(QStringLiteral("keep (density) 0.09959")));
    }

    void nothingIsSavedWithoutAVerdict()
    {
        app::CertificatePanel panel;
        app::CertificateValues values = example::certificate();
        values.card = example::computingCard();
        panel.setValues(values);
        QVERIFY(!named<QPushButton>(panel, QStringLiteral("Save"))->isEnabled());
    }

    void missingValuesAreSaid()
    {
        app::CertificatePanel panel;
        app::CertificateValues values = example::certificate();
        values.outputError.reset();
        values.hasValues = false;
        panel.setValues(values);
        show(panel, 324, 790);
        QVERIFY(saysSomewhere(panel, QStringLiteral("No values in this dump: output error unknown.")));
        values.hasValues = true;
        panel.setValues(values);
        QVERIFY(!panel.outputErrorSection().isVisible());
    }

    void sectionsFold()
    {
        app::CertificatePanel panel;
        panel.setValues(example::certificate());
        show(panel, 324, 790);
        app::Section& section = panel.outputErrorSection();
        panel.findChild<app::SnapScrollArea*>()->ensureWidgetVisible(&section);
        const int unfolded = section.height();
        section.title().setFocus();
        QTest::keyClick(&section.title(), Qt::Key_Space);
        QVERIFY(!section.isUnfolded());
        QTRY_VERIFY(section.height() < unfolded);
        QCOMPARE(section.height(), 27);
    }

    void noRowIsCutInTheMiddle()
    {
        app::CertificatePanel panel;
        panel.setValues(example::certificate());
        for (int height = 300; height < 560; height += 7) {
            show(panel, 308, height);
            auto* scroll = panel.findChild<app::SnapScrollArea*>();
            QVERIFY(scroll->verticalScrollBar()->maximum() > 0);
            QTRY_VERIFY(scroll->verticalScrollBar()->value() == 0);
            const int end = scroll->viewport()->height() - scroll->coveredBelow();
            for (const auto* line : panel.findChildren<app::TextLine*>()) {
                if (!line->isVisible() || !scroll->viewport()->isAncestorOf(line))
                    continue;
                const int top = line->mapTo(scroll->viewport(), QPoint(0, 0)).y();
                QVERIFY2(top >= end || top + line->height() <= end, qPrintable(line->text()));
            }
        }
    }

    void gridFallsBackToOneColumn()
    {
        app::RowGrid grid(app::RowGrid::Columns::TwoIfTheyFit);
        const app::LabelledValue value{{QStringLiteral("Hellinger²")}, {QStringLiteral("≤ 9.877·10⁻¹⁷")}};
        grid.setValues({value, value, value, value});
        show(grid, 320, 80);
        QCOMPARE(grid.columnCount(), 2);
        show(grid, 284, 80);
        QCOMPARE(grid.columnCount(), 1);
    }

    void dumpAuditIsJudged()
    {
        app::DumpInspector inspector;
        app::DumpValues values = example::dump();
        inspector.setValues(values);
        show(inspector, 248, 400);
        QVERIFY(visibleTexts(inspector).contains(QStringLiteral("all rows usable")));
        values.audit->valid -= 12;
        values.audit->masked = 12;
        inspector.setValues(values);
        QVERIFY(visibleTexts(inspector).contains(QStringLiteral("12 skipped")));
        values.audit.reset();
        inspector.setValues(values);
        QVERIFY(visibleTexts(inspector).contains(QStringLiteral("counting rows")));
    }

    void modelsAreSound()
    {
        app::TensorModel tensors;
        const QAbstractItemModelTester tensorTester(&tensors);
        tensors.setTensors(example::dump().tensors);
        QCOMPARE(tensors.rowCount(), 4);
        QCOMPARE(tensors.index(0, app::TensorModel::Role).data().toString(), QStringLiteral("Q"));
        app::WeightModel weights;
        const QAbstractItemModelTester weightTester(&weights);
        auto pick = example::pick(render::Shade::Dark);
        weights.setWeights(pick.weights);
        pick.weights[0].kept = false;
        weights.setWeights(pick.weights);
        QCOMPARE(weights.index(0).data(app::WeightModel::Kept).toBool(), false);
        weights.setWeights({});
        QCOMPARE(weights.rowCount(), 0);
    }

    void pickedCellsAndKeys()
    {
        app::PickPanel panel;
        panel.setValues(example::pick(render::Shade::Dark));
        show(panel, 260, 560);
        QVERIFY(visibleTexts(panel).contains(QStringLiteral("7 of 12 kept")));
        QSignalSpy cell(&panel, &app::PickPanel::cellChosen);
        QSignalSpy key(&panel, &app::PickPanel::keyChosen);
        QTest::mouseClick(
            &panel.magnifier(), Qt::LeftButton, Qt::NoModifier, panel.magnifier().cellRect(3, 8).center());
        QCOMPARE(cell.last(), (QVariantList{3, 8}));
        auto* list = panel.findChild<QListView*>();
        QTest::mouseClick(
            list->viewport(), Qt::LeftButton, Qt::NoModifier, list->visualRect(list->model()->index(1, 0)).center());
        QCOMPARE(key.last().first().value<std::size_t>(), std::size_t(1281));
    }

    void allKeptIsSaid()
    {
        app::PickPanel panel;
        auto values = example::pick(render::Shade::Dark);
        values.kept = values.keys;
        panel.setValues(values);
        show(panel, 260, 560);
        QVERIFY(visibleTexts(panel).contains(QStringLiteral("all kept")));
    }

    void startPageActions()
    {
        app::StartPage page;
        page.setValues(example::start(render::Shade::Dark));
        show(page, 1280, 754);
        QSignalSpy open(&page, &app::StartPage::openRequested);
        QSignalSpy sample(&page, &app::StartPage::sampleRequested);
        QSignalSpy recent(&page, &app::StartPage::recentRequested);
        QSignalSpy missing(&page, &app::StartPage::missingRequested);
        QSignalSpy clear(&page, &app::StartPage::clearRecentRequested);
        QTest::mouseClick(page.findChild<app::PrimaryButton*>(), Qt::LeftButton);
        QTest::mouseClick(named<QPushButton>(page, QStringLiteral("Generated")), Qt::LeftButton);
        QTest::mouseClick(named<app::RecentItem>(page, QStringLiteral("example_ctx1536")), Qt::LeftButton);
        QTest::mouseClick(named<app::RecentItem>(page, QStringLiteral("gone.npy")), Qt::LeftButton);
        QTest::mouseClick(page.findChild<app::LinkButton*>(), Qt::LeftButton);
        QCOMPARE(open.size(), 1);
        QCOMPARE(sample.last().first().toString(), QStringLiteral("/samples/b.npz"));
        QCOMPARE(recent.last().first().toString(), QStringLiteral("/a/one.npz"));
        QCOMPARE(missing.last().first().toString(), QStringLiteral("/a/gone.npy"));
        QCOMPARE(clear.size(), 1);
    }

    void startPageTakesOneFile()
    {
        app::StartPage page;
        show(page, 1280, 754);
        QSignalSpy dropped(&page, &app::StartPage::fileDropped);
        QMimeData one;
        one.setUrls({QUrl::fromLocalFile(QStringLiteral("/a/b.npz"))});
        QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &one, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&page, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &one, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&page, &drop);
        QCOMPARE(dropped.last().first().toString(), QStringLiteral("/a/b.npz"));
        QMimeData text;
        text.setText(QStringLiteral("no file"));
        QDragEnterEvent other(QPoint(100, 100), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
        other.ignore();
        QCoreApplication::sendEvent(&page, &other);
        QVERIFY(!other.isAccepted());
    }
};

QTEST_MAIN(TestPanels)
#include "tst_panels.moc"
