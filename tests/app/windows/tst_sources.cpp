// SPDX-License-Identifier: GPL-3.0-or-later
#include "openwindow.h"
#include "views/choicebox.h"
#include "windows/mapheader.h"
#include "windows/screenshot.h"

namespace {

/// Q, K and V of two layers of four heads, and for the first of them probabilities that are not theirs: all weight on
/// the first two keys.
std::filesystem::path writeTwoSources(const support::TempFolder& folder)
{
    std::vector<support::Array> arrays;
    for (const char* layer : {"0", "1"})
        for (auto array : support::factors(4, 48, 8)) {
            array.name = std::string("layers.") + layer + "." + array.name;
            arrays.push_back(std::move(array));
        }
    support::Array stored{"layers.0.probs", core::Element::F32, {4, 48, 48}, std::vector<double>(4 * 48 * 48, 0)};
    for (std::size_t row = 0; row < 4 * 48; ++row) {
        stored.values[row * 48] = row % 48 == 0 ? 1 : 0.75;
        stored.values[row * 48 + 1] = row % 48 == 0 ? 0 : 0.25;
    }
    arrays.push_back(stored);
    return folder.write("two.safetensors", support::safetensors(arrays, {{"causal", "true"}, {"scale", "0.5"}}));
}

}

/// A layer that has its rows in several forms offers each.
class TestSources : public QObject
{
    Q_OBJECT

    support::TempFolder m_folder;

private slots:
    void theSourceIsChosenAboveTheMap()
    {
        support::OpenWindow open(writeTwoSources(m_folder).string());
        QVERIFY(open.waitUntilDone());
        auto& choice = *open.find<app::MapHeader>().findChild<app::ChoiceBox*>();
        QVERIFY(choice.isVisible());
        QCOMPARE(choice.count(), 2);
        QVERIFY(open.explorer().head().id.source == core::Source::Factors);
        open.explorer().selectHead(2);
        open.explorer().pickRow({30});
        open.explorer().setK(2);
        QVERIFY(open.waitUntilDone());
        QTRY_VERIFY(open.explorer().truncation() && open.explorer().truncation()->mass.tau.lower > 0);
        choice.setCurrentIndex(choice.findText(QStringLiteral("probs")));
        Q_EMIT choice.activated(choice.currentIndex());
        QVERIFY(open.waitUntilDone());
        QVERIFY(open.explorer().head().id.source == core::Source::Probabilities);
        QCOMPARE(open.explorer().head().id.head.value, 2U);
        QCOMPARE(open.explorer().pick()->row.value, 30U);
        QCOMPARE(open.explorer().parameters().k, std::size_t(2));
        QTRY_VERIFY(open.explorer().truncation() && open.explorer().truncation()->mass.tau.upper == 0);
        open.explorer().selectHead(5); // of the layer that has no probabilities
        QVERIFY(open.waitUntilDone());
        QVERIFY(open.explorer().head().id.source == core::Source::Factors);
        QVERIFY(!choice.isVisible());
    }

    void theCommandLineChoosesItToo()
    {
        app::MainWindow window;
        app::WindowRequest request;
        request.dump = QString::fromStdString(writeTwoSources(m_folder).string());
        request.head.source = core::Source::Probabilities;
        request.head.head = core::HeadIndex{3};
        app::applyRequest(window, request);
        window.show();
        QTRY_VERIFY(window.explorer().capture() && window.explorer().head().id.source == core::Source::Probabilities);
        QCOMPARE(window.explorer().head().id.head.value, 3U);
    }
};

QTEST_MAIN(TestSources)
#include "tst_sources.moc"
