// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/rowcontext.h"

#include "bounds/tailcurve.h"

namespace core {

RowContext contextOf(const RowBatch& batch, const std::optional<StoredMatrix>& values, const StatisticsRequest& request)
{
    RowContext context{request, {}, {}, RowSorter(batch), {}};
    if (request.curve)
        context.curveKs = request.curve->values(batch.keyCount);
    if (request.rowCurves)
        context.rowCurveKs = request.rowCurves->values(batch.keyCount);
    if (request.outputError && values)
        context.values = decoded(*values, MatrixOrder::ByRow);
    return context;
}

WeightError weightErrorOf(const SortedRow& row, Reading reading)
{
    return reading == Reading::Rounded ? roundedWeightErrorOf(row) : weightErrorOf(row);
}

HeadReply emptyReply(std::size_t keyCount, const RowContext& context)
{
    HeadReply reply;
    reply.keyCount = keyCount;
    reply.gridKs.assign(context.rowCurveKs.begin(), context.rowCurveKs.end());
    for (const std::size_t k : context.curveKs) {
        reply.curve.emplace_back();
        reply.curve.back().k = static_cast<std::uint32_t>(k);
    }
    return reply;
}

}
