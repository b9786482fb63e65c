// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>

#include "bounds/certificate.h"

namespace render {

enum class Shade { Dark, Light };

/// The colours of one appearance. The look's name of a colour is in the comment where it differs.
struct Theme
{
    Shade shade = Shade::Dark;
    QColor window; ///< win: gaps, start page
    QColor panel; ///< panels, bars
    QColor panel2; ///< buttons, plot tags
    QColor field; ///< inputs, plot background
    QColor line; ///< grid and dividers
    QColor line2; ///< borders, axes
    QColor ink; ///< text, exact numbers
    QColor ink2; ///< labels
    QColor ink3; ///< ticks
    QColor accent; ///< selection, focus, picked row
    QColor accentBackground; ///< accentbg: selected item
    QColor onAccent; ///< text on accent
    QColor certified; ///< ok
    QColor certifiedBackground; ///< okbg
    QColor notCertified; ///< no
    QColor notCertifiedBackground; ///< nobg
    QColor undecided; ///< un
    QColor undecidedBackground; ///< unbg
    QColor exact; ///< exact numbers: solid
    QColor bound; ///< bounds: outline, fill at 28 %
    QColor prediction; ///< pred: dashed (Gaussian) or dotted (plug-in), never solid
    QColor third; ///< s2: third head of a comparison
    QColor fourth; ///< s3: fourth head of a comparison
    QColor pick; ///< pick lines on a map
    QColor halo; ///< under pick lines, at 55 %
};

const Theme& darkTheme();
const Theme& lightTheme();
/// White paper: the light theme with white behind everything. What figures are drawn with.
const Theme& paperTheme();
const Theme& themeOf(Shade shade);

const QColor& verdictColour(const Theme& theme, core::Verdict verdict);
const QColor& verdictBackground(const Theme& theme, core::Verdict verdict);
/// `colour` with the opacity `share`, 0 ... 1.
QColor withAlpha(const QColor& colour, double share);

/// Noto Sans, else DejaVu Sans, at `px` device-independent pixels.
QFont textFont(int px, QFont::Weight weight = QFont::Normal);

/// Sizes in device-independent pixels (look 1 and 2).
namespace px {
inline constexpr int gap = 4;
inline constexpr int padding = 12;
inline constexpr int tickText = 10;
inline constexpr int smallText = 11;
inline constexpr int bodyText = 12;
inline constexpr int headText = 14;
inline constexpr int verdictText = 20;
inline constexpr int programText = 26;
inline constexpr int menuBar = 24;
inline constexpr int statusBar = 22;
inline constexpr int ruleStrip = 56;
inline constexpr int leftDock = 248;
inline constexpr int rightDock = 324;
inline constexpr int bottomDock = 222;
inline constexpr int mapHeader = 44;
inline constexpr int control = 24;
inline constexpr int headerControl = 22;
inline constexpr int titleControl = 20;
inline constexpr int controlRadius = 4;
inline constexpr int cardRadius = 6;
inline constexpr int sectionTitle = 26;
inline constexpr int sectionRow = 19;
inline constexpr int plotTitle = 24;
}

}
