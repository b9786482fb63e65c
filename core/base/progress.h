// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace core {

/// Progress and cancelling are one call. Thread-safe as far as the function given is.
class Progress
{
public:
    /// `report` gets the finished share in [0, 1] and returns false to stop the work.
    using Report = std::function<bool(double)>;

    Progress() = default;
    explicit Progress(Report report)
        : m_report(std::move(report))
    {
    }

    /// Reports `done` of `total` and tells whether to go on.
    bool advance(std::size_t done, std::size_t total) const
    {
        return !m_report || m_report(total == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(total));
    }

    /// The part [from, from + share] of this progress, for a stage of a longer job.
    Progress part(double from, double share) const
    {
        if (!m_report)
            return {};
        return Progress([report = m_report, from, share](double x) { return report(from + share * x); });
    }

private:
    Report m_report;
};

}
