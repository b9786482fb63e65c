// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <memory>

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "heatmap/rangehistogram.h"
#include "theme/themesource.h"

using namespace render;

class TestRangeBar : public QObject
{
    Q_OBJECT

    std::unique_ptr<RangeBar> m_bar;

    RangeHistogram& histogram() { return *m_bar->findChild<RangeHistogram*>(); }

    void drag(double from, double to)
    {
        RangeHistogram& widget = histogram();
        const QPoint start(static_cast<int>(std::lround(widget.pixelOf(from))), 10);
        const QPoint end(static_cast<int>(std::lround(widget.pixelOf(to))), 10);
        QTest::mousePress(&widget, Qt::LeftButton, {}, start);
        QMouseEvent move(QEvent::MouseMove, end, widget.mapToGlobal(end), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(&widget, &move);
        QTest::mouseRelease(&widget, Qt::LeftButton, {}, end);
    }

    /// Within a px of the 236 px for 8 decades.
    static bool near(double a, double b) { return std::abs(std::log10(a / b)) < 0.06; }

private Q_SLOTS:
    void init()
    {
        ThemeSource::instance().setShade(Shade::Dark);
        m_bar = std::make_unique<RangeBar>();
        m_bar->setHistogram({1e-8, 1, Spacing::Log, std::vector<double>(80, 1.0)});
        m_bar->setRange({1e-5, 1e-1, Spacing::Log});
        m_bar->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_bar.get()));
    }

    void settingTheRangeIsSilent()
    {
        const QSignalSpy changed(m_bar.get(), &RangeBar::rangeChanged);
        m_bar->setRange({1e-4, 1e-2, Spacing::Log});
        QCOMPARE(changed.count(), 0);
    }

    void handlesDrag()
    {
        const QSignalSpy changed(m_bar.get(), &RangeBar::rangeChanged);
        drag(1e-5, 1e-3);
        QCOMPARE(changed.count(), 1);
        QVERIFY(near(m_bar->range().low, 1e-3));
        QCOMPARE(m_bar->range().high, 1e-1);
        drag(1e-1, 1);
        QVERIFY(near(m_bar->range().high, 1));
    }

    void handlesDoNotCross()
    {
        drag(1e-5, 0.9);
        QVERIFY(m_bar->range().low < m_bar->range().high);
        QCOMPARE(m_bar->range().high, 1e-1);
    }

    void betweenTheHandlesBothMove()
    {
        drag(1e-3, 1e-4);
        QVERIFY(near(m_bar->range().low, 1e-6));
        QVERIFY(near(m_bar->range().high, 1e-2));
        drag(1e-4, 1e-8);
        QVERIFY(near(m_bar->range().low, 1e-8));
        QVERIFY(near(m_bar->range().high, 1e-4));
    }

    void doubleClickTakesTheFullRange()
    {
        QTest::mouseDClick(&histogram(), Qt::LeftButton, {}, QPoint(100, 10));
        QCOMPARE(m_bar->range(), (ColourRange{1e-8, 1, Spacing::Log}));
    }

    void fieldsSetTheEnds()
    {
        auto* low = m_bar->findChildren<QLineEdit*>().at(0);
        QCOMPARE(low->text(), QStringLiteral("1.0·10⁻⁵"));
        const QSignalSpy changed(m_bar.get(), &RangeBar::rangeChanged);
        low->selectAll();
        QTest::keyClicks(low, QStringLiteral("2e-4"));
        QTest::keyClick(low, Qt::Key_Return);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(m_bar->range().low, 2e-4);
        QCOMPARE(m_bar->range().high, 1e-1);
    }

    void nonsenseInAFieldChangesNothing()
    {
        auto* low = m_bar->findChildren<QLineEdit*>().at(0);
        const QSignalSpy changed(m_bar.get(), &RangeBar::rangeChanged);
        for (const char* text : {"x", "-1", "0.5", "0"}) {
            low->selectAll();
            QTest::keyClicks(low, QString::fromLatin1(text));
            QTest::keyClick(low, Qt::Key_Return);
        }
        QCOMPARE(changed.count(), 0);
        QCOMPARE(low->text(), QStringLiteral("1.0·10⁻⁵"));
    }

    void buttonAsksForPercentiles()
    {
        const QSignalSpy asked(m_bar.get(), &RangeBar::percentilesRequested);
        QTest::mouseClick(m_bar->findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
    }
};

QTEST_MAIN(TestRangeBar)
#include "tst_rangebar.moc"
