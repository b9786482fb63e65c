// SPDX-License-Identifier: GPL-3.0-or-later
// Times what happens while someone scrubs: tail masses and k_eps of all rows, and pictures. Usage: bench_scrubbing
// [SIDE [PIXELS]]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <vector>

#include "compute/backend.h"
#include "memoryhead.h"

using namespace core;

namespace {

using Clock = std::chrono::steady_clock;

void report(const char* what, int repetitions, const std::function<void(int)>& work)
{
    std::vector<double> milliseconds;
    for (int i = 0; i < repetitions; ++i) {
        const auto begin = Clock::now();
        work(i);
        milliseconds.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    std::sort(milliseconds.begin(), milliseconds.end());
    std::printf(
        "%-38s median %8.3f ms   worst %8.3f ms\n", what, milliseconds[milliseconds.size() / 2], milliseconds.back());
}

std::vector<float> thresholds(double base)
{
    std::vector<float> rising;
    for (int i = 0; i < 255; ++i)
        rising.push_back(static_cast<float>(base * std::pow(10.0, i / 64.0)));
    return rising;
}

void time(const HeadRows& rows, std::size_t pixels)
{
    ThreadPool pool;
    Work work{pool};
    const auto backend = makeReferenceBackend();
    std::shared_ptr<const ResidentHead> head;
    report("hold", 3, [&](int) { head = *backend->hold(rows, work); });
    std::printf("%zu x %zu cells, %zu threads, %.1f MB held\n", head->rowCount(), head->keyCount(), pool.threadCount(),
        static_cast<double>(head->bytes()) / 1e6);
    const auto k = [](int i) { return static_cast<std::size_t>(1 + 3 * i); };
    report("tail mass of all rows at k", 200, [&](int i) { head->at(TopK{k(i)}, pool); });
    report("tail mass of all rows, top-p", 20, [&](int i) { head->at(TopP{1 - 0.5 / (1 + i)}, pool); });
    report("tail mass of all rows, threshold", 20, [&](int i) { head->at(Threshold{0.5 / (1 + i)}, pool); });
    report("tail mass of all rows, window", 20, [&](int i) { head->at(Window{k(i), 4}, pool); });
    report("tail mass of all rows, top-k and window", 20, [&](int i) {
        head->at(ForcedTopK{3 * k(i) + 4, {k(i), 4}}, pool);
    });
    const BlockTop blocks{64, 64, 8};
    std::optional<BlockMasses> masses;
    report("masses of blocks", 3, [&](int) { masses = head->blockMasses(blocks, pool); });
    report("tail mass of all rows, blocks", 20, [&](int i) { head->at({blocks, masses->best(k(i))}, pool); });
    report("k_eps of all rows", 200, [&](int i) { head->kEps(0.5 / (1 + i)); });
    const auto side = static_cast<double>(head->rowCount());
    TileRequest request{
        {0, 0, side, static_cast<double>(head->keyCount())}, pixels, pixels, Reducer::Largest, thresholds(1e-5), {}};
    head->tile(request, pool);
    report("picture, new k", 200, [&](int i) {
        request.veil = TopK{k(i)};
        head->tile(request, pool);
    });
    report("picture, new epsilon", 200, [&](int i) {
        request.veil = TopP{1 - 0.5 / (1 + i)};
        head->tile(request, pool);
    });
    report("picture, new colour range", 50, [&](int i) {
        request.thresholds = thresholds(1e-5 * (1 + i));
        head->tile(request, pool);
    });
    for (const Reducer reducer : {Reducer::Largest, Reducer::Mean}) {
        request.reducer = reducer;
        report(reducer == Reducer::Largest ? "picture, camera moved" : "picture, camera moved, mean", 50, [&](int i) {
            request.cells.row = -1.0 - i;
            head->tile(request, pool);
        });
    }
}

}

int main(int argc, char** argv)
{
    const std::size_t side = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1024;
    const std::size_t pixels = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 480;
    if (side == 0 || pixels == 0) {
        std::fprintf(stderr, "usage: bench_scrubbing [SIDE [PIXELS]]\n");
        return 2;
    }
    time(support::scoreHead(side, side, 2, 1, support::Shape::Causal), pixels);
    time(support::scoreHead(side, side, 2, 1), pixels);
}
