// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/budget.h"

#include <algorithm>

namespace app {

PageCount pagesOf(const std::vector<std::uint32_t>& keys, std::size_t kept, std::size_t pageSize)
{
    if (keys.empty())
        return {};
    struct Page
    {
        std::uint32_t keys = 0;
        bool isKept = false;
    };
    std::vector<Page> pages(*std::max_element(keys.begin(), keys.end()) / pageSize + 1);
    for (std::size_t rank = 0; rank < keys.size(); ++rank) {
        auto& page = pages[keys[rank] / pageSize];
        ++page.keys;
        page.isKept = page.isKept || rank < kept;
    }
    PageCount count;
    for (const auto& page : pages) {
        count.total += page.keys > 0 ? 1 : 0;
        count.kept += page.isKept ? 1 : 0;
        count.keys += page.isKept ? page.keys : 0;
    }
    return count;
}

}
