// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/backend.h"

namespace core {

/// Row after row in double with the C library's exp; a thread takes a chunk of rows. Screen and proven are the same
/// path here.
class ReferenceBackend : public Backend
{
public:
    std::string_view name() const override { return "reference"; }
    Result<HeadReply> rows(const RowBatch& batch, const std::optional<StoredMatrix>& values,
        const StatisticsRequest& request, Work& work) override;
    Result<HeadReply> head(const HeadRows& rows, const StatisticsRequest& request, Work& work) override;
    Result<std::shared_ptr<const ResidentHead>> hold(const HeadRows& rows, Work& work) override;
};

}
