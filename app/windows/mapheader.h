// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "capture/capture.h"
#include "heatmap/rangebar.h"

class QLabel;

namespace app {

class TextLine;

/// Name of the head, what it is made of, and the colour range.
class MapHeader : public QWidget
{
    Q_OBJECT

public:
    explicit MapHeader(QWidget* parent = nullptr);

    void setHead(const core::HeadInfo& head);
    render::RangeBar& range() { return *m_range; }

private:
    QLabel* m_name;
    TextLine* m_line;
    render::RangeBar* m_range;
};

/// "L3H3 (kv 1)" as rich text.
QString headTitle(const core::HeadInfo& head);
/// "1 536 rows × 1 536 keys, causal · rows from Q·K in double".
QString headLine(const core::HeadInfo& head);

}
