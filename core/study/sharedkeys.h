// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "base/work.h"
#include "capture/capture.h"
#include "truncation/preparedrule.h"

namespace core {

/// Whether two heads read the same keys and values, so that a kernel keeps one set of keys for both.
bool inSameKvGroup(const HeadInfo& a, const HeadInfo& b);

/// The keys that the K/V group of `head` keeps in common, by the sum of the probabilities of its heads, for `rows`
/// (rising; empty: all). `rule` is TopK or ForcedTopK. Errors: Cancelled, FileChanged, those of Capture::rows.
Result<std::shared_ptr<const MarkedKeys>> sharedKeys(
    const Capture& capture, const HeadInfo& head, const Rule& rule, const std::vector<std::size_t>& rows, Work& work);

}
