// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/job.h"

namespace app {

void Job::cancel()
{
    if (m_state)
        m_state->stopped = true;
}

core::Progress progressInto(std::shared_ptr<JobState> state)
{
    return core::Progress([state = std::move(state)](double share) {
        state->share = share;
        return !state->stopped;
    });
}

}
