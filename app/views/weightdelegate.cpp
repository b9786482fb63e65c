// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/weightdelegate.h"

#include "theme/numbertext.h"
#include "theme/themesource.h"
#include "views/weightmodel.h"

#include <QPainter>

#include <algorithm>

namespace app {

namespace {

constexpr int rowHeight = 19;
constexpr int rightMargin = 3; ///< keeps clear of the focus frame of the list
constexpr int keyWidth = 36;
constexpr int gap = 6;
constexpr int tokenWidth = 46;
constexpr int valueWidth = 58;

}

QSize WeightDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    return {keyWidth + gap + tokenWidth + gap + 24 + gap + valueWidth, rowHeight};
}

void WeightDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const render::Theme& theme = render::theme();
    const bool kept = index.data(WeightModel::Kept).toBool();
    const QRect row = option.rect.adjusted(0, 0, -rightMargin, 0);
    painter->save();
    if (option.state.testFlag(QStyle::State_Selected) || option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(row, option.state.testFlag(QStyle::State_Selected) ? theme.accentBackground : theme.panel2);

    painter->setFont(render::textFont(11));
    painter->setPen(theme.ink3);
    painter->drawText(QRect(row.left(), row.top(), keyWidth, row.height()), Qt::AlignRight | Qt::AlignVCenter,
        index.data(WeightModel::Key).toString());
    painter->setPen(kept ? theme.ink : theme.ink3);
    const QString token =
        render::elidedMiddle(index.data(WeightModel::Token).toString(), painter->fontMetrics(), tokenWidth);
    painter->drawText(QRect(row.left() + keyWidth + gap, row.top(), tokenWidth, row.height()), Qt::AlignVCenter, token);
    painter->drawText(QRect(row.right() - valueWidth + 1, row.top(), valueWidth, row.height()),
        Qt::AlignRight | Qt::AlignVCenter, weightText(index.data(WeightModel::Weight).toDouble()));

    const int barLeft = row.left() + keyWidth + gap + tokenWidth + gap;
    const int room = std::max(0, row.right() - valueWidth - gap - barLeft);
    const double wide = std::max(1.0, room * index.data(WeightModel::Share).toDouble());
    const QRectF bar(barLeft, row.top() + 6, wide, 7);
    if (kept) {
        painter->fillRect(bar, render::withAlpha(theme.accent, 0.75));
    } else {
        painter->setPen(QPen(theme.bound, 1));
        painter->setBrush(render::withAlpha(theme.bound, 0.28));
        painter->drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter->restore();
}

}
