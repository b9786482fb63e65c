// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "files/element.h"

namespace support {

/// A named array to be written into a dump; `values` in C order, as many as the product of `shape`.
struct Array
{
    std::string name;
    core::Element element = core::Element::F32;
    std::vector<std::uint64_t> shape;
    std::vector<double> values;
};

/// `values` reordered from C to Fortran order.
inline std::vector<double> fortranOrder(const Array& array)
{
    std::vector<double> reordered(array.values.size());
    std::vector<std::uint64_t> index(array.shape.size(), 0);
    for (const double value : array.values) {
        std::uint64_t place = 0;
        for (std::size_t axis = index.size(); axis-- > 0;)
            place = place * array.shape[axis] + index[axis];
        reordered[place] = value;
        for (std::size_t axis = index.size(); axis-- > 0;) {
            if (++index[axis] < array.shape[axis])
                break;
            index[axis] = 0;
        }
    }
    return reordered;
}

}
