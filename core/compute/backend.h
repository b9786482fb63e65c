// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string_view>

#include "base/work.h"
#include "bounds/blockmasses.h"
#include "bounds/choice.h"
#include "capture/rowbatch.h"
#include "compute/reply.h"
#include "compute/request.h"
#include "compute/tile.h"

namespace core {

/// A head that is kept ready for scrubbing: answers in O(rows) and pictures in O(pixels). Usable from several threads.
class ResidentHead
{
public:
    virtual ~ResidentHead() = default;
    virtual std::size_t rowCount() const = 0;
    virtual std::size_t keyCount() const = 0;
    virtual std::size_t bytes() const = 0; ///< private memory that it holds
    /// Tail mass of every row under a rule: KeptRecord per row, intervals as proven as those of Backend::head.
    virtual std::vector<KeptRecord> at(const PreparedRule& rule, ThreadPool& pool) const = 0;
    /// What a rule keeps of a valid row, and its weights.
    virtual Choice choiceOf(const PreparedRule& rule, std::size_t row) const = 0;
    /// For rules of blocks of this shape: BlockMasses::best.
    virtual BlockMasses blockMasses(const BlockTop& shape, ThreadPool& pool) const = 0;
    /// k_eps of every row.
    virtual std::vector<std::uint32_t> kEps(double epsilon) const = 0;
    /// State, entropy, sigma and so on of every row; without kept records.
    virtual const std::vector<RowRecord>& rows() const = 0;
    /// Probability of a cell as drawn; NaN where it does not exist.
    virtual float probability(std::size_t row, std::size_t key) const = 0;
    /// 0 for the largest weight of the row; keyCount where the cell does not exist.
    virtual std::uint32_t rank(std::size_t row, std::size_t key) const = 0;
    virtual TileReply tile(const TileRequest& request, ThreadPool& pool) const = 0;
};

/// Where numbers are computed. All replies are intervals proven for the very path that computed them.
class Backend
{
public:
    virtual ~Backend() = default;
    virtual std::string_view name() const = 0;
    /// Statistics of one batch of rows. `values` is V of the head, for output errors.
    virtual Result<HeadReply> rows(const RowBatch& batch, const std::optional<StoredMatrix>& values,
        const StatisticsRequest& request, Work& work) = 0;
    /// Statistics of a whole head, streamed in batches. Errors: Cancelled, FileChanged.
    virtual Result<HeadReply> head(const HeadRows& rows, const StatisticsRequest& request, Work& work) = 0;
    /// Errors: Cancelled, FileChanged, TooLarge (over work.memory).
    virtual Result<std::shared_ptr<const ResidentHead>> hold(const HeadRows& rows, Work& work) = 0;
};

/// Plain loops in double: the dullest code that can be written, and what everything fast is compared to.
std::unique_ptr<Backend> makeReferenceBackend();

}
