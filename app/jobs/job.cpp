// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/job.h"

#include <algorithm>
#include <atomic>

namespace app {

core::Progress throttledProgress(std::function<void(int)> show, std::function<bool()> stopped)
{
    auto shown = std::make_shared<std::atomic<int>>(-1);
    return core::Progress([show = std::move(show), stopped = std::move(stopped), shown](double share) {
        const auto step = static_cast<int>(std::clamp(share, 0.0, 1.0) * progressSteps);
        if (shown->exchange(step) != step)
            show(step);
        return !stopped();
    });
}

}
