// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>
#include <limits>

#include <QAbstractButton>
#include <QApplication>
#include <QDialogButtonBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>

#include "heatmap/heatmapview.h"
#include "heatmap/taustrip.h"
#include "openwindow.h"
#include "views/certificatepanel.h"
#include "views/choicebox.h"
#include "views/headspanel.h"
#include "views/numberfield.h"
#include "views/parameterrow.h"
#include "views/pickpanel.h"
#include "views/rulestrip.h"
#include "views/scopebuttons.h"
#include "views/section.h"
#include "views/sectiontitle.h"
#include "views/startpage.h"
#include "views/verdictcard.h"
#include "windows/gotobar.h"
#include "windows/messagebar.h"
#include "windows/screenshot.h"
#include "windows/statusline.h"

using core::Scope;

namespace {

/// All texts that labels show, with | between.
QString shown(const QWidget& root)
{
    QStringList texts;
    for (const auto* label : root.findChildren<QLabel*>())
        if (label->isVisible() && !label->text().isEmpty())
            texts << label->text();
    return texts.join(QLatin1Char('|'));
}

}

/// The window as a user meets it: mouse, keys, drops and file dialogs.
class TestMainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void startsEmpty();
    void opensWhatIsDropped();
    void opensByTheDialog();
    void scrubsKByMouseAndKeys();
    void epsilonSetsK();
    void choosesRulesByKeys();
    void opensAMask();
    void certificatesAreOfTheRule();
    void picksByMouseAndArrows();
    void withoutAPickNothingIsComputing();
    void rowsWithoutNumbersSayWhy();
    void picksInTheTauStrip();
    void headsByKeyboard();
    void goesToTheWorstRowAndToWhatIsTyped();
    void scopesByKeyAndButton();
    void scrubbingLeavesZoomPickAndColours();
    void exportsEveryFigureAndForm_data();
    void exportsEveryFigureAndForm();
    void savesACertificate();
    void saysWhatCannotBeWritten();
    void stopsRunningWork();
    void asksWhatADumpLeavesOpen_data();
    void asksWhatADumpLeavesOpen();
    void brokenFilesLeaveTheStateAlone();
    void aChangedFileIsOfferedAgain();
    void reloadingKeepsPickAndZoom();
    void nothingIsStatedOfAnOutdatedFile();
    void aReplacedFileIsNotSavedAsTheOpenOne();
    void oneWindowShowsOneDump();
    void aPictureOfTwoDumpsIsRefused();
    void remembersRecentFiles();
    void switchesThemes();

private:
    static void chooseInDialog(app::MainWindow& window, const QString& path);

    support::TempFolder m_folder;
    std::string m_scores;
    std::string m_factors;
};

void TestMainWindow::initTestCase()
{
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    render::ThemeSource::instance().setShade(render::Shade::Dark);
    m_scores = support::writeScores(m_folder).string();
    m_factors = support::writeFactors(m_folder).string();
}

void TestMainWindow::chooseInDialog(app::MainWindow& window, const QString& path)
{
    auto* dialog = window.findChild<QFileDialog*>();
    QVERIFY(dialog);
    const QFileInfo file(path);
    dialog->setDirectory(file.absolutePath());
    dialog->selectFile(file.fileName());
    auto* buttons = dialog->findChild<QDialogButtonBox*>();
    const auto accept =
        dialog->acceptMode() == QFileDialog::AcceptOpen ? QDialogButtonBox::Open : QDialogButtonBox::Save;
    QVERIFY(buttons->button(accept)->isEnabled());
    QTest::mouseClick(buttons->button(accept), Qt::LeftButton);
}

void TestMainWindow::startsEmpty()
{
    app::MainWindow window;
    window.show();
    QVERIFY(window.findChild<app::StartPage*>()->isVisible());
    QVERIFY(!window.findChild<app::CertificatePanel*>()->isVisible());
    QVERIFY(!window.findChild<app::RuleStrip*>()->isVisible());
    QVERIFY(!window.actions()[app::ActionId::SaveCertificate].isEnabled());
    QCOMPARE(window.findChild<app::StatusLine*>()->reading(), QStringLiteral("No dump open"));
}

void TestMainWindow::opensWhatIsDropped()
{
    app::MainWindow window;
    window.show();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QString::fromStdString(m_scores))});
    QDragEnterEvent enter({600, 400}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({600, 400}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &drop);
    QTRY_VERIFY(window.explorer().resident());
    QVERIFY(window.findChild<render::HeatmapView*>()->isVisible());
    QVERIFY(window.findChild<app::CertificatePanel*>()->isVisible());
    QVERIFY(!window.findChild<app::StartPage*>()->isVisible());
}

void TestMainWindow::opensByTheDialog()
{
    app::MainWindow window;
    window.show();
    window.actions()[app::ActionId::Open].trigger();
    chooseInDialog(window, QString::fromStdString(m_factors));
    QTRY_VERIFY2(window.explorer().resident(), qPrintable(window.findChild<app::MessageBar*>()->text()));
    QCOMPARE(window.explorer().heads().size(), std::size_t{4});
}

void TestMainWindow::scrubsKByMouseAndKeys()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    auto& slider = open.find<app::RuleStrip>().k().slider();
    const QPoint handle(slider.xOf(static_cast<double>(open.explorer().parameters().k)), slider.height() / 2);
    QTest::mousePress(&slider, Qt::LeftButton, Qt::NoModifier, handle);
    QTest::mouseMove(&slider, {slider.xOf(12), slider.height() / 2});
    QCOMPARE(open.explorer().parameters().k, std::size_t{12});
    QCOMPARE(open.explorer().records().back().kept, 12u);
    QTest::mouseRelease(&slider, Qt::LeftButton, Qt::NoModifier, {slider.xOf(12), slider.height() / 2});
    auto& map = open.find<render::HeatmapView>();
    map.setFocus();
    QTest::keyClick(&map, Qt::Key_BracketRight);
    QCOMPARE(open.explorer().parameters().k, std::size_t{13});
    QTest::keyClick(&map, Qt::Key_BraceRight);
    QCOMPARE(open.explorer().parameters().k, std::size_t{26});
    QTest::keyClick(&map, Qt::Key_K);
    QCOMPARE(open.explorer().parameters().k, core::kEps(*open.explorer().rowDetail(), 0.01));
}

void TestMainWindow::epsilonSetsK()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    auto& field = open.find<app::RuleStrip>().epsilon().field();
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, QStringLiteral("5%"));
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(open.explorer().parameters().epsilon, 0.05);
    QCOMPARE(open.explorer().parameters().k, core::kEps(*open.explorer().rowDetail(), 0.05));
}

/// The chooser, a field, and what follows: veil, records, and epsilon that leaves the rule alone.
void TestMainWindow::choosesRulesByKeys()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    auto& strip = open.find<app::RuleStrip>();
    strip.kinds().setFocus();
    for (int i = 0; i < static_cast<int>(app::RuleKind::Window); ++i)
        QTest::keyClick(&strip.kinds(), Qt::Key_Down);
    QVERIFY(std::holds_alternative<core::Window>(open.explorer().rule()));
    QTRY_COMPARE(strip.rule().currentIndex(), static_cast<int>(app::RuleKind::Window));
    auto& recent = strip.rule().fields(app::RuleKind::Window)[0]->field();
    recent.setFocus();
    recent.selectAll();
    QTest::keyClicks(&recent, QStringLiteral("6"));
    QTest::keyClick(&recent, Qt::Key_Return);
    QVERIFY(open.explorer().rule() == core::Rule(core::Window{6, 4}));
    QCOMPARE(open.explorer().records().back().kept, 10u);
    auto& map = open.find<render::HeatmapView>();
    map.setFocus();
    QTest::keyClick(&map, Qt::Key_BracketRight); // k is no number of this rule
    QVERIFY(open.explorer().rule() == core::Rule(core::Window{6, 4}));
    auto& epsilon = strip.epsilon().field();
    epsilon.setFocus();
    epsilon.selectAll();
    QTest::keyClicks(&epsilon, QStringLiteral("0.5"));
    QTest::keyClick(&epsilon, Qt::Key_Return);
    QVERIFY(open.explorer().rule() == core::Rule(core::Window{6, 4}));
    QTRY_VERIFY(open.find<app::StatusLine>().reading().endsWith(QStringLiteral("kept"))
        || open.find<app::StatusLine>().reading().endsWith(QStringLiteral("dropped")));
    map.setFocus();
    QTest::keyClick(&map, Qt::Key_K);
    QVERIFY(std::holds_alternative<core::TopK>(open.explorer().rule()));
    QTRY_VERIFY(strip.k().isVisible());
}

void TestMainWindow::opensAMask()
{
    std::vector<double> marks(96 * 96, 0);
    for (std::size_t row = 0; row < 96; ++row)
        marks[row * 96] = 1;
    const auto path = m_folder.write("firstkey.npy", support::npy({"", core::Element::Bool, {96, 96}, marks}));
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    auto& strip = open.find<app::RuleStrip>();
    strip.kinds().setFocus();
    QTest::keyClick(&strip.kinds(), Qt::Key_End);
    chooseInDialog(open.window(), QString::fromStdString(path.string()));
    QTRY_VERIFY(open.explorer().truncation() && open.explorer().preparedRule());
    QVERIFY(std::holds_alternative<core::ImportedMask>(open.explorer().rule()));
    QVERIFY(open.waitUntilDone());
    QCOMPARE(open.explorer().records().back().kept, 1u);
    QTRY_COMPARE(strip.rule().currentIndex(), static_cast<int>(app::RuleKind::Mask));
}

void TestMainWindow::certificatesAreOfTheRule()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    open.explorer().setRule(core::BlockTop{8, 8, 3});
    QVERIFY(open.waitUntilDone());
    QTest::keyClick(&open.window(), Qt::Key_S, Qt::ControlModifier);
    const auto path = QString::fromStdString((m_folder.path() / "blocks.json").string());
    chooseInDialog(open.window(), path);
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto document = QJsonDocument::fromJson(file.readAll()).object();
    QCOMPARE(document[QStringLiteral("claim")].toObject()[QStringLiteral("rule")].toString(),
        QStringLiteral("block:8x8:top3"));
    const auto value = document[QStringLiteral("decisions")].toArray()[0].toObject()[QStringLiteral("value_upper")];
    QCOMPARE(value.toDouble(), open.explorer().answer(Scope::Rows).value.upper);
}

void TestMainWindow::picksByMouseAndArrows()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    auto& map = open.find<render::HeatmapView>();
    const auto rows = map.rowAxis();
    const auto keys = map.keyAxis();
    const QPointF cell(keys.pixelOf(20.5), rows.pixelOf(60.5));
    QTest::mouseClick(&map, Qt::LeftButton, Qt::NoModifier, cell.toPoint());
    QCOMPARE(*open.explorer().pick(), (app::Pick{{60}, {20}}));
    QTest::keyClick(&map, Qt::Key_Up);
    QTest::keyClick(&map, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(*open.explorer().pick(), (app::Pick{{59}, {28}}));
    QCOMPARE(map.pick(), std::optional(render::Cell{59, 28}));
    QTRY_VERIFY(open.find<app::StatusLine>().reading().startsWith(QStringLiteral("row 59 · key 28 · p = ")));
    QTest::keyClick(&map, Qt::Key_Escape);
    QVERIFY(!open.explorer().pick());
}

/// Escape clears the pick: what is about a row says that none is picked, the rest stays, and a pick brings all back.
void TestMainWindow::withoutAPickNothingIsComputing()
{
    support::OpenWindow open(m_factors);
    QVERIFY(open.waitUntilDone());
    open.window().settle();
    auto& card = open.find<app::VerdictCard>();
    const auto row = card.lines();
    const auto before = shown(open.window());
    QVERIFY(before.contains(QStringLiteral("fitted to row 95")));
    auto& map = open.find<render::HeatmapView>();
    map.setFocus();
    QTest::keyClick(&map, Qt::Key_Escape);
    QVERIFY(!open.explorer().pick());
    open.window().settle();
    QCOMPARE(card.accessibleName(), QStringLiteral("No claim"));
    QVERIFY(card.lines().join(QLatin1Char(' ')).contains(QStringLiteral("No row is picked. Click")));
    const auto text = shown(open.window());
    for (const auto* gone : {"Computing", "…", "set by hand", "Row 95", "Largest weights", "Stopped"})
        QVERIFY2(!text.contains(QLatin1String(gone)), qPrintable(QLatin1String(gone) + QStringLiteral(": ") + text));
    for (const auto* said : {"No row picked", "none picked", "no row picked"})
        QVERIFY2(text.contains(QLatin1String(said)), qPrintable(QLatin1String(said) + QStringLiteral(": ") + text));
    QCOMPARE(open.find<app::StatusLine>().reading(), QStringLiteral("No row picked"));
    const auto scopes = open.find<app::ScopeButtons>().findChildren<QAbstractButton*>();
    QVERIFY2(scopes[0]->accessibleName().contains(QStringLiteral("No claim")), qPrintable(scopes[0]->accessibleName()));
    for (int wider = 1; wider < 4; ++wider)
        QVERIFY2(scopes[wider]->accessibleName().contains(QStringLiteral("ertified")),
            qPrintable(scopes[wider]->accessibleName()));
    open.explorer().setPick({{95}, {0}});
    open.window().settle();
    QCOMPARE(card.lines(), row);
    QVERIFY(shown(open.window()).contains(QStringLiteral("fitted to row 95")));
}

void TestMainWindow::rowsWithoutNumbersSayWhy()
{
    auto scores = support::causalScores(1, 48);
    scores.values[20 * 48 + 3] = std::nan("");
    for (std::size_t key = 0; key < 48; ++key)
        scores.values[30 * 48 + key] = -std::numeric_limits<double>::infinity();
    support::OpenWindow open(m_folder.write("holes.npy", support::npy(scores)).string(), {1440, 900});
    QVERIFY(open.waitUntilDone());
    const std::array<std::array<QString, 4>, 2> cases{{{QStringLiteral("20"), QStringLiteral("Row 20 holds NaN"),
                                                           QStringLiteral("holds NaN"), QStringLiteral("row 20 has none")},
        {QStringLiteral("30"), QStringLiteral("Row 30 has no allowed keys"), QStringLiteral("no keys"),
            QStringLiteral("row 30 has none")}}};
    for (const auto& [row, sentence, word, sigma] : cases) {
        open.explorer().pickRow({row.toUInt()});
        open.window().settle();
        const auto texts = shown(open.window()).split(QLatin1Char('|'));
        QVERIFY2(!texts.contains(QStringLiteral("…")), qPrintable(texts.join(QLatin1Char('|'))));
        QVERIFY2(texts.contains(word), qPrintable(texts.join(QLatin1Char('|'))));
        QVERIFY2(texts.contains(sigma), qPrintable(texts.join(QLatin1Char('|'))));
        QVERIFY(!texts.contains(QStringLiteral("Largest weights")));
        QVERIFY(shown(open.find<app::PickPanel>()).contains(sentence));
        QVERIFY(open.find<app::VerdictCard>().lines().join(QLatin1Char(' ')).contains(sentence));
    }
}

void TestMainWindow::picksInTheTauStrip()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    auto& strip = open.find<render::TauStrip>();
    const auto rows = open.find<render::HeatmapView>().rowAxis();
    QTest::mouseClick(
        &strip, Qt::LeftButton, Qt::NoModifier, {strip.width() / 2, static_cast<int>(rows.pixelOf(40.5))});
    QCOMPARE(open.explorer().pick()->row.value, 40u);
    QCOMPARE(open.explorer().pick()->key.value, open.explorer().rowDetail()->keys.front());
}

void TestMainWindow::headsByKeyboard()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    auto& grid = open.find<app::HeadsPanel>().grid();
    grid.setFocus();
    QTest::keyClick(&grid, Qt::Key_Right);
    QCOMPARE(open.explorer().place(), std::size_t{1});
    QTest::keyClick(&open.window(), Qt::Key_4);
    QCOMPARE(open.explorer().place(), std::size_t{3});
    QTest::keyClick(&open.window(), Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(open.explorer().place(), std::size_t{2});
    QTRY_VERIFY(open.explorer().resident());
    QTRY_COMPARE(grid.selected().head, std::size_t{2});
}

void TestMainWindow::goesToTheWorstRowAndToWhatIsTyped()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    auto& map = open.find<render::HeatmapView>();
    map.setFocus();
    QTest::keyClick(&map, Qt::Key_W);
    QCOMPARE(std::size_t{open.explorer().pick()->row.value}, open.explorer().headNumbers()->tailMass.worstRow);
    QTest::keyClick(&map, Qt::Key_G, Qt::ControlModifier);
    auto* field = open.find<app::GoToBar>().findChild<QLineEdit*>();
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("L0H2 50 7"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(open.explorer().place(), std::size_t{2});
    QCOMPARE(*open.explorer().pick(), (app::Pick{{50}, {7}}));
    QTest::keyClick(&map, Qt::Key_G, Qt::ControlModifier);
    QTest::keyClicks(field, QStringLiteral("500"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(open.find<app::MessageBar>().text().contains(QStringLiteral("rows 0 to 95")));
}

void TestMainWindow::scopesByKeyAndButton()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    auto& map = open.find<render::HeatmapView>();
    map.setFocus();
    QTest::keyClick(&map, Qt::Key_S);
    QCOMPARE(open.explorer().scope(), Scope::Heads);
    QTRY_COMPARE(open.find<app::ScopeButtons>().scope(), Scope::Heads);
    auto buttons = open.find<app::ScopeButtons>().findChildren<QAbstractButton*>();
    QCOMPARE(buttons.size(), 4);
    QTest::mouseClick(buttons[3], Qt::LeftButton);
    QCOMPARE(open.explorer().scope(), Scope::Dump);
}

void TestMainWindow::scrubbingLeavesZoomPickAndColours()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    auto& map = open.find<render::HeatmapView>();
    map.zoomIn();
    map.zoomIn();
    const auto camera = map.camera();
    const auto range = map.range();
    const auto pick = *open.explorer().pick();
    for (std::size_t k = 1; k <= 96; k += 5) {
        open.explorer().setK(k);
        QCoreApplication::processEvents();
    }
    open.explorer().setEpsilon(0.2);
    QCoreApplication::processEvents();
    QCOMPARE(map.camera(), camera);
    QCOMPARE(map.range(), range);
    QCOMPARE(*open.explorer().pick(), pick);
}

void TestMainWindow::exportsEveryFigureAndForm_data()
{
    QTest::addColumn<app::ActionId>("action");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("beginning");
    using enum app::ActionId;
    const std::vector<std::pair<app::ActionId, QString>> figures{{ExportMap, QStringLiteral("map")},
        {ExportTailMass, QStringLiteral("tail-mass")}, {ExportSpectrum, QStringLiteral("spectrum")},
        {ExportOutputError, QStringLiteral("output-error")}};
    for (const auto& [action, name] : figures) {
        QTest::addRow("%s.png", qPrintable(name)) << action << name + QStringLiteral(".png") << QByteArray("\x89PNG");
        QTest::addRow("%s.svg", qPrintable(name)) << action << name + QStringLiteral(".svg") << QByteArray("<?xml");
        QTest::addRow("%s.pdf", qPrintable(name)) << action << name + QStringLiteral(".pdf") << QByteArray("%PDF");
        QTest::addRow("%s.csv", qPrintable(name)) << action << name + QStringLiteral(".csv") << QByteArray();
    }
}

void TestMainWindow::exportsEveryFigureAndForm()
{
    QFETCH(app::ActionId, action);
    QFETCH(QString, name);
    QFETCH(QByteArray, beginning);
    support::OpenWindow open(m_factors);
    QVERIFY(open.waitUntilDone());
    const auto path = QString::fromStdString((m_folder.path() / name.toStdString()).string());
    open.window().actions()[action].trigger();
    chooseInDialog(open.window(), path);
    QVERIFY2(!open.find<app::MessageBar>().isVisible(), qPrintable(open.find<app::MessageBar>().text()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto bytes = file.readAll();
    QVERIFY2(bytes.startsWith(beginning), bytes.left(40).constData());
    if (name.endsWith(QStringLiteral(".csv")))
        QVERIFY(bytes.count('\n') > 50);
}

void TestMainWindow::savesACertificate()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    open.explorer().setScope(Scope::Heads);
    open.explorer().setK(40);
    QTest::keyClick(&open.window(), Qt::Key_S, Qt::ControlModifier);
    const auto path = QString::fromStdString((m_folder.path() / "certificate.json").string());
    chooseInDialog(open.window(), path);
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto document = QJsonDocument::fromJson(file.readAll()).object();
    QCOMPARE(document[QStringLiteral("schema")].toString(), QStringLiteral("tailmass.certificate/1"));
    const auto verdict = core::nameOf(*open.explorer().answer(Scope::Heads).verdict);
    QCOMPARE(document[QStringLiteral("verdict")].toString().toStdString(), std::string(verdict));
    const auto claim = document[QStringLiteral("claim")].toObject();
    QCOMPARE(claim[QStringLiteral("k")].toInt(), 40);
    QCOMPARE(claim[QStringLiteral("scope")].toString(), QStringLiteral("heads"));
}

void TestMainWindow::saysWhatCannotBeWritten()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    QTest::keyClick(&open.window(), Qt::Key_S, Qt::ControlModifier);
    auto* dialog = open.window().findChild<QFileDialog*>();
    Q_EMIT dialog->fileSelected(QString::fromStdString((m_folder.path() / "no such folder" / "c.json").string()));
    QTRY_VERIFY(open.find<app::MessageBar>().isVisible());
    QVERIFY(open.find<app::MessageBar>().text().contains(QStringLiteral("c.json")));
    dialog->close();
}

void TestMainWindow::stopsRunningWork()
{
    support::OpenWindow open(m_folder.write("large.npy", support::npy(support::causalScores(8, 256))).string());
    QTRY_VERIFY(open.explorer().capture());
    QVERIFY(open.explorer().progress());
    QTest::keyClick(&open.window(), Qt::Key_Escape);
    QVERIFY(!open.explorer().progress());
    QVERIFY(open.explorer().isStopped());
    QVERIFY(open.window().actions()[app::ActionId::Resume].isEnabled());
    open.window().actions()[app::ActionId::Resume].trigger();
    QVERIFY(open.waitUntilDone());
    QVERIFY(open.explorer().resident());
}

void TestMainWindow::asksWhatADumpLeavesOpen_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("answers");
    QTest::addColumn<QList<int>>("heads"); // layers, then heads of all
    QTest::addColumn<bool>("causal");
    const auto write = [this](const char* name, std::vector<std::uint64_t> shape) {
        std::vector<support::Array> arrays;
        std::size_t count = 1;
        for (const auto extent : shape)
            count *= extent;
        for (const auto* tensor : {"q", "k", "v"}) {
            std::vector<double> values(count);
            for (std::size_t i = 0; i < count; ++i)
                values[i] = std::sin(static_cast<double>(i * i % 97));
            arrays.push_back({tensor, core::Element::F32, shape, values});
        }
        return QString::fromStdString(m_folder.write(name, support::safetensors(arrays, {})).string());
    };
    const auto plain = write("plain.safetensors", {3, 12, 4});
    const auto deep = write("deep.safetensors", {2, 3, 12, 4});
    QTest::addRow("causal") << plain << QStringList{QStringLiteral("Causal")} << QList<int>{1, 3} << true;
    QTest::addRow("not causal") << plain << QStringList{QStringLiteral("Not causal")} << QList<int>{1, 3} << false;
    QTest::addRow("layers") << deep << QStringList{QStringLiteral("Layers"), QStringLiteral("Causal")}
                            << QList<int>{2, 6} << true;
    const auto deeper = write("deeper.safetensors", {2, 3, 2, 12, 4});
    QTest::addRow("layers first") << deeper << QStringList{QStringLiteral("Layers first"), QStringLiteral("Causal")}
                                  << QList<int>{2, 12} << true;
    QTest::addRow("batch first") << deeper << QStringList{QStringLiteral("Batch first"), QStringLiteral("Causal")}
                                 << QList<int>{3, 12} << true;
    QTest::addRow("batch") << deep << QStringList{QStringLiteral("Batch"), QStringLiteral("Not causal")}
                           << QList<int>{1, 6} << false;
}

/// Each answer is a button; the next question follows until the dump is open.
void TestMainWindow::asksWhatADumpLeavesOpen()
{
    QFETCH(QString, path);
    QFETCH(QStringList, answers);
    QFETCH(QList<int>, heads);
    QFETCH(bool, causal);
    app::MainWindow window;
    window.show();
    window.open(path);
    auto& bar = *window.findChild<app::MessageBar*>();
    for (const auto& answer : answers) {
        QAbstractButton* found = nullptr;
        const auto isOffered = [&] {
            for (auto* button : bar.findChildren<QAbstractButton*>())
                if (button->isVisible() && button->text() == answer)
                    found = button;
            return found != nullptr;
        };
        QVERIFY2(QTest::qWaitFor(isOffered), qPrintable(bar.text()));
        QVERIFY2(!bar.text().contains(QStringLiteral("--")), qPrintable(bar.text()));
        QVERIFY2(found->toolTip().contains(QStringLiteral("--")), qPrintable(found->toolTip()));
        QTest::mouseClick(found, Qt::LeftButton);
    }
    QTRY_VERIFY2(window.explorer().capture(), qPrintable(bar.text()));
    QVERIFY(!bar.isVisible());
    const auto& opened = window.explorer().heads();
    QCOMPARE(static_cast<int>(opened.size()), heads[1]);
    QCOMPARE(static_cast<int>(opened.back().id.layer.value) + 1, heads[0]);
    QCOMPARE(opened.front().causal, causal);
}

void TestMainWindow::brokenFilesLeaveTheStateAlone()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    open.explorer().setK(17);
    const auto broken = m_folder.write("broken.safetensors", std::string("\x08\0\0\0\0\0\0\0{\"a\": 1,", 16));
    open.window().open(QString::fromStdString(broken.string()));
    QTRY_VERIFY(open.find<app::MessageBar>().isVisible());
    QVERIFY(open.find<app::MessageBar>().text().contains(QStringLiteral("broken.safetensors")));
    QCOMPARE(open.explorer().parameters().k, std::size_t{17});
    QVERIFY(open.find<render::HeatmapView>().isVisible());
    open.window().open(QString::fromStdString(m_factors));
    QTRY_COMPARE(open.explorer().path().toStdString(), m_factors);
    QVERIFY(!open.find<app::MessageBar>().isVisible());
}

void TestMainWindow::aChangedFileIsOfferedAgain()
{
    const auto path = m_folder.write("changing.npy", support::npy(support::causalScores(2, 32)));
    support::OpenWindow open(path.string());
    QVERIFY(open.waitUntilDone());
    m_folder.write("changing.npy", support::npy(support::causalScores(3, 32)));
    QTRY_VERIFY(open.find<app::MessageBar>().isVisible());
    const auto buttons = open.find<app::MessageBar>().findChildren<QAbstractButton*>();
    QTest::mouseClick(buttons.front(), Qt::LeftButton);
    QTRY_COMPARE(open.explorer().heads().size(), std::size_t{3});
}

void TestMainWindow::reloadingKeepsPickAndZoom()
{
    const auto path = m_folder.write("again.npy", support::npy(support::causalScores(3, 48)));
    support::OpenWindow open(path.string());
    QVERIFY(open.waitUntilDone());
    auto& map = open.find<render::HeatmapView>();
    open.explorer().selectHead(2);
    open.explorer().setPick({{20}, {5}});
    open.explorer().setK(7);
    QVERIFY(open.waitUntilDone());
    map.zoomIn();
    map.zoomIn();
    const auto camera = map.camera();
    QSignalSpy opened(&open.explorer(), &app::Explorer::captureChanged);
    QTest::keyClick(&open.window(), Qt::Key_R, Qt::ControlModifier);
    QTRY_COMPARE(opened.count(), 1);
    QVERIFY(open.waitUntilDone());
    QCOMPARE(open.explorer().place(), std::size_t{2});
    QCOMPARE(*open.explorer().pick(), (app::Pick{{20}, {5}}));
    QCOMPARE(open.explorer().parameters().k, std::size_t{7});
    QCOMPARE(map.camera(), camera);
    m_folder.write("again.npy", support::npy(support::causalScores(3, 32)));
    QTest::keyClick(&open.window(), Qt::Key_R, Qt::ControlModifier);
    QTRY_COMPARE(opened.count(), 2);
    QVERIFY(open.waitUntilDone());
    QCOMPARE(*open.explorer().pick(), (app::Pick{{31}, {open.explorer().rowDetail()->keys.front()}}));
}

void TestMainWindow::nothingIsStatedOfAnOutdatedFile()
{
    const auto path = m_folder.write("truncated.npy", support::npy(support::causalScores(2, 48)));
    support::OpenWindow open(path.string());
    QVERIFY(open.waitUntilDone());
    QTRY_COMPARE(open.find<app::VerdictCard>().accessibleName(), QStringLiteral("Certified"));
    std::filesystem::resize_file(path, 1000);
    QTRY_COMPARE(open.find<app::VerdictCard>().accessibleName(), QStringLiteral("Outdated"));
    QVERIFY(open.find<app::VerdictCard>().lines().join(QLatin1Char(' ')).contains(QStringLiteral("Reload")));
    for (auto* section : open.find<app::CertificatePanel>().findChildren<app::Section*>())
        QVERIFY2(!section->isVisible(), qPrintable(section->title().text()));
    for (const auto* button : open.find<app::ScopeButtons>().findChildren<QAbstractButton*>())
        QVERIFY2(button->accessibleName().contains(QStringLiteral("Outdated")), qPrintable(button->accessibleName()));
    for (auto* button : open.find<app::CertificatePanel>().findChildren<QPushButton*>())
        QVERIFY2(!button->isVisible() || !button->isEnabled(), qPrintable(button->text()));
    QVERIFY(!open.find<render::HeatmapView>().isEnabled());
    QVERIFY(!open.window().actions()[app::ActionId::KUp].isEnabled());
    QVERIFY(open.window().actions()[app::ActionId::Reload].isEnabled());
    QTRY_COMPARE(open.find<app::StatusLine>().reading(), QStringLiteral("The file changed: no numbers"));
    open.find<app::MessageBar>().hide();
    QTest::keyClick(&open.window(), Qt::Key_S, Qt::ControlModifier);
    QVERIFY(!open.window().findChild<QFileDialog*>());
    QVERIFY(open.find<app::MessageBar>().isVisible());
    QVERIFY2(open.find<app::MessageBar>().text().startsWith(
                 QStringLiteral("Failed to save: 'truncated.npy' changed after it was opened")),
        qPrintable(open.find<app::MessageBar>().text()));
    m_folder.write("truncated.npy", support::npy(support::causalScores(2, 48)));
    QTest::keyClick(&open.window(), Qt::Key_R, Qt::ControlModifier);
    QTRY_COMPARE(open.find<app::VerdictCard>().accessibleName(), QStringLiteral("Certified"));
    QVERIFY(open.find<render::HeatmapView>().isEnabled());
    QVERIFY(!open.find<app::MessageBar>().isVisible());
}

/// A rename leaves the mapped file whole: only a look at the folder tells.
void TestMainWindow::aReplacedFileIsNotSavedAsTheOpenOne()
{
    const auto path = m_folder.write("replaced.npy", support::npy(support::causalScores(1, 48)));
    const auto other = m_folder.write("other.npy", support::npy(support::causalScores(2, 48)));
    support::OpenWindow open(path.string());
    QVERIFY(open.waitUntilDone());
    QTest::keyClick(&open.window(), Qt::Key_S, Qt::ControlModifier);
    QVERIFY(open.window().findChild<QFileDialog*>());
    std::filesystem::rename(other, path);
    const auto certificate = QString::fromStdString((m_folder.path() / "replaced.json").string());
    chooseInDialog(open.window(), certificate);
    QTRY_VERIFY(open.find<app::MessageBar>().isVisible());
    QVERIFY(!QFile::exists(certificate));
}

void TestMainWindow::oneWindowShowsOneDump()
{
    app::MainWindow window;
    window.show();
    app::WindowRequest request;
    request.dump = QString::fromStdString(m_scores);
    request.others = {QString::fromStdString(m_factors)};
    app::applyRequest(window, request);
    QTRY_VERIFY(window.explorer().resident());
    QCOMPARE(window.explorer().path().toStdString(), m_scores);
    QVERIFY(window.findChild<app::MessageBar*>()->isVisible());
    const auto text = window.findChild<app::MessageBar*>()->text();
    QVERIFY2(text.startsWith(QStringLiteral("One window shows one dump: opened scores.npy, not factors.safetensors.")),
        qPrintable(text));
}

void TestMainWindow::aPictureOfTwoDumpsIsRefused()
{
    const auto picture = QString::fromStdString((m_folder.path() / "two.png").string());
    QProcess program;
    program.start(QStringLiteral(TAILMASS_WINDOW_PROGRAM),
        {QString::fromStdString(m_scores), QString::fromStdString(m_factors), QStringLiteral("--screenshot"), picture});
    QVERIFY(program.waitForFinished(20000));
    QCOMPARE(program.exitCode(), 2);
    const auto said = program.readAllStandardError();
    QVERIFY2(said.contains("tailmass-gui: Failed to draw 2 dumps: a picture shows one."), said.constData());
    QVERIFY(!QFile::exists(picture));
}

void TestMainWindow::remembersRecentFiles()
{
    {
        support::OpenWindow open(m_scores);
        QVERIFY(open.waitUntilDone());
    }
    app::MainWindow window;
    window.show();
    QSignalSpy requested(window.findChild<app::StartPage*>(), &app::StartPage::recentRequested);
    Q_EMIT window.findChild<app::StartPage*>()->recentRequested(QString::fromStdString(m_scores));
    QTRY_VERIFY(window.explorer().resident());
    app::Settings settings;
    QCOMPARE(app::RecentFiles(settings).files().front().path.toStdString(), m_scores);
}

void TestMainWindow::switchesThemes()
{
    support::OpenWindow open(m_scores);
    QVERIFY(open.waitUntilDone());
    const auto dark = open.window().grab().toImage().pixelColor(2, 2);
    QTest::keyClick(&open.window(), Qt::Key_T, Qt::ControlModifier);
    const auto light = open.window().grab().toImage().pixelColor(2, 2);
    QVERIFY(light.lightness() > dark.lightness() + 100);
    QTest::keyClick(&open.window(), Qt::Key_T, Qt::ControlModifier);
    QCOMPARE(open.window().grab().toImage().pixelColor(2, 2), dark);
}

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
