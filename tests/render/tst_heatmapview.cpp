// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>
#include <memory>

#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "heatmap/heatmapview.h"
#include "heatmap/mappane.h"
#include "heatmap/taustrip.h"
#include "syntheticmap.h"
#include "theme/themesource.h"

using namespace render;

namespace {

/// Three rows of two blocks: kept lowest and highest; dropped highest and masked; NaN and absent.
core::TileReply statesTile(const core::TileRequest& request)
{
    using enum core::PixelState;
    core::TileReply reply{request.width, request.height, {}, {}};
    for (std::size_t y = 0; y < request.height; ++y) {
        for (std::size_t x = 0; x < request.width; ++x) {
            const std::size_t row = 3 * y / request.height;
            const bool left = 2 * x < request.width;
            const std::array states{KeptCell, left ? DroppedCell : MaskedCell, left ? NanCell : NoCell};
            reply.state.push_back(states[row]);
            reply.colour.push_back(row == 0 && left ? 0 : 255);
        }
    }
    return reply;
}

QPoint pixelOf(const HeatmapView& view, Cell cell)
{
    return QPointF(view.keyAxis().pixelOf(static_cast<double>(cell.key) + 0.5),
        view.rowAxis().pixelOf(static_cast<double>(cell.row) + 0.5))
        .toPoint();
}

void wheel(QWidget& widget, QPoint position, int turn)
{
    QWheelEvent event(
        position, widget.mapToGlobal(position), {}, {0, turn}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

}

class TestHeatmapView : public QObject
{
    Q_OBJECT

    SyntheticMap m_map{96};
    std::vector<core::TileRequest> m_requests;
    std::unique_ptr<HeatmapView> m_view;

private Q_SLOTS:
    void init()
    {
        ThemeSource::instance().setShade(Shade::Dark);
        m_requests.clear();
        m_view = std::make_unique<HeatmapView>();
        m_view->resize(601, 522);
        m_view->setHead(m_map.head());
        m_view->setTileProvider([this](const core::TileRequest& request) {
            m_requests.push_back(request);
            return m_map.tile(request);
        });
        QCursor::setPos(0, 0);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }

    void cleanup() { m_view.reset(); }

    void paintsEveryStateInItsColour()
    {
        MapHead head;
        head.size = {3, 2};
        m_view->setHead(head);
        m_view->setTileProvider(statesTile);
        const QImage image = m_view->grab().toImage();
        const auto colourOf = [&](Cell cell) { return image.pixelColor(pixelOf(*m_view, cell) + QPoint(20, 20)); };
        QCOMPARE(colourOf({0, 0}), QColor(0x09, 0x0c, 0x1c));
        QCOMPARE(colourOf({0, 1}), QColor(0xfa, 0xf6, 0xc8));
        QCOMPARE(colourOf({1, 0}), QColor(151, 152, 156));
        QCOMPARE(colourOf({1, 1}), QColor(0x1a, 0x22, 0x2e));
        QCOMPARE(colourOf({2, 0}), QColor(0xe0, 0x47, 0x9e));
        int lines = 0;
        const QPoint absent = pixelOf(*m_view, {2, 1});
        for (int x = 0; x < 60; ++x) {
            const QColor colour = image.pixelColor(absent + QPoint(x - 30, 10));
            QVERIFY(colour == theme().panel || colour == theme().line2);
            lines += colour == theme().line2 ? 1 : 0;
        }
        QCOMPARE(lines, 10);
    }

    void noNumberIsCutAtTheRightEdge()
    {
        for (double key = 0; key < 40; ++key) {
            m_view->setCamera({10, key, 48, 48});
            const QImage image = m_view->grab().toImage();
            for (int y = static_cast<int>(m_view->mapRect().bottom()) + 2; y < image.height(); ++y)
                QVERIFY2(image.pixelColor(image.width() - 1, y) == theme().panel, qPrintable(QString::number(key)));
        }
    }

    void asksForTheVisiblePartInPixels()
    {
        m_view->setCamera({10, 20, 48, 48});
        m_view->grab();
        const core::TileRequest& last = m_requests.back();
        QCOMPARE(last.cells.row, 10.0);
        QCOMPARE(last.cells.keys, 48.0);
        QCOMPARE(last.width, static_cast<std::size_t>(m_view->mapRect().width()));
        QCOMPARE(last.thresholds.size(), std::size_t{255});
    }

    void anotherVeilAsksOnceAndKeepsTheCamera()
    {
        const Camera camera{10, 20, 48, 48};
        m_view->setCamera(camera);
        m_view->setPick(Cell{30, 25});
        m_view->grab();
        m_requests.clear();
        m_view->setVeil(core::TopK{4});
        m_view->grab();
        m_view->grab();
        QCOMPARE(m_requests.size(), std::size_t{1});
        QCOMPARE(std::get<core::TopK>(m_requests.front().veil->rule).k, std::size_t{4});
        QCOMPARE(m_view->camera(), camera);
        QCOMPARE(m_view->pick(), (Cell{30, 25}));
    }

    void pickingAsksForNoTile()
    {
        m_view->grab();
        m_requests.clear();
        m_view->setPick(Cell{30, 25});
        m_view->grab();
        QVERIFY(m_requests.empty());
    }

    void wheelKeepsTheCellUnderThePointer()
    {
        const QPoint position = pixelOf(*m_view, {60, 20});
        const double row = m_view->rowAxis().cellAt(position.y());
        const double key = m_view->keyAxis().cellAt(position.x());
        for (int i = 0; i < 3; ++i) {
            wheel(*m_view, position, 120);
            QVERIFY(std::abs(m_view->rowAxis().cellAt(position.y()) - row) < 1e-6);
            QVERIFY(std::abs(m_view->keyAxis().cellAt(position.x()) - key) < 1e-6);
        }
        QVERIFY(m_view->camera().rows < 60);
        wheel(*m_view, position, -1200);
        QVERIFY(isFit(m_view->camera(), m_map.head().size));
    }

    void wheelKeepsTheCellWhenTokensMoveTheMap()
    {
        MapHead head = m_map.head();
        head.rows.labels.assign(96, QStringLiteral("a"));
        head.keys.labels.assign(96, QStringLiteral("a"));
        m_view->setHead(head);
        const double left = m_view->mapRect().left();
        const QPoint position = pixelOf(*m_view, {60, 40});
        for (int i = 0; i < 6; ++i)
            wheel(*m_view, position, 120);
        QVERIFY(m_view->mapRect().left() > left);
        QCOMPARE(m_view->cellAt(position), (Cell{60, 40}));
    }

    void clickPicks()
    {
        const QSignalSpy picked(m_view.get(), &HeatmapView::picked);
        QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, pixelOf(*m_view, {50, 12}));
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked[0][0].value<Cell>(), (Cell{50, 12}));
        QCOMPARE(m_view->pick(), (Cell{50, 12}));
    }

    void clickBesideTheMapPicksNothing()
    {
        const QSignalSpy picked(m_view.get(), &HeatmapView::picked);
        QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, QPoint(5, 100));
        QCOMPARE(picked.count(), 0);
    }

    void arrowsNudge()
    {
        m_view->setPick(Cell{50, 12});
        const QSignalSpy picked(m_view.get(), &HeatmapView::picked);
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(m_view->pick(), (Cell{51, 12}));
        QTest::keyClick(m_view.get(), Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(m_view->pick(), (Cell{51, 20}));
        QTest::keyClick(m_view.get(), Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(m_view->pick(), (Cell{51, 0}));
        QTest::keyClick(m_view.get(), Qt::Key_Left);
        QCOMPARE(m_view->pick(), (Cell{51, 0}));
        QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(m_view->pick(), (Cell{95, 0}));
        QCOMPARE(picked.count(), 5);
    }

    void nudgingOutOfViewScrolls()
    {
        m_view->setCamera({10, 10, 20, 20});
        m_view->setPick(Cell{29, 15});
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(m_view->camera(), (Camera{11, 10, 20, 20}));
    }

    void dragPansAndDoesNotPick()
    {
        m_view->setCamera({40, 40, 24, 24}); // 20 px a cell
        const QSignalSpy picked(m_view.get(), &HeatmapView::picked);
        const QPoint from = m_view->mapRect().center().toPoint();
        QTest::mousePress(m_view.get(), Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, from + QPoint(40, -60), m_view->mapToGlobal(from + QPoint(40, -60)),
            Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(m_view.get(), &move);
        QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, from + QPoint(40, -60));
        QCOMPARE(m_view->camera(), (Camera{43, 38, 24, 24}));
        QCOMPARE(picked.count(), 0);
    }

    void doubleClickFits()
    {
        m_view->setCamera({40, 40, 24, 24});
        QTest::mouseDClick(m_view.get(), Qt::LeftButton, {}, m_view->mapRect().center().toPoint());
        QVERIFY(isFit(m_view->camera(), m_map.head().size));
    }

    void hoverTellsTheCell()
    {
        const QSignalSpy hovered(m_view.get(), &HeatmapView::hovered);
        QTest::mouseMove(m_view->windowHandle(), pixelOf(*m_view, {70, 33}));
        QTRY_VERIFY(!hovered.isEmpty());
        QCOMPARE(hovered.back()[0].value<std::optional<Cell>>(), (Cell{70, 33}));
        QTest::mouseMove(m_view->windowHandle(), QPoint(5, 5));
        QTRY_COMPARE(hovered.back()[0].value<std::optional<Cell>>(), std::nullopt);
    }

    void anotherHeadStartsWhole()
    {
        m_view->setCamera({40, 40, 24, 24});
        m_view->setPick(Cell{50, 50});
        m_view->setHead(m_map.head());
        QVERIFY(isFit(m_view->camera(), m_map.head().size));
        QVERIFY(!m_view->pick());
    }

    void stripFollowsTheMap()
    {
        MapPane pane;
        pane.resize(900, 522);
        pane.map().setHead(m_map.head());
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        QCOMPARE(pane.map().mapRect().size(), QSizeF(480, 480));
        QCOMPARE(pane.strip().x(), pane.map().geometry().right() + 1 + 8);
        QCOMPARE(pane.strip().width(), 56);
        const QSignalSpy clicked(&pane.strip(), &TauStrip::rowClicked);
        pane.strip().setTailMass(std::vector<std::optional<core::Interval>>(96, core::Interval{0.1, 0.1}));
        pane.map().setCamera({40, 40, 24, 24});
        QTest::mouseClick(&pane.strip(), Qt::LeftButton, {}, QPoint(20, pixelOf(pane.map(), {45, 45}).y()));
        QCOMPARE(clicked[0][0].value<std::size_t>(), std::size_t{45});
    }

    void repliesOfAnotherSizeAreNotDrawn()
    {
        m_view->setTileProvider([](const core::TileRequest&) { return core::TileReply{7, 7, {}, {}}; });
        const QImage image = m_view->grab().toImage();
        QCOMPARE(image.pixelColor(pixelOf(*m_view, {10, 80})), theme().field);
    }
};

QTEST_MAIN(TestHeatmapView)
#include "tst_heatmapview.moc"
