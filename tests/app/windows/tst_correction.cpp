// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "openwindow.h"
#include "views/dumpinspector.h"
#include "views/hintsform.h"
#include "views/linkbutton.h"

namespace {

template <typename Widget>
Widget& named(const QWidget& parent, const QString& name)
{
    for (auto* widget : parent.findChildren<Widget*>())
        if (widget->accessibleName() == name)
            return *widget;
    throw std::runtime_error("no widget " + name.toStdString());
}

QAbstractButton& buttonOf(const QWidget& parent, const QString& text)
{
    for (auto* button : parent.findChildren<QAbstractButton*>())
        if (button->text().remove(QLatin1Char('&')) == text)
            return *button;
    throw std::runtime_error("no button " + text.toStdString());
}

const app::HintChoices choices{
    {{QStringLiteral("attn"), {1, 8, 16, 12}, false}, {QStringLiteral("q"), {8, 16, 4}, true}},
    {QStringLiteral("mask")}};

}

/// What was understood wrongly is stated in a form, and can be kept beside the dump.
class TestCorrection : public QObject
{
    Q_OBJECT

    support::TempFolder m_folder;

private slots:
    void everyHintPassesThroughTheForm()
    {
        core::Hints hints;
        hints.kind = core::Source::Scores;
        hints.roles = "BHKQ";
        hints.causal = false;
        hints.scale = 1.0 / 3;
        hints.queryHeads = 8;
        hints.kvHeads = 2;
        hints.mask = "mask";
        hints.group = "vision";
        app::HintsForm form(choices);
        form.setHints(hints);
        const auto shown = form.hints();
        QVERIFY(shown.has_value());
        QVERIFY(shown->kind == hints.kind && shown->roles == hints.roles && shown->causal == hints.causal);
        QCOMPARE(*shown->scale, 1.0 / 3);
        QVERIFY(shown->queryHeads == hints.queryHeads && shown->kvHeads == hints.kvHeads);
        QVERIFY(shown->mask == hints.mask && shown->group == hints.group && !shown->useRemembered);
        form.setHints({});
        const auto none = form.hints();
        QVERIFY(!none->kind && !none->roles && !none->causal && !none->scale && !none->queryHeads && !none->kvHeads
            && !none->mask && !none->group);
    }

    void whatCannotBeIsNotTaken_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::addRow("scale 0") << "Scale of q·k"
                                 << "0";
        QTest::addRow("scale inf") << "Scale of q·k"
                                   << "inf";
        QTest::addRow("scale a word") << "Scale of q·k"
                                      << "x";
        QTest::addRow("no heads") << "Query heads"
                                  << "0";
        QTest::addRow("half a head") << "K/V heads"
                                     << "1.5";
    }
    void whatCannotBeIsNotTaken()
    {
        QFETCH(QString, field);
        QFETCH(QString, text);
        app::HintsForm form(choices);
        named<QLineEdit>(form, field).setText(text);
        QVERIFY(!form.hints().has_value());
    }

    void axesAreExplained_data()
    {
        QTest::addColumn<QString>("letters");
        QTest::addColumn<bool>("taken");
        QTest::addColumn<QString>("explained");
        QTest::addRow("rows") << "hqk" << true << "attn: head 8, query 16, key 12";
        QTest::addRow("turned") << "BHKQ" << true << "attn: item 1, head 8, key 16, query 12";
        QTest::addRow("vectors") << "PHD" << true << "q: position 8, head 16, dimension 4";
        QTest::addRow("too few") << "QK" << true << "attn has axes 1 × 8 × 16 × 12";
        QTest::addRow("twice") << "HHQK" << false << "One letter per axis";
        QTest::addRow("no letter") << "BXQK" << false << "One letter per axis";
        QTest::addRow("mixed") << "HQD" << false << "One letter per axis";
    }
    void axesAreExplained()
    {
        QFETCH(QString, letters);
        QFETCH(bool, taken);
        QFETCH(QString, explained);
        app::HintsForm form(choices);
        named<QComboBox>(form, QStringLiteral("Axes")).setEditText(letters);
        QCOMPARE(form.hints().has_value(), taken);
        QStringList texts;
        for (const auto* label : form.findChildren<QLabel*>())
            texts += label->text();
        QVERIFY2(texts.join(QLatin1Char('|')).contains(explained), qPrintable(texts.join(QLatin1Char('|'))));
    }

    void theDumpIsReadAsStatedAndRemembered()
    {
        const auto path = support::writeProbabilities(m_folder);
        {
            support::OpenWindow open(path.string());
            QVERIFY(open.waitUntilDone());
            QVERIFY(open.explorer().head().causal);
            auto& inspector = open.find<app::DumpInspector>();
            QTest::mouseClick(inspector.findChild<app::LinkButton*>(), Qt::LeftButton);
            auto& dialog = open.find<QDialog>();
            named<QComboBox>(dialog, QStringLiteral("Causal")).setCurrentText(QStringLiteral("no"));
            auto& scale = named<QLineEdit>(dialog, QStringLiteral("Scale of q·k"));
            scale.setText(QStringLiteral("-"));
            QVERIFY(!buttonOf(dialog, QStringLiteral("Apply")).isEnabled());
            scale.clear();
            dialog.findChild<QCheckBox*>()->setChecked(true);
            QTest::mouseClick(&buttonOf(dialog, QStringLiteral("Apply")), Qt::LeftButton);
            QTRY_VERIFY(!open.explorer().head().causal);
            QTRY_VERIFY(std::filesystem::exists(m_folder.path() / "probabilities.tokens.json"));
        }
        support::OpenWindow again(path.string());
        QVERIFY(again.waitUntilDone());
        QVERIFY(!again.explorer().head().causal);
    }
};

QTEST_MAIN(TestCorrection)
#include "tst_correction.moc"
