// SPDX-License-Identifier: GPL-3.0-or-later
// bench_open [DUMP]: how long a large dump takes from the request to open it until its members are known and until its
// first map is painted, each twice, and how much private memory that costs. Without DUMP a sparse file of 20 GB is
// made: 75 layers of 32 heads over 2048 positions, whose first head has weights and whose others are zero.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <QApplication>
#include <QElapsedTimer>
#include <QTest>

#include "encode.h"
#include "tempfolder.h"
#include "theme/themesource.h"
#include "windows/mainwindow.h"

namespace {

constexpr std::uint64_t layers = 75;
constexpr std::uint64_t heads = 32;
constexpr std::uint64_t length = 2048;
constexpr std::uint64_t layerBytes = heads * length * length * 2;

std::string header()
{
    std::string json = "{\"__metadata__\":{\"causal\":\"true\"}";
    for (std::uint64_t layer = 0; layer < layers; ++layer)
        json += ",\"layers." + std::to_string(layer) + ".probs\":{\"dtype\":\"F16\",\"shape\":[1,"
            + std::to_string(heads) + "," + std::to_string(length) + "," + std::to_string(length)
            + "],\"data_offsets\":[" + std::to_string(layer * layerBytes) + ","
            + std::to_string((layer + 1) * layerBytes) + "]}";
    json += "}";
    json.resize((json.size() + 7) / 8 * 8, ' ');
    return support::word(json.size(), 8) + json;
}

/// Causal weights that fall with the distance, and a sink.
std::vector<double> weights(std::uint64_t row)
{
    std::vector<double> values(length, 0);
    double sum = 0;
    for (std::uint64_t key = 0; key <= row; ++key)
        sum += values[key] = std::exp(-0.05 * static_cast<double>(row - key)) + (key == 0 ? 1 : 0.001);
    for (double& value : values)
        value /= sum;
    return values;
}

std::filesystem::path makeDump(const std::filesystem::path& folder)
{
    const auto path = folder / "large.safetensors";
    const std::string front = header();
    std::ofstream out(path, std::ios::binary);
    out << front;
    for (std::uint64_t row = 0; row < length; ++row)
        out << support::encode(weights(row), core::Element::F16);
    out.close();
    std::filesystem::resize_file(path, front.size() + layers * layerBytes);
    return path;
}

/// Private memory of this process that no file is behind, MB.
double privateMegabytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("RssAnon:"))
            return std::stod(line.substr(8)) / 1024;
    return std::nan("");
}

double millisecondsOf(const QElapsedTimer& timer)
{
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

void openInCore(const std::filesystem::path& path)
{
    QElapsedTimer timer;
    timer.start();
    const auto capture = core::Capture::open(path);
    const double passed = millisecondsOf(timer);
    if (!capture) {
        std::printf("%s\n", capture.error().message.c_str());
        return;
    }
    std::printf("members of %.1f GB known after %.0f ms: %zu tensors, %zu heads; %.0f MB private\n",
        static_cast<double>((*capture)->dump().size) / 1e9, passed, (*capture)->dump().tensors.size(),
        (*capture)->heads().size(), privateMegabytes());
}

void openInWindow(const std::filesystem::path& path)
{
    app::MainWindow window;
    window.resize(1440, 900);
    window.show();
    window.settle();
    const double before = privateMegabytes();
    QElapsedTimer timer;
    timer.start();
    double known = 0;
    QObject::connect(&window.explorer(), &app::Explorer::captureChanged, &window, [&] {
        if (known == 0)
            known = millisecondsOf(timer);
    });
    window.open(QString::fromStdString(path.string()));
    if (!QTest::qWaitFor([&window] { return window.explorer().resident() != nullptr; }, 120000)) {
        std::printf("no map after two minutes\n");
        return;
    }
    const double held = millisecondsOf(timer);
    window.settle();
    std::printf("first map of %zu x %zu painted after %.0f ms (dump open %.0f, head held %.0f); %.0f MB private, %.0f "
                "before\n",
        window.explorer().head().rowCount, window.explorer().head().keyCount, millisecondsOf(timer), known, held,
        privateMegabytes(), before);
    QTest::qWait(5000);
    std::printf("five seconds later, with the overview of all heads under way: %.0f MB private\n", privateMegabytes());
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
    const auto path = argc > 1 ? std::filesystem::path(argv[1]) : makeDump(folder.path());
    for (int time = 0; time < 2; ++time)
        openInCore(path);
    for (int time = 0; time < 2; ++time)
        openInWindow(path);
    return 0;
}
