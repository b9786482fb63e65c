// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/commandfield.h"

#include <QFontMetrics>

namespace app {

CommandField::CommandField(const QString& command, QWidget* parent)
    : QLineEdit(command, parent)
{
    setReadOnly(true);
    setAccessibleName(tr("Command line"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize CommandField::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 24, 24};
}

}
