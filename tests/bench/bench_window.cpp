// SPDX-License-Identifier: GPL-3.0-or-later
// Scrubs k over a 1024 x 1024 head in a 1440 x 900 window, everything visible, and prints how long a step takes until
// it is painted.
#include <algorithm>
#include <cstdio>
#include <vector>

#include <QApplication>
#include <QElapsedTimer>
#include <QTest>

#include "npywriter.h"
#include "smallheads.h"
#include "tempfolder.h"
#include "theme/themesource.h"
#include "windows/mainwindow.h"

namespace {

constexpr std::size_t length = 1024;
constexpr std::size_t steps = 200;

/// From the new k to the painted window, in ms.
double stepMs(app::MainWindow& window, std::size_t k)
{
    QElapsedTimer timer;
    timer.start();
    window.explorer().setK(k);
    window.settle();
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

}

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    render::ThemeSource::instance().setShade(render::Shade::Dark);
    const support::TempFolder folder;
    const auto path = folder.write("scores.npy", support::npy(support::causalScores(1, length)));
    app::MainWindow window;
    window.resize(1440, 900);
    window.show();
    window.open(QString::fromStdString(path.string()));
    if (!QTest::qWaitFor([&window] { return window.explorer().resident() && !window.explorer().progress(); }, 120000))
        return 1;
    std::vector<double> times;
    for (std::size_t step = 0; step < steps; ++step)
        times.push_back(stepMs(window, 1 + step * (length - 1) / steps));
    std::sort(times.begin(), times.end());
    std::printf("%zu steps of k over %zu x %zu: median %.1f ms, 95 %% %.1f ms, worst %.1f ms\n", steps, length, length,
        times[steps / 2], times[steps * 95 / 100], times.back());
    return 0;
}
