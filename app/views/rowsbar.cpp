// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/rowsbar.h"

#include "theme/themesource.h"
#include "views/numbertext.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace app {

RowsBar::RowsBar(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(14);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void RowsBar::setCounts(const RowCounts& counts)
{
    m_counts = counts;
    setAccessibleName(wordsOf(counts));
    setToolTip(wordsOf(counts));
    update();
}

void RowsBar::paintEvent(QPaintEvent*)
{
    const render::Theme& theme = render::theme();
    struct Share
    {
        std::size_t count;
        QColor colour;
    };
    const std::array shares{Share{m_counts.certified, theme.certified}, Share{m_counts.undecided, theme.undecided},
        Share{m_counts.notCertified, theme.notCertified}, Share{m_counts.skipped, theme.line2}};
    double total = 0;
    for (const Share& share : shares)
        total += static_cast<double>(share.count);
    if (total == 0)
        return;
    QPainter painter(this);
    double left = 0;
    for (const Share& share : shares) {
        if (share.count == 0)
            continue;
        const double wide = std::max(2.0, width() * static_cast<double>(share.count) / total);
        const double start = std::min(left, width() - 2.0);
        painter.fillRect(QRectF(start, 2, std::min(wide, width() - start), 9), share.colour);
        left = start + wide;
    }
}

QString wordsOf(const RowCounts& counts)
{
    QStringList words;
    words << RowsBar::tr("%1 certified").arg(countText(counts.certified));
    if (counts.undecided > 0)
        words << RowsBar::tr("%1 undecided").arg(countText(counts.undecided));
    words << RowsBar::tr("%1 not").arg(countText(counts.notCertified));
    if (counts.skipped > 0)
        words << RowsBar::tr("%1 skipped").arg(countText(counts.skipped));
    return words.join(QStringLiteral(" · "));
}

QStringList wordingsOf(const RowCounts& counts)
{
    const std::size_t all = counts.certified + counts.undecided + counts.notCertified + counts.skipped;
    return {wordsOf(counts), RowsBar::tr("%1 of %2 certified").arg(countText(counts.certified), countText(all))};
}

}
