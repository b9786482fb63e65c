// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace app {

/// What a piece of text or a mark means; its colour follows from the theme.
enum class Tone { Value, Label, Tick, Accent, OnAccent, Certified, NotCertified, Undecided, Prediction };

QColor colourOf(Tone tone);

}
