// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

#include <QSettings>
#include <QTest>

#include "smallheads.h"
#include "npywriter.h"
#include "safetensorswriter.h"
#include "tempfolder.h"
#include "theme/themesource.h"
#include "windows/mainwindow.h"

namespace support {

/// A window on screen with a dump of generated heads open, everything computed.
class OpenWindow
{
public:
    explicit OpenWindow(const std::string& path, QSize size = {1280, 800})
    {
        m_window.resize(size);
        m_window.show();
        m_window.open(QString::fromStdString(path));
    }

    app::MainWindow& window() { return m_window; }
    app::Explorer& explorer() { return m_window.explorer(); }
    /// Waits until nothing is computed any more; false after ten seconds.
    bool waitUntilDone()
    {
        return QTest::qWaitFor(
            [this] { return explorer().capture() && explorer().resident() && !explorer().progress(); }, 20000);
    }
    template <typename Widget>
    Widget& find()
    {
        return *m_window.findChild<Widget*>();
    }

private:
    app::MainWindow m_window;
};

/// Scores of four causal heads over 96 positions, as .npy.
inline std::filesystem::path writeScores(const TempFolder& folder)
{
    return folder.write("scores.npy", npy(causalScores(4, 96)));
}

/// The same as probabilities.
inline std::filesystem::path writeProbabilities(const TempFolder& folder)
{
    auto array = causalScores(4, 96);
    for (std::size_t row = 0; row < 4 * 96; ++row) {
        const auto begin = array.values.begin() + static_cast<std::ptrdiff_t>(row * 96);
        double sum = 0;
        std::for_each(begin, begin + 96, [&sum](double& value) { sum += value = std::exp(value); });
        std::for_each(begin, begin + 96, [sum](double& value) { value /= sum; });
    }
    return folder.write("probabilities.npy", npy(array));
}

/// Q, K and V of four heads over 96 positions, as .safetensors.
inline std::filesystem::path writeFactors(const TempFolder& folder)
{
    return folder.write("factors.safetensors", safetensors(factors(4, 96, 8), {{"causal", "true"}, {"scale", "0.5"}}));
}

}
