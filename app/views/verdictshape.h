// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>
#include <QString>

#include "bounds/certificate.h"

class QPainter;

namespace app {

/// What is said about a scope: a verdict, or why there is none.
enum class Judgement {
    Certified,
    NotCertified,
    Undecided,
    Computing,
    NoClaim,
    InvalidRow,
    Outdated, ///< the file is no longer the one that was judged
};

Judgement judgementOf(core::Verdict verdict);
bool isVerdict(Judgement judgement);
/// "Certified", "Not certified", "Undecided", "Computing", "No claim", "No certificate", "Outdated"
QString wordOf(Judgement judgement);
QColor colourOf(Judgement judgement); ///< the verdict's colour; ink3 for the others

/// Certified: disc with check. Not certified: octagon with cross. Undecided: half-filled disc. Computing: ring of four
/// dots. Else: dash. `ground` is what check and cross are cut out to.
void paintVerdictShape(QPainter& painter, const QRectF& square, Judgement judgement, const QColor& ground);

}
