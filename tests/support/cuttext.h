// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStringList>
#include <QStyle>
#include <QStyleOptionButton>

#include "views/textline.h"

namespace support {

/// Width that the text of a label, button or field needs within the widget; 0: nothing to check.
inline int neededTextWidth(const QWidget& widget)
{
    if (const auto* line = qobject_cast<const app::TextLine*>(&widget))
        return line->mayElide() ? 0 : line->textWidth();
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        return label->wordWrap() || label->text().isEmpty() ? 0 : label->sizeHint().width();
    if (const auto* button = qobject_cast<const QPushButton*>(&widget))
        return button->fontMetrics().horizontalAdvance(button->text()) + 6;
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        return button->minimumSizeHint().width();
    if (const auto* box = qobject_cast<const QComboBox*>(&widget))
        return box->fontMetrics().horizontalAdvance(box->currentText()) + 18;
    if (const auto* field = qobject_cast<const QLineEdit*>(&widget))
        return field->fontMetrics().horizontalAdvance(field->text()) + 8;
    return 0;
}

/// Texts below `root` that are cut: wider than their widget, or beyond the right edge of a widget around it.
inline QStringList cutTexts(const QWidget& root)
{
    QStringList cut;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisible())
            continue;
        const int needed = neededTextWidth(*widget);
        if (needed == 0)
            continue;
        const int right = widget->mapTo(&root, QPoint(needed, 0)).x();
        if (needed > widget->width() || right > root.width())
            cut << QStringLiteral("%1 '%2' needs %3 px, has %4")
                       .arg(QLatin1String(widget->metaObject()->className()), widget->accessibleName())
                       .arg(needed)
                       .arg(widget->width());
    }
    return cut;
}

/// Focusable widgets below `root` without an accessible name.
inline QStringList unnamedControls(const QWidget& root)
{
    QStringList unnamed;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        const bool control = widget->focusPolicy() & Qt::TabFocus;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
        if (control && !named && !widget->inherits("QAbstractScrollArea") && !widget->inherits("QLineEdit"))
            unnamed << QLatin1String(widget->metaObject()->className());
    }
    return unnamed;
}

/// Every pair of texts below `root` that overlap.
inline QStringList overlappingTexts(const QWidget& root)
{
    QStringList overlaps;
    QList<std::pair<QRect, QString>> seen;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisible() || neededTextWidth(*widget) == 0 || !widget->findChildren<QWidget*>().isEmpty())
            continue;
        const QRect place(widget->mapTo(&root, QPoint(0, 0)), widget->size());
        for (const auto& [other, name] : seen) {
            if (place.adjusted(1, 1, -1, -1).intersects(other.adjusted(1, 1, -1, -1)))
                overlaps << name + QStringLiteral(" | ") + widget->accessibleName();
        }
        seen.append({place, widget->accessibleName()});
    }
    return overlaps;
}

}
