// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/themesource.h"

#include <QApplication>
#include <QStyleFactory>

#include "theme/stylesheet.h"

/// A static library's resources have to be asked for, outside of any namespace.
static void loadResources()
{
    Q_INIT_RESOURCE(renderresources);
}

namespace render {

ThemeSource& ThemeSource::instance()
{
    static ThemeSource source;
    return source;
}

void ThemeSource::setShade(Shade shade)
{
    m_shade = shade;
    loadResources();
    if (auto* application = qobject_cast<QApplication*>(QCoreApplication::instance())) {
        application->setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
        application->setFont(textFont(px::bodyText));
        application->setPalette(paletteOf(theme()));
        application->setStyleSheet(styleSheetOf(theme()));
    }
    Q_EMIT themeChanged();
}

}
