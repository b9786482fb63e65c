// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/reply.h"
#include "plots/plotdata.h"
#include "spectrum/singularvalues.h"
#include "study/rowdetail.h"
#include "study/study.h"

namespace app {

/// What the plots draw, made from numbers of the core. Rows of many keys are drawn at all small k and then at steps of
/// 1 %.

/// `study` may be null: then the head's curves are left out.
render::TailMassData tailMassContent(
    core::RowIndex row, const core::RowDetail& detail, const core::HeadResult* study, double sigma);
/// Without a row: the head's curves only.
render::TailMassData tailMassContent(const core::HeadResult& study);
/// At the number of keys that a rule keeps of a row. The curve is of the largest keys: a rule that keeps others has no dot
/// on it.
render::Crosshair tailMassCrosshair(const core::RowTruncation& truncation, double epsilon);
/// At the mean number of keys that a rule keeps of the head's rows.
render::Crosshair tailMassCrosshair(const core::TailMassSummary& rule, double epsilon);

/// Either may be null.
render::SpectrumData spectrumContent(const core::Spectrum* whole, const core::Spectrum* kept);

render::OutputErrorData outputErrorContent(const core::RowDetail& detail);
/// Without a row: says so.
render::OutputErrorData outputErrorContent();
render::Crosshair outputErrorCrosshair(const core::RowTruncation& truncation);

}
