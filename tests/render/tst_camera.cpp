// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "heatmap/camera.h"

using namespace render;

namespace {

constexpr HeadSize square{1536, 1536};
constexpr HeadSize wide{100, 1120};

}

class TestCamera : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fitsTheWholeHead()
    {
        QCOMPARE(fitCamera(wide), (Camera{0, 0, 100, 1120}));
        QVERIFY(isFit(fitCamera(wide), wide));
    }

    void zoomKeepsWhatIsUnderTheAnchor()
    {
        const Camera before{400, 300, 512, 512};
        const QPointF anchor(0.25, 0.75);
        const Camera after = zoomed(before, square, 2, anchor);
        QCOMPARE(after.rows, 256.0);
        QCOMPARE(after.keys, 256.0);
        QCOMPARE(after.row + 0.75 * after.rows, 400 + 0.75 * 512);
        QCOMPARE(after.key + 0.25 * after.keys, 300 + 0.25 * 512);
    }

    void zoomOutEndsAtTheWholeHead()
    {
        const Camera out = zoomed({1000, 1000, 100, 100}, square, 0.001, {0.5, 0.5});
        QVERIFY(isFit(out, square));
    }

    void zoomInEndsAtEightCells()
    {
        const Camera in = zoomed(fitCamera(wide), wide, 1e6, {0, 0});
        QCOMPARE(in, (Camera{0, 0, 8, 8}));
        const Camera oneRow = zoomed(fitCamera({1, 4096}), {1, 4096}, 1e6, {0, 0});
        QCOMPARE(oneRow.rows, 1.0);
    }

    void panStopsAtTheEdges()
    {
        const Camera camera{100, 100, 200, 200};
        QCOMPARE(panned(camera, square, {0.25, -0.5}), (Camera{200, 50, 200, 200}));
        QCOMPARE(panned(camera, square, {10, 10}), (Camera{0, 0, 200, 200}));
        QCOMPARE(panned(camera, square, {-10, -10}), (Camera{1336, 1336, 200, 200}));
    }

    void showingMovesAsLittleAsPossible()
    {
        const Camera camera{100, 100, 200, 200};
        QCOMPARE(showing(camera, square, {150, 299}), camera);
        QCOMPARE(showing(camera, square, {99, 300}), (Camera{99, 101, 200, 200}));
    }

    void squareHeadsKeepSquareCells()
    {
        QCOMPARE(mapSize(square, {900, 480}), QSizeF(480, 480));
        QCOMPARE(mapSize({1500, 1536}, {480, 900}), QSizeF(480, 469));
    }

    void wideHeadsFillTheWidth()
    {
        QCOMPARE(mapSize(wide, {680, 428}), QSizeF(680, 428));
        QCOMPARE(mapSize({1, 4096}, {680, 428}), QSizeF(680, 24));
        QCOMPARE(mapSize({4096, 4}, {680, 428}), QSizeF(96, 428));
    }

    void emptyHeadsAreHarmless()
    {
        QCOMPARE(mapSize({0, 5}, {100, 100}), QSizeF());
        QCOMPARE(zoomed(Camera{}, {0, 0}, 2, {0, 0}), Camera{});
        QCOMPARE(clamped(Camera{5, 5, 5, 5}, {0, 0}), Camera{});
    }
};

QTEST_APPLESS_MAIN(TestCamera)
#include "tst_camera.moc"
