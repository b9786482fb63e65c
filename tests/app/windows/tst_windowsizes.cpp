// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>

#include <QAbstractButton>
#include <QDebug>
#include <QLabel>
#include <QLayout>
#include <QMenuBar>
#include <QScrollArea>

#include "heatmap/heatmapview.h"
#include "heatmap/taustrip.h"
#include "openwindow.h"
#include "plots/plot.h"
#include "views/certificatepanel.h"
#include "views/pickpanel.h"
#include "views/startpage.h"
#include "views/whatifsection.h"
#include "windows/statusline.h"
#include "windows/mappage.h"
#include "windows/plotspanel.h"

namespace {

QString describe(const QWidget& widget)
{
    auto text = QString::fromLatin1(widget.metaObject()->className());
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        text += QStringLiteral(" '") + label->text() + QLatin1Char('\'');
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        text += QStringLiteral(" '") + button->text() + QLatin1Char('\'');
    QDebug(&text) << widget.geometry() << widget.minimumSizeHint() << "in"
                  << widget.parentWidget()->metaObject()->className() << widget.parentWidget()->size();
    return text;
}

/// Labels and buttons that are given less room than their text needs. Labels of ignored width say more in their tool
/// tip.
QStringList cutTexts(const QWidget& window)
{
    QStringList cut;
    for (const auto* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->size().isEmpty()
            || widget->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored)
            continue;
        const auto* label = qobject_cast<const QLabel*>(widget);
        const bool isText = (label && !label->wordWrap()) || qobject_cast<const QAbstractButton*>(widget);
        const auto needed = widget->minimumSizeHint();
        if (isText && (widget->width() < needed.width() || widget->height() < needed.height()))
            cut += describe(*widget);
    }
    return cut;
}

/// Visible siblings whose rectangles meet. Widgets that lie over others on purpose have no layout item.
QStringList overlaps(const QWidget& window)
{
    QStringList found;
    for (const auto* parent : window.findChildren<QWidget*>()) {
        if (!parent->isVisible() || !parent->layout())
            continue;
        QList<QWidget*> children;
        for (auto* child : parent->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
            if (child->isVisible() && parent->layout()->indexOf(child) >= 0)
                children += child;
        for (qsizetype i = 0; i < children.size(); ++i)
            for (qsizetype j = i + 1; j < children.size(); ++j)
                if (children[i]->geometry().intersects(children[j]->geometry()))
                    found += describe(*children[i]) + QStringLiteral(" over ") + describe(*children[j]);
    }
    return found;
}

/// Visible widgets that reach out of their parent, scrolled content aside.
QStringList outside(const QWidget& window)
{
    QStringList found;
    for (const auto* widget : window.findChildren<QWidget*>()) {
        const auto* parent = widget->parentWidget();
        const bool isScrolled =
            parent && parent->parentWidget() && qobject_cast<QAbstractScrollArea*>(parent->parentWidget());
        if (widget->isVisible() && !widget->isWindow() && !widget->size().isEmpty() && !isScrolled
            && !parent->rect().contains(widget->geometry()))
            found += describe(*widget);
    }
    return found;
}

/// Menus that the menu bar has no room for.
QStringList hiddenMenus(const QWidget& window)
{
    QStringList hidden;
    for (auto* bar : window.findChildren<QMenuBar*>())
        for (auto* action : bar->actions())
            if (!bar->rect().contains(bar->actionGeometry(action)) || bar->actionGeometry(action).isEmpty())
                hidden += QStringLiteral("menu ") + action->text();
    return hidden;
}

QStringList faultsOf(const QWidget& window)
{
    return cutTexts(window) + overlaps(window) + outside(window) + hiddenMenus(window);
}

/// Layouts follow a changed text in a later turn of the event loop.
void verifyWhole(const QWidget& window)
{
    QTRY_VERIFY2(faultsOf(window).isEmpty(), qPrintable(QLatin1Char('\n') + faultsOf(window).join(QLatin1Char('\n'))));
}

}

/// At the smallest size that the look is drawn for, no text is cut and nothing overlaps.
class TestWindowSizes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void nothingIsCutOrOverlaps_data();
    void nothingIsCutOrOverlaps();
    void theStartPageIsWhole();
    void panelsGiveWayInTheirOrder();

private:
    support::TempFolder m_folder;
    std::map<QString, std::string> m_dumps;
};

void TestWindowSizes::initTestCase()
{
    render::ThemeSource::instance().setShade(render::Shade::Light);
    m_dumps = {{QStringLiteral("scores"), support::writeScores(m_folder).string()},
        {QStringLiteral("qkv"), support::writeFactors(m_folder).string()},
        {QStringLiteral("probs"), support::writeProbabilities(m_folder).string()}};
}

void TestWindowSizes::nothingIsCutOrOverlaps_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<core::Scope>("scope");
    QTest::addColumn<QString>("rule");
    for (const auto* kind : {"scores", "qkv", "probs"})
        for (const auto size : {QSize(1280, 800), QSize(1440, 900)})
            for (const auto scope : {core::Scope::Rows, core::Scope::Heads, core::Scope::Dump})
                QTest::addRow("%s, %d wide, %s", kind, size.width(), core::nameOf(scope).data())
                    << QString::fromLatin1(kind) << size << scope << QString();
    for (const char* rule :
        {"topp:0.999999", "threshold:1e-6", "window:96+96", "topk:96+window:48+48", "block:96x96:top96"})
        for (const auto scope : {core::Scope::Rows, core::Scope::Dump})
            QTest::addRow("%s, %s", rule, core::nameOf(scope).data())
                << QStringLiteral("qkv") << QSize(1280, 800) << scope << QString::fromLatin1(rule);
}

void TestWindowSizes::nothingIsCutOrOverlaps()
{
    QFETCH(QString, kind);
    QFETCH(QSize, size);
    QFETCH(core::Scope, scope);
    QFETCH(QString, rule);
    support::OpenWindow open(m_dumps.at(kind), size);
    QVERIFY(open.waitUntilDone());
    open.explorer().setScope(scope);
    if (!rule.isEmpty()) {
        open.explorer().setRule(*core::parseRule(rule.toStdString()));
        QVERIFY(open.waitUntilDone());
    }
    open.window().settle();
    QCOMPARE(open.window().size(), size);
    verifyWhole(open.window());
    if (!rule.isEmpty())
        return;
    // Other numbers, longer words: nothing lost; next to nothing lost; a what-if question.
    open.explorer().setK(96);
    open.window().settle();
    verifyWhole(open.window());
    open.explorer().setK(90);
    Q_EMIT open.find<app::WhatIfSection>().deltaEdited(0.0123);
    open.window().settle();
    verifyWhole(open.window());
    open.explorer().clearPick();
    open.window().settle();
    open.find<app::StatusLine>().setActivity(QStringLiteral("Studying heads, 1 of 4 done"), 0.25);
    verifyWhole(open.window());
}

void TestWindowSizes::theStartPageIsWhole()
{
    app::MainWindow window;
    window.resize(1280, 800);
    window.show();
    window.settle();
    QVERIFY(window.findChild<app::StartPage*>()->isVisible());
    verifyWhole(window);
}

void TestWindowSizes::panelsGiveWayInTheirOrder()
{
    support::OpenWindow open(m_dumps.at(QStringLiteral("qkv")), {1280, 800});
    QVERIFY(open.waitUntilDone());
    QVERIFY(open.find<app::PickPanel>().isVisible());
    QVERIFY(open.find<render::TauStrip>().isVisible());
    open.window().resize(1180, 800);
    open.window().settle();
    QVERIFY(!open.find<app::PickPanel>().isVisible());
    QVERIFY(open.find<render::TauStrip>().isVisible());
    QVERIFY(open.find<render::HeatmapView>().isVisible());
    QVERIFY(open.find<app::CertificatePanel>().isVisible());
}

QTEST_MAIN(TestWindowSizes)
#include "tst_windowsizes.moc"
