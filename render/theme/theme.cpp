// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/theme.h"

#include <QStringList>

namespace render {

namespace {

QColor rgb(QRgb value)
{
    return QColor::fromRgb(value);
}

Theme makeDark()
{
    Theme t;
    t.shade = Shade::Dark;
    t.window = rgb(0x14161a);
    t.panel = rgb(0x1b1e24);
    t.panel2 = rgb(0x22262d);
    t.field = rgb(0x121418);
    t.line = rgb(0x2d323b);
    t.line2 = rgb(0x3d434e);
    t.ink = rgb(0xe9ecf1);
    t.ink2 = rgb(0xaab1bd);
    t.ink3 = rgb(0x79818e);
    t.accent = rgb(0x5ba4ff);
    t.accentBackground = rgb(0x20344f);
    t.onAccent = rgb(0x0b1220);
    t.certified = rgb(0x2fbf9f);
    t.certifiedBackground = rgb(0x15302d);
    t.notCertified = rgb(0xff7d4d);
    t.notCertifiedBackground = rgb(0x3a231b);
    t.undecided = rgb(0xf0c94a);
    t.undecidedBackground = rgb(0x37301a);
    t.exact = rgb(0xe9ecf1);
    t.bound = rgb(0x8f98a8);
    t.prediction = rgb(0xb795ff);
    t.third = rgb(0xe58fc4);
    t.fourth = rgb(0xd0bb5c);
    t.pick = rgb(0xffffff);
    t.halo = rgb(0x0a0c10);
    return t;
}

Theme makeLight()
{
    Theme t;
    t.shade = Shade::Light;
    t.window = rgb(0xe9ebee);
    t.panel = rgb(0xf8f9fa);
    t.panel2 = rgb(0xeef0f3);
    t.field = rgb(0xffffff);
    t.line = rgb(0xd5d9df);
    t.line2 = rgb(0xbcc2cb);
    t.ink = rgb(0x191d24);
    t.ink2 = rgb(0x4d5563);
    t.ink3 = rgb(0x767e8b);
    t.accent = rgb(0x1666d0);
    t.accentBackground = rgb(0xd9e7fb);
    t.onAccent = rgb(0xffffff);
    t.certified = rgb(0x00796a);
    t.certifiedBackground = rgb(0xd8efeb);
    t.notCertified = rgb(0xc2410c);
    t.notCertifiedBackground = rgb(0xfbe4d9);
    t.undecided = rgb(0x5f4d00);
    t.undecidedBackground = rgb(0xfbf0cc);
    t.exact = rgb(0x191d24);
    t.bound = rgb(0x7b8494);
    t.prediction = rgb(0x7440d6);
    t.third = rgb(0xb0408a);
    t.fourth = rgb(0x7d6a10);
    t.pick = rgb(0x0b57c4);
    t.halo = rgb(0xffffff);
    return t;
}

Theme makePaper()
{
    Theme t = makeLight();
    t.window = t.panel = t.panel2 = t.field = rgb(0xffffff);
    return t;
}

}

const Theme& darkTheme()
{
    static const Theme theme = makeDark();
    return theme;
}

const Theme& lightTheme()
{
    static const Theme theme = makeLight();
    return theme;
}

const Theme& paperTheme()
{
    static const Theme theme = makePaper();
    return theme;
}

const Theme& themeOf(Shade shade)
{
    return shade == Shade::Dark ? darkTheme() : lightTheme();
}

const QColor& verdictColour(const Theme& theme, core::Verdict verdict)
{
    switch (verdict) {
    case core::Verdict::Certified:
        return theme.certified;
    case core::Verdict::NotCertified:
        return theme.notCertified;
    case core::Verdict::Undecided:
        break;
    }
    return theme.undecided;
}

const QColor& verdictBackground(const Theme& theme, core::Verdict verdict)
{
    switch (verdict) {
    case core::Verdict::Certified:
        return theme.certifiedBackground;
    case core::Verdict::NotCertified:
        return theme.notCertifiedBackground;
    case core::Verdict::Undecided:
        break;
    }
    return theme.undecidedBackground;
}

QColor withAlpha(const QColor& colour, double share)
{
    QColor result = colour;
    result.setAlphaF(static_cast<float>(share));
    return result;
}

QFont textFont(int px, QFont::Weight weight)
{
    QFont font;
    font.setFamilies({QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")});
    font.setPixelSize(px);
    font.setWeight(weight);
    return font;
}

}
