// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/budget.h"

#include <algorithm>

namespace app {

PageCount pagesOf(const std::vector<std::uint32_t>& keys, const core::KeptSet& kept, std::size_t pageSize)
{
    if (keys.empty())
        return {};
    struct Page
    {
        std::uint32_t keys = 0;
        bool isKept = false;
    };
    std::vector<Page> pages(*std::max_element(keys.begin(), keys.end()) / pageSize + 1);
    for (const auto key : keys)
        ++pages[key / pageSize].keys;
    for (const auto rank : kept.kept())
        pages[keys[rank] / pageSize].isKept = true;
    PageCount count;
    for (const auto& page : pages) {
        count.total += page.keys > 0 ? 1 : 0;
        count.kept += page.isKept ? 1 : 0;
        count.keys += page.isKept ? page.keys : 0;
    }
    return count;
}

}
