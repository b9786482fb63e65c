// SPDX-License-Identifier: GPL-3.0-or-later
// Scrubs k over a 1024 x 1024 head, or over the dump that is named, in a 1440 x 900 window, everything visible, and
// prints how long a step takes until it is painted: as a setter does it, and as the mouse on the slider does.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <vector>

#include <QApplication>
#include <QElapsedTimer>
#include <QTest>

#include "npywriter.h"
#include "smallheads.h"
#include "tempfolder.h"
#include "theme/themesource.h"
#include "views/parameterrow.h"
#include "views/rulestrip.h"
#include "windows/mainwindow.h"

namespace {

constexpr std::size_t length = 1024;
constexpr std::size_t steps = 200;

/// From what moves k to the painted window, in ms.
template <typename Move>
double stepMs(app::MainWindow& window, Move move)
{
    QElapsedTimer timer;
    timer.start();
    move();
    window.settle();
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

std::vector<double> bySetter(app::MainWindow& window)
{
    const auto keys = window.explorer().head().keyCount;
    std::vector<double> times;
    for (std::size_t step = 0; step < steps; ++step)
        times.push_back(stepMs(window, [&] { window.explorer().setK(1 + step * (keys - 1) / steps); }));
    return times;
}

std::vector<double> byMouse(app::MainWindow& window)
{
    auto& slider = window.findChild<app::RuleStrip*>()->k().slider();
    const auto at = [&slider](std::size_t step) {
        const auto width = static_cast<std::size_t>(slider.width());
        return QPoint(static_cast<int>(step * width / steps), slider.height() / 2);
    };
    slider.setNumber(1);
    QTest::mousePress(&slider, Qt::LeftButton, Qt::NoModifier, {slider.xOf(1), slider.height() / 2});
    std::vector<double> times;
    for (std::size_t step = 0; step < steps; ++step)
        times.push_back(stepMs(window, [&] { QTest::mouseMove(&slider, at(step)); }));
    QTest::mouseRelease(&slider, Qt::LeftButton, Qt::NoModifier, at(steps));
    return times;
}

void print(const char* how, app::MainWindow& window, std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    std::printf("%zu steps of k by %s over %zu x %zu: median %.1f ms, 95 %% %.1f ms, worst %.1f ms\n", steps, how,
        window.explorer().head().rowCount, window.explorer().head().keyCount, times[steps / 2], times[steps * 95 / 100],
        times.back());
}

}

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const support::TempFolder folder;
    qputenv("XDG_CONFIG_HOME", QByteArray::fromStdString(folder.path().string())); // not the user's recent files
    QApplication application(argc, argv);
    render::ThemeSource::instance().setShade(render::Shade::Dark);
    const auto path = argc > 1 ? std::filesystem::path(argv[1])
                               : folder.write("scores.npy", support::npy(support::causalScores(1, length)));
    app::MainWindow window;
    window.resize(1440, 900);
    window.show();
    window.open(QString::fromStdString(path.string()));
    if (!QTest::qWaitFor([&window] { return window.explorer().resident() && !window.explorer().progress(); }, 120000))
        return 1;
    print("setter", window, bySetter(window));
    print("mouse", window, byMouse(window));
    return 0;
}
