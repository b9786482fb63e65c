// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "theme/theme.h"

namespace render {

/// The theme the program shows now. Widgets read it when they paint and repaint on themeChanged().
class ThemeSource : public QObject
{
    Q_OBJECT

public:
    static ThemeSource& instance();

    const Theme& theme() const { return themeOf(m_shade); }
    Shade shade() const { return m_shade; }
    /// Gives the application style, palette, style sheet and font, then tells everybody.
    void setShade(Shade shade);

Q_SIGNALS:
    void themeChanged();

private:
    ThemeSource() = default;

    Shade m_shade = Shade::Dark;
};

/// Short for ThemeSource::instance().theme().
inline const Theme& theme()
{
    return ThemeSource::instance().theme();
}

}
