// SPDX-License-Identifier: GPL-3.0-or-later
#include "exampleviews.h"

#include <QTest>

#include <QDir>
#include <QHBoxLayout>

#include "cuttext.h"
#include "theme/themesource.h"
#include "views/certificatepanel.h"
#include "views/dumpinspector.h"
#include "views/pickpanel.h"
#include "views/startpage.h"
#include "views/verdictcard.h"

/// All parts side by side, in both appearances: no text cut or overlapping, every control named. With
/// TAILMASS_SHEET_DIR set the pictures are written there, to be compared with the look by eye.
class TestViewSheet : public QObject
{
    Q_OBJECT

private:
    void check(QWidget& widget, const QSize& size, const QString& name)
    {
        widget.resize(size);
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        QCoreApplication::processEvents();
        if (const QString folder = qEnvironmentVariable("TAILMASS_SHEET_DIR"); !folder.isEmpty())
            widget.grab().save(QDir(folder).filePath(name
                + (render::theme().shade == render::Shade::Dark ? QStringLiteral("-dark.png")
                                                                : QStringLiteral("-light.png"))));
        QCOMPARE(widget.width(), size.width());
        QVERIFY2(support::cutTexts(widget).isEmpty(), qPrintable(support::cutTexts(widget).join(QLatin1Char(' '))));
        QVERIFY2(support::overlappingTexts(widget).isEmpty(),
            qPrintable(support::overlappingTexts(widget).join(QLatin1Char(' '))));
        QVERIFY2(support::unnamedControls(widget).isEmpty(),
            qPrintable(support::unnamedControls(widget).join(QLatin1Char(' '))));
    }

private slots:
    void initTestCase_data()
    {
        QTest::addColumn<int>("shade");
        QTest::newRow("dark") << static_cast<int>(render::Shade::Dark);
        QTest::newRow("light") << static_cast<int>(render::Shade::Light);
    }

    void init()
    {
        QFETCH_GLOBAL(int, shade);
        render::ThemeSource::instance().setShade(static_cast<render::Shade>(shade));
    }

    void cards()
    {
        for (const int width : {284, 300}) {
            QWidget sheet;
            auto* column = new QVBoxLayout(&sheet);
            column->setContentsMargins(0, 0, 0, 0);
            for (const auto& values : {example::certifiedCard(), example::notCertifiedCard(), example::undecidedCard(),
                     example::computingCard(), example::invalidCard(), app::CardValues{},
                     example::longCertificate().card}) {
                auto* card = new app::VerdictCard(&sheet);
                card->setValues(values);
                column->addWidget(card);
                QVERIFY2(card->neededWidth() <= width, qPrintable(card->lines().join(QLatin1Char('|'))));
            }
            column->addStretch(1);
            check(sheet, {width, 900}, QStringLiteral("cards"));
        }
    }

    void ruleStrip()
    {
        const std::vector<core::Rule> rules{core::TopK{128}, core::TopP{0.99}, core::Threshold{1e-3},
            core::Window{131072, 65536}, core::ForcedTopK{131072, {65536, 1024}}, core::BlockTop{65536, 65536, 65536},
            core::ImportedMask{"/a/folder/with a long name/and a file with a long name too.safetensors"}};
        for (const int width : {1440, 1280})
            for (const core::Rule& rule : rules) {
                app::RuleStrip strip;
                strip.setProperty("role", QStringLiteral("bar"));
                strip.setAttribute(Qt::WA_StyledBackground);
                auto values = example::rule();
                values.rule = rule;
                values.keyCount = values.rowCount = 131072;
                strip.setValues(values);
                check(strip, {width, 56}, QStringLiteral("rulestrip-%1").arg(rule.index()));
            }
    }

    void certificate()
    {
        for (const int width : {324, 308}) {
            for (const auto& [values, name] : {std::pair{example::certificate(), "certificate"},
                     std::pair{example::longCertificate(), "certificate-long"}}) {
                app::CertificatePanel panel;
                panel.setValues(values);
                check(panel, {width, 790}, QLatin1String(name));
            }
        }
    }

    void certificateUnscrolled()
    {
        for (const auto& [values, name] : {std::pair{example::certificate(), "certificate-whole"},
                 std::pair{example::longCertificate(), "certificate-whole-long"}}) {
            app::CertificatePanel panel;
            panel.setValues(values);
            check(panel, {308, 1360}, QLatin1String(name));
        }
    }

    void certificateWhenSmall()
    {
        app::CertificatePanel panel;
        panel.setValues(example::certificate());
        check(panel, {308, 430}, QStringLiteral("certificate-small"));
    }

    void certificateUndecided()
    {
        app::CertificateValues values = example::longCertificate();
        values.card.judgement = app::Judgement::Undecided;
        values.card.epsilon = 5e-5;
        values.undecided = app::UndecidedValues{
            QStringLiteral("row 131071"), {1.23456e-5, 9.87654e-5}, {{131071, 131072}}, 131072, 131071};
        app::CertificatePanel panel;
        panel.setValues(values);
        check(panel, {308, 1480}, QStringLiteral("certificate-undecided"));
    }

    void certificateWithoutValues()
    {
        app::CertificatePanel panel;
        app::CertificateValues values = example::certificate();
        values.hasValues = false;
        values.outputError.reset();
        values.card = example::undecidedCard();
        values.undecided = example::undecided();
        values.kEps->headMean.reset();
        values.kEps->headP99.reset();
        values.kEps->headMax.reset();
        panel.setValues(values);
        check(panel, {308, 790}, QStringLiteral("certificate-novalues"));
    }

    void heads()
    {
        for (const auto& [layers, count, kv] :
            {std::tuple{5, 8, 4}, std::tuple{12, 12, 0}, std::tuple{32, 32, 8}, std::tuple{24, 16, 4}}) {
            app::HeadsPanel panel;
            panel.setValues(example::heads(layers, count, kv));
            panel.setSelected({0, 3, 3});
            check(panel, {232, 260}, QStringLiteral("heads-%1").arg(count));
        }
    }

    void dump()
    {
        for (const int width : {248, 232}) {
            app::DumpInspector inspector;
            inspector.setValues(example::dump());
            check(inspector, {width, 330}, QStringLiteral("dump"));
        }
    }

    void pick()
    {
        for (const int width : {260, 216}) {
            app::PickPanel panel;
            app::PickValues values = example::pick(render::ThemeSource::instance().shade());
            if (width < 248)
                values.magnifier.rows = values.magnifier.columns = 9;
            panel.setValues(values);
            check(panel, {width, 520}, QStringLiteral("pick-%1").arg(width));
        }
    }

    void start()
    {
        for (const QSize& size : {QSize(1440, 854), QSize(1280, 754)}) {
            app::StartPage page;
            page.setValues(example::start(render::ThemeSource::instance().shade()));
            check(page, size, QStringLiteral("start-%1").arg(size.width()));
        }
    }
};

QTEST_MAIN(TestViewSheet)
#include "tst_viewsheet.moc"
