// SPDX-License-Identifier: GPL-3.0-or-later
#include "exampleviews.h"

#include <QTest>

#include <QComboBox>
#include <QSignalSpy>

#include "theme/themesource.h"
#include "views/headsgrid.h"

using app::HeadPlace;
using app::HeadsGrid;

namespace {

void show(QWidget& widget, int width, int height)
{
    widget.resize(width, height);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
}

app::HeadsGridValues twoSections()
{
    app::HeadsGridValues values = example::heads(3, 8, 0).grid;
    values.sections.push_back(values.sections.front());
    values.sections[0].title = QStringLiteral("encoder");
    values.sections[1].title = QStringLiteral("decoder");
    return values;
}

}

class TestHeadsGrid : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { render::ThemeSource::instance().setShade(render::Shade::Dark); }

    void clickChooses()
    {
        HeadsGrid grid;
        grid.setValues(twoSections());
        show(grid, 224, 300);
        QSignalSpy chosen(&grid, &HeadsGrid::headChosen);
        for (const HeadPlace& place : {HeadPlace{0, 1, 5}, HeadPlace{1, 2, 0}, HeadPlace{1, 0, 7}}) {
            QTest::mouseClick(&grid, Qt::LeftButton, Qt::NoModifier, grid.cellRect(place).center());
            QCOMPARE(grid.selected(), place);
            QCOMPARE(chosen.last().first().value<HeadPlace>(), place);
        }
        QTest::mouseClick(&grid, Qt::LeftButton, Qt::NoModifier, QPoint(1, 1));
        QCOMPARE(chosen.size(), 3);
    }

    void everyCellIsFoundWhereItIsDrawn()
    {
        HeadsGrid grid;
        grid.setValues(twoSections());
        grid.resize(224, 300);
        for (std::size_t section = 0; section < 2; ++section) {
            for (std::size_t row = 0; row < 3; ++row) {
                for (std::size_t head = 0; head < 8; ++head) {
                    const HeadPlace place{section, row, head};
                    QCOMPARE(grid.placeAt(grid.cellRect(place).topLeft()).value(), place);
                    QCOMPARE(grid.placeAt(grid.cellRect(place).bottomRight()).value(), place);
                }
            }
        }
    }

    void keysMove()
    {
        HeadsGrid grid;
        grid.setValues(twoSections());
        show(grid, 224, 300);
        grid.setSelected({0, 0, 0});
        const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers, const HeadPlace& expected) {
            QTest::keyClick(&grid, key, modifiers);
            QCOMPARE(grid.selected(), expected);
        };
        press(Qt::Key_Left, Qt::NoModifier, {0, 0, 0});
        press(Qt::Key_Right, Qt::NoModifier, {0, 0, 1});
        press(Qt::Key_Right, Qt::ShiftModifier, {0, 0, 7});
        press(Qt::Key_Down, Qt::NoModifier, {0, 1, 7});
        press(Qt::Key_Down, Qt::NoModifier, {0, 2, 7});
        press(Qt::Key_Up, Qt::NoModifier, {0, 1, 7});
        press(Qt::Key_3, Qt::NoModifier, {0, 1, 3});
        press(Qt::Key_9, Qt::NoModifier, {0, 1, 3});
        press(Qt::Key_0, Qt::NoModifier, {0, 1, 0});
        press(Qt::Key_Down, Qt::ShiftModifier, {1, 2, 0});
    }

    void missingHeadsCannotBeChosen()
    {
        HeadsGrid grid;
        app::HeadsGridValues values = example::heads(2, 8, 0).grid;
        values.sections[0].rows[1].cells[2].exists = false;
        grid.setValues(values);
        show(grid, 224, 120);
        QSignalSpy chosen(&grid, &HeadsGrid::headChosen);
        QTest::mouseClick(&grid, Qt::LeftButton, Qt::NoModifier, grid.cellRect({0, 1, 2}).center());
        QCOMPARE(chosen.size(), 0);
        QVERIFY(!grid.placeAt(grid.cellRect({0, 1, 2}).center()));
    }

    void hoverIsReported()
    {
        HeadsGrid grid;
        grid.setValues(twoSections());
        show(grid, 224, 300);
        QSignalSpy hovered(&grid, &HeadsGrid::headHovered);
        QTest::mouseMove(&grid, grid.cellRect({1, 1, 3}).center());
        QTRY_COMPARE(hovered.size(), 1);
        QCOMPARE(hovered.last().first().value<std::optional<HeadPlace>>(), (HeadPlace{1, 1, 3}));
    }

    void numbersNeedRoom()
    {
        HeadsGrid grid;
        grid.setValues(example::heads(5, 8, 4).grid);
        grid.resize(211, 200);
        QVERIFY(grid.showsNumbers());
        grid.setValues(example::heads(5, 12, 0).grid);
        QVERIFY(!grid.showsNumbers());
        grid.setValues(example::heads(5, 32, 8).grid);
        QCOMPARE(grid.cellRect({0, 0, 0}).size(), QSize(10, 10));
    }

    void valuesAreColours()
    {
        HeadsGrid grid;
        app::HeadsGridValues values = example::heads(1, 3, 0).grid;
        values.low = 0;
        values.high = 1;
        auto& cells = values.sections[0].rows[0].cells;
        cells[0].number = 0;
        cells[1].number = 1;
        cells[2].number.reset();
        grid.setValues(values);
        grid.setSelected({0, 5, 5});
        grid.resize(211, 60);
        const QImage image = grid.grab().toImage();
        const auto corner = [&](std::size_t head) {
            return image.pixel(grid.cellRect({0, 0, head}).topLeft() + QPoint(3, 3));
        };
        const auto& table = render::sequentialTable(render::Shade::Dark);
        QCOMPARE(corner(0), table.front());
        QCOMPARE(corner(1), table.back());
        QCOMPARE(corner(2), render::theme().panel2.rgb());
    }

    void panelPassesChoicesOn()
    {
        app::HeadsPanel panel;
        QSignalSpy head(&panel, &app::HeadsPanel::headChosen);
        QSignalSpy measure(&panel, &app::HeadsPanel::measureChosen);
        panel.setValues(example::heads(5, 8, 4));
        panel.setSelected({0, 3, 3});
        show(panel, 248, 250);
        QCOMPARE(head.size() + measure.size(), 0);
        QTest::keyClick(&panel.grid(), Qt::Key_Up);
        QCOMPARE(head.size(), 1);
        QTest::keyClick(panel.findChild<QComboBox*>(), Qt::Key_Down);
        QCOMPARE(measure.size(), 1);
        QCOMPARE(measure.last().first().toInt(), 1);
    }

    void emptyIsHarmless()
    {
        HeadsGrid grid;
        show(grid, 200, 100);
        QTest::keyClick(&grid, Qt::Key_Down);
        QTest::mouseClick(&grid, Qt::LeftButton);
        grid.grab();
    }
};

QTEST_MAIN(TestHeadsGrid)
#include "tst_headsgrid.moc"
