// SPDX-License-Identifier: GPL-3.0-or-later
#include "exampleviews.h"

#include <QTest>

#include <QAccessible>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QWheelEvent>

#include "theme/numbertext.h"
#include "views/numbervalidator.h"
#include "views/parameterrow.h"

using app::LogScale;
using app::LogSlider;

namespace {

const LogScale keys{1, 1536, LogScale::Grid::Whole, LogScale::Ticks::Decades, 2, 2};
const LogScale epsilons{1e-6, 1};

void wheel(QWidget& widget, int notches)
{
    const QPointF centre = widget.rect().center();
    QWheelEvent event(centre, widget.mapToGlobal(centre), {}, QPoint(0, 120 * notches), Qt::NoButton, Qt::NoModifier,
        Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&widget, &event);
}

void show(QWidget& widget, int width, int height)
{
    widget.resize(width, height);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
}

}

class TestSliders : public QObject
{
    Q_OBJECT

private slots:
    void scaleMapsBothWays()
    {
        QCOMPARE(keys.shareOf(1), 0.0);
        QCOMPARE(keys.shareOf(1536), 1.0);
        for (int k = 1; k <= 1536; ++k)
            QCOMPARE(keys.numberAt(keys.shareOf(k)), static_cast<double>(k));
        QCOMPARE(epsilons.shareOf(1e-3), 0.5);
        QCOMPARE(epsilons.numberAt(0.5), 1e-3);
        QCOMPARE(epsilons.shareOf(0), 0.0);
        QCOMPARE(LogScale({5, 5}).shareOf(5), 0.0);
    }

    void ticksStandAtDecadesAndOctaves()
    {
        QCOMPARE(keys.tickNumbers(), (std::vector<double>{1, 10, 100, 1000, 1536}));
        QCOMPARE(LogScale({1e-6, 1}).tickNumbers().size(), std::size_t(7));
        const LogScale sigma{0.25, 32, LogScale::Grid::ThreeDigits, LogScale::Ticks::Octaves};
        QCOMPARE(sigma.tickNumbers(), (std::vector<double>{0.25, 0.5, 1, 2, 4, 8, 16, 32}));
        QCOMPARE(LogScale({1, 1, LogScale::Grid::Whole}).tickNumbers(), (std::vector<double>{1}));
    }

    void everyStepMoves()
    {
        const LogScale sigma{0.25, 32, LogScale::Grid::ThreeDigits, LogScale::Ticks::Octaves, 1.0905077326652577, 2};
        for (const LogScale& scale : {epsilons, sigma}) {
            for (double number = scale.minimum; number < scale.maximum;) {
                const double next = scale.stepped(number, 1);
                QVERIFY2(next > number, qPrintable(QString::number(number, 'g', 17)));
                QVERIFY(next < 1.25 * number);
                number = next;
            }
            for (double number = scale.maximum; number > scale.minimum;) {
                const double next = scale.stepped(number, -1);
                QVERIFY2(next < number, qPrintable(QString::number(number, 'g', 17)));
                number = next;
            }
        }
    }

    void settingNeverEmits()
    {
        LogSlider slider;
        slider.setScale(keys);
        QSignalSpy edited(&slider, &LogSlider::numberEdited);
        slider.setNumber(128);
        QCOMPARE(slider.number(), 128.0);
        slider.setNumber(5000);
        QCOMPARE(slider.number(), 1536.0);
        LogScale shorter = keys;
        shorter.maximum = 100;
        slider.setScale(shorter);
        QCOMPARE(slider.number(), 100.0);
        QCOMPARE(edited.size(), 0);
    }

    void keysMove()
    {
        LogSlider slider;
        slider.setScale(keys);
        slider.setNumber(128);
        show(slider, 300, 28);
        QSignalSpy edited(&slider, &LogSlider::numberEdited);
        const auto press = [&](Qt::Key key, double expected) {
            QTest::keyClick(&slider, key);
            QCOMPARE(slider.number(), expected);
            QCOMPARE(edited.last().first().toDouble(), expected);
        };
        press(Qt::Key_Right, 129);
        press(Qt::Key_Left, 128);
        press(Qt::Key_PageUp, 256);
        press(Qt::Key_PageDown, 128);
        press(Qt::Key_End, 1536);
        const auto count = edited.size();
        QTest::keyClick(&slider, Qt::Key_Right);
        QCOMPARE(edited.size(), count);
        press(Qt::Key_Home, 1);
    }

    void wheelMoves()
    {
        LogSlider slider;
        slider.setScale(keys);
        slider.setNumber(1);
        show(slider, 300, 28);
        wheel(slider, 1);
        QCOMPARE(slider.number(), 2.0);
        slider.setNumber(1000);
        wheel(slider, 1);
        QCOMPARE(slider.number(), 1091.0);
        wheel(slider, -1);
        QVERIFY(slider.number() < 1091);
    }

    void mouseDragsAndJumps()
    {
        LogSlider slider;
        slider.setScale(epsilons);
        slider.setNumber(0.01);
        show(slider, 300, 28);
        QSignalSpy edited(&slider, &LogSlider::numberEdited);
        QSignalSpy pressed(&slider, &QAbstractSlider::sliderPressed);
        QSignalSpy released(&slider, &QAbstractSlider::sliderReleased);
        const QPoint handle(slider.xOf(0.01), 15);
        QTest::mousePress(&slider, Qt::LeftButton, Qt::NoModifier, handle + QPoint(2, 0));
        QCOMPARE(slider.number(), 0.01);
        QTest::mouseMove(&slider, QPoint(slider.xOf(0.1) + 2, 15));
        QVERIFY(std::abs(std::log10(slider.number()) + 1) < 0.02);
        QTest::mouseRelease(&slider, Qt::LeftButton, Qt::NoModifier, QPoint(slider.xOf(0.1) + 2, 15));
        QCOMPARE(pressed.size(), 1);
        QCOMPARE(released.size(), 1);
        QTest::mouseClick(&slider, Qt::LeftButton, Qt::NoModifier, QPoint(slider.xOf(1e-3), 15));
        QVERIFY(std::abs(std::log10(slider.number()) + 3) < 0.02);
        QVERIFY(edited.size() >= 2);
    }

    void clickOnMarkGoesThere()
    {
        LogSlider slider;
        slider.setScale(keys);
        slider.setNumber(128);
        slider.setMarks({{app::SliderMark::Kind::Row, 106}, {app::SliderMark::Kind::Quantile, 455},
            {app::SliderMark::Kind::Worst, 975}});
        show(slider, 300, 28);
        QSignalSpy edited(&slider, &LogSlider::numberEdited);
        QTest::mouseClick(&slider, Qt::LeftButton, Qt::NoModifier, QPoint(slider.xOf(455) + 1, 3));
        QCOMPARE(slider.number(), 455.0);
        QTest::mouseClick(&slider, Qt::LeftButton, Qt::NoModifier, QPoint(slider.xOf(975), 3));
        QCOMPARE(slider.number(), 975.0);
        QCOMPARE(edited.size(), 2);
    }

    void assistiveTechnologyMoves()
    {
        LogSlider slider;
        slider.setScale(epsilons);
        slider.setAccessibleName(QStringLiteral("epsilon"));
        QSignalSpy edited(&slider, &LogSlider::numberEdited);
        QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(&slider);
        QCOMPARE(interface->role(), QAccessible::Slider);
        QCOMPARE(interface->text(QAccessible::Name), QStringLiteral("epsilon"));
        interface->valueInterface()->setCurrentValue(500);
        QCOMPARE(slider.number(), 1e-3);
        QCOMPARE(edited.size(), 1);
    }

    void fieldTakesNumbersAsPeopleWriteThem_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("expected");
        QTest::newRow("decimal") << QStringLiteral("0.02") << 0.02;
        QTest::newRow("power") << QStringLiteral("1e-3") << 1e-3;
        QTest::newRow("percent") << QStringLiteral("0.1%") << 1e-3;
        QTest::newRow("fraction") << QStringLiteral("1/8") << 0.125;
        QTest::newRow("too small") << QStringLiteral("1e-9") << 1e-6;
        QTest::newRow("too large") << QStringLiteral("7") << 1.0;
        QTest::newRow("nothing") << QString() << 0.01;
        QTest::newRow("half a number") << QStringLiteral("1e") << 0.01;
        QTest::newRow("division by zero") << QStringLiteral("1/0") << 0.01;
    }

    void fieldTakesNumbersAsPeopleWriteThem()
    {
        QFETCH(QString, text);
        QFETCH(double, expected);
        app::ParameterRow row({QStringLiteral("ε"), QStringLiteral("tail mass"), QStringLiteral("epsilon"), epsilons});
        row.setValue(0.01);
        show(row, 400, 56);
        QSignalSpy edited(&row, &app::ParameterRow::valueEdited);
        QLineEdit& field = row.field();
        field.setFocus();
        field.selectAll();
        QTest::keyClick(&field, Qt::Key_Delete);
        QTest::keyClicks(&field, text);
        QTest::keyClick(&field, Qt::Key_Return);
        row.slider().setFocus();
        QCOMPARE(row.value(), expected);
        QCOMPARE(edited.size(), expected == 0.01 ? 0 : 1);
        QCOMPARE(render::valueOf(field.text()), expected);
    }

    void fieldRefusesLetters()
    {
        app::NumberValidator validator;
        validator.setScale(epsilons);
        int cursor = 0;
        QString text = QStringLiteral("12a");
        QCOMPARE(validator.validate(text, cursor), QValidator::Invalid);
        text = QStringLiteral("1e-");
        QCOMPARE(validator.validate(text, cursor), QValidator::Intermediate);
        validator.setScale(keys);
        QVERIFY(!validator.numberOf(QStringLiteral("1/8")));
        QVERIFY(!validator.numberOf(QStringLiteral("12.5")));
        QCOMPARE(validator.numberOf(QStringLiteral("1e3")).value_or(0), 1000.0);
    }

    void stripSpeaksForItsRows()
    {
        app::RuleStrip strip;
        std::vector<core::Rule> rules;
        connect(&strip, &app::RuleStrip::ruleEdited, this, [&rules](const core::Rule& rule) { rules.push_back(rule); });
        QSignalSpy epsilon(&strip, &app::RuleStrip::epsilonEdited);
        QSignalSpy sigma(&strip, &app::RuleStrip::sigmaEdited);
        QSignalSpy fit(&strip, &app::RuleStrip::fitRequested);
        strip.setValues(example::rule());
        show(strip, 1280, 56);
        QCOMPARE(rules.size(), std::size_t(0));
        QCOMPARE(epsilon.size() + sigma.size() + fit.size(), 0);
        QCOMPARE(strip.k().field().text(), QStringLiteral("128"));
        strip.k().page(1);
        QVERIFY(rules.back() == core::Rule(core::TopK{256}));
        strip.epsilon().step(-1);
        QCOMPARE(epsilon.last().first().toDouble(), 0.0089);
        strip.sigma().page(-1);
        QCOMPARE(sigma.last().first().toDouble(), 2.78);
        for (auto* button : strip.findChildren<QPushButton*>())
            if (button->isVisible())
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(fit.size(), 1);
    }

    void largeKeepsItsDigits()
    {
        app::RuleStrip strip;
        app::RuleStripValues values;
        values.keyCount = 131072;
        values.rule = core::TopK{131071};
        strip.setValues(values);
        QCOMPARE(strip.k().field().text(), QStringLiteral("131071"));
        QCOMPARE(strip.k().value(), 131071.0);
    }
};

QTEST_MAIN(TestSliders)
#include "tst_sliders.moc"
