// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "base/indices.h"
#include "base/result.h"
#include "base/work.h"
#include "files/element.h"

namespace core {

/// Makes the rows of one matrix as they stand in a file: little-endian, without gaps. Usable from several threads.
class RowFiller
{
public:
    virtual ~RowFiller() = default;
    /// `to` has room for the rows. Errors: FileChanged, those of the rows behind it.
    virtual Result<void> fill(RowRange rows, std::byte* to) const = 0;
};

/// Gets one matrix ready to be written, right before it is: what it needs is not held for longer.
using MatrixMaker = std::function<Result<std::unique_ptr<RowFiller>>(Work&)>;

/// A tensor of a file that is yet to be written: matrices of equal shape, in the order of its leading axes.
struct OutputTensor
{
    std::string name;
    Element element = Element::F32;
    std::vector<std::uint64_t> shape; ///< the last two axes are rows and columns, none is 0
    std::vector<MatrixMaker> matrices;

    std::uint64_t rows() const { return shape[shape.size() - 2]; }
    std::uint64_t rowBytes() const { return shape.back() * sizeOf(element); }
};

/// Bytes of all of them. Error: TooLarge, where no file can hold them.
Result<std::uint64_t> byteCountOf(const std::vector<OutputTensor>& tensors);

/// Writes the numbers of all tensors, some rows at a time. What `out` does not take is for its owner to report; the
/// rest is not computed then. Errors: Cancelled, those of the matrices.
Result<void> writeTensors(std::ostream& out, const std::vector<OutputTensor>& tensors, Work& work);

}
