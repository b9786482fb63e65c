// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tone.h"

#include "theme/themesource.h"

namespace app {

QColor colourOf(Tone tone)
{
    const render::Theme& theme = render::theme();
    switch (tone) {
    case Tone::Value:
        return theme.ink;
    case Tone::Label:
        return theme.ink2;
    case Tone::Tick:
        return theme.ink3;
    case Tone::Accent:
        return theme.accent;
    case Tone::OnAccent:
        return theme.onAccent;
    case Tone::Certified:
        return theme.certified;
    case Tone::NotCertified:
        return theme.notCertified;
    case Tone::Undecided:
        return theme.undecided;
    case Tone::Prediction:
        return theme.prediction;
    }
    return theme.ink;
}

}
