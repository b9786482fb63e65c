// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <memory>

#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "examplecurves.h"
#include "plots/outputerrorplot.h"
#include "plots/spectrumplot.h"
#include "plots/tailmassplot.h"
#include "theme/themesource.h"

using namespace render;

namespace {

/// Is a px of about this colour (lines are thin and smoothed) within 2 px of `place`?
bool hasColourNear(const QImage& image, QPointF place, const QColor& colour)
{
    for (int dy = -2; dy <= 2; ++dy) {
        for (int dx = -2; dx <= 2; ++dx) {
            const QColor found = image.pixelColor(place.toPoint() + QPoint(dx, dy));
            const int distance = std::abs(found.red() - colour.red()) + std::abs(found.green() - colour.green())
                + std::abs(found.blue() - colour.blue());
            if (distance < 130)
                return true;
        }
    }
    return false;
}

/// After replots that wait in the queue.
QImage grabOf(Plot& plot)
{
    QApplication::processEvents();
    return plot.grab().toImage();
}

QWidget* canvasOf(Plot& plot)
{
    return plot.findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
}

void wheel(QWidget& widget, QPointF position, int turn)
{
    QWheelEvent event(
        position, widget.mapToGlobal(position), {}, {0, turn}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

}

class TestPlots : public QObject
{
    Q_OBJECT

    std::unique_ptr<TailMassPlot> m_plot;

    void zoomIn()
    {
        QWidget* canvas = canvasOf(*m_plot);
        wheel(*canvas, m_plot->pixelOf({100, 0.01}) - canvas->pos(), 240);
    }

private Q_SLOTS:
    void init()
    {
        ThemeSource::instance().setShade(Shade::Dark);
        m_plot = std::make_unique<TailMassPlot>();
        m_plot->resize(488, 222);
        m_plot->setData(exampleTailMass());
        m_plot->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_plot.get()));
        QApplication::processEvents();
    }

    void axesAreTheWholeRangeInLog()
    {
        const QRectF axes = m_plot->axesRect();
        QVERIFY(std::abs(m_plot->pixelOf({1, 1}).x() - axes.left()) < 1.5);
        QVERIFY(std::abs(m_plot->pixelOf({1, 1}).y() - axes.top()) < 1.5);
        QVERIFY(std::abs(m_plot->pixelOf({1000, 1e-5}).x() - axes.right()) < 1.5);
        QVERIFY(std::abs(m_plot->pixelOf({1000, 1e-5}).y() - axes.bottom()) < 1.5);
        QVERIFY(std::abs(m_plot->pixelOf({std::sqrt(1000), 1}).x() - axes.center().x()) < 1.5);
        QCOMPARE(axes.left(), 52.0);
    }

    void curvesAreWhereTheirValuesSay()
    {
        const QImage image = grabOf(*m_plot);
        const double tau = (1 - 25 / 1001.0) / 5;
        QVERIFY(hasColourNear(image, m_plot->pixelOf({25, tau}), theme().accent));
        QVERIFY(hasColourNear(image, m_plot->pixelOf({25, 0.5 * tau}), theme().exact));
        QVERIFY(hasColourNear(image, m_plot->pixelOf({25, std::pow(tau, 0.25)}), theme().bound));
        QVERIFY(!hasColourNear(image, m_plot->pixelOf({25, 3e-4}), theme().accent));
    }

    void predictionsAreNeverSolid()
    {
        const QImage image = grabOf(*m_plot);
        int violet = 0;
        int other = 0;
        for (int x = 60; x < 200; ++x) {
            const double k = std::pow(10.0, 3 * (x - 52.0) / m_plot->axesRect().width());
            const double tau = (1 - k / 1001.0) / std::sqrt(k);
            const QPoint place(x, m_plot->pixelOf({k, 0.02 * tau}).toPoint().y());
            const QColor colour = image.pixelColor(place);
            (colour.blue() > 120 && colour.red() > 90 ? violet : other) += 1;
        }
        QVERIFY(violet > 30);
        QVERIFY(other > 30);
    }

    /// As narrow as in a window of 1280 x 800 every line that is drawn is named; only the band gives way.
    void everyLineIsNamedWhereThereIsLittleRoom()
    {
        m_plot->resize(424, 190);
        const QImage title = grabOf(*m_plot).copy(0, 0, 424, 24);
        const auto isViolet = [&title](int x) {
            for (int y = 10; y <= 14; ++y)
                if (const QColor c = title.pixelColor(x, y); c.blue() > c.green() + 40 && c.red() > c.green() + 10)
                    return true;
            return false;
        };
        int predictions = 0;
        int last = -100;
        for (int x = 0; x < title.width(); ++x) {
            if (!isViolet(x))
                continue;
            predictions += x - last > 20 ? 1 : 0;
            last = x;
        }
        QCOMPARE(predictions, 2);
    }

    void crosshairMovesButNotTheAxes()
    {
        const QRectF before = m_plot->visibleRange();
        m_plot->setCrosshair(exampleCrosshair());
        QCOMPARE(m_plot->visibleRange(), before);
        const QImage image = grabOf(*m_plot);
        QVERIFY(hasColourNear(image, m_plot->pixelOf({100, (1 - 100 / 1001.0) / 10}), theme().notCertified));
        QVERIFY(hasColourNear(image, m_plot->pixelOf({400, 0.01}), theme().ink));
        m_plot->setCrosshair({10, 0.01, {{(1 - 10 / 1001.0) / std::sqrt(10), core::Verdict::Undecided}}});
        const QImage moved = grabOf(*m_plot);
        QVERIFY(!hasColourNear(moved, m_plot->pixelOf({100, (1 - 100 / 1001.0) / 10}), theme().notCertified));
        QVERIFY(hasColourNear(moved, m_plot->pixelOf({10, (1 - 10 / 1001.0) / std::sqrt(10)}), theme().undecided));
        QCOMPARE(m_plot->visibleRange(), before);
    }

    void zoomStaysWhenTheDataChange()
    {
        zoomIn();
        QVERIFY(m_plot->isZoomed());
        const QRectF zoomed = m_plot->visibleRange();
        m_plot->setData(exampleTailMass());
        QCOMPARE(m_plot->visibleRange(), zoomed);
    }

    void doubleClickShowsAllAgain()
    {
        const QRectF whole = m_plot->visibleRange();
        zoomIn();
        QTest::mouseDClick(canvasOf(*m_plot), Qt::LeftButton, {}, QPoint(200, 80));
        QVERIFY(!m_plot->isZoomed());
        QCOMPARE(m_plot->visibleRange(), whole);
    }

    void zoomNeverLeavesTheWholeRange()
    {
        QWidget* canvas = canvasOf(*m_plot);
        const QRectF whole = m_plot->visibleRange();
        wheel(*canvas, QPointF(200, 80), -1200);
        QCOMPARE(m_plot->visibleRange(), whole);
        QVERIFY(!m_plot->isZoomed());
    }

    void clickTellsTheValues()
    {
        QWidget* canvas = canvasOf(*m_plot);
        const QSignalSpy clicked(m_plot.get(), &Plot::clicked);
        const QPoint place = (m_plot->pixelOf({100, 1e-3}) - canvas->pos()).toPoint();
        QTest::mouseClick(canvas, Qt::LeftButton, {}, place);
        QCOMPARE(clicked.count(), 1);
        const QPointF value = clicked[0][0].toPointF();
        QVERIFY(std::abs(std::log10(value.x() / 100)) < 0.01);
        QVERIFY(std::abs(std::log10(value.y() / 1e-3)) < 0.03);
    }

    void aRowWithoutKeysIsSaidInWords()
    {
        TailMassData data;
        data.keyCount = 1000;
        m_plot->setData(data);
        const QImage empty = grabOf(*m_plot);
        data.note = QStringLiteral("Row 17 has no allowed keys.");
        m_plot->setData(data);
        const QImage said = grabOf(*m_plot);
        QVERIFY(!hasColourNear(empty, m_plot->axesRect().center(), theme().ink2));
        QVERIFY(empty != said);
    }

    void brokenDataAreHarmless()
    {
        TailMassData data = exampleTailMass();
        data.keyCount = 0;
        data.row.y[3] = std::nan("");
        data.row.y[4] = 0;
        data.row.y[5] = -1;
        data.mean.y.resize(2);
        m_plot->setData(data);
        m_plot->setCrosshair({0, 0, {{0, {}}}});
        QVERIFY(!m_plot->grab().isNull());
        SpectrumPlot spectrum;
        spectrum.setData({});
        QVERIFY(!spectrum.grab().isNull());
        OutputErrorPlot error;
        error.setData({});
        QVERIFY(!error.grab().isNull());
    }

    void spectrumShowsTheLargestValueInside()
    {
        SpectrumData data;
        for (int i = 1; i <= 64; ++i) {
            data.all.x.push_back(i);
            data.all.y.push_back(40.0 / i);
        }
        data.allName = QStringLiteral("all keys");
        SpectrumPlot plot;
        plot.setData(data);
        const QRectF range = plot.visibleRange();
        QVERIFY(range.bottom() > 40 && range.top() <= 40.0 / 64);
        QCOMPARE(range.right(), 64.0);
    }
};

QTEST_MAIN(TestPlots)
#include "tst_plots.moc"
