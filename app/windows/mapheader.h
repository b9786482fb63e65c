// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "capture/capture.h"
#include "heatmap/rangebar.h"

class QLabel;

namespace app {

class ChoiceBox;
class TextLine;

/// Name of the head, what it is made of, and the colour range.
class MapHeader : public QWidget
{
    Q_OBJECT

public:
    explicit MapHeader(QWidget* parent = nullptr);

    /// `sources`: what its rows may come from; with several there is a choice.
    void setHead(const core::HeadInfo& head, const std::vector<core::Source>& sources);
    render::RangeBar& range() { return *m_range; }

Q_SIGNALS:
    void sourceChosen(core::Source source);

private:
    void showSources(const core::HeadInfo& head, const std::vector<core::Source>& sources);

    QLabel* m_name;
    TextLine* m_line;
    ChoiceBox* m_source;
    render::RangeBar* m_range;
};

/// "L3H3 (kv 1)" as rich text.
QString headTitle(const core::HeadInfo& head);
/// "1 536 rows × 1 536 keys, causal · rows from Q·K in double".
QString headLine(const core::HeadInfo& head);

}
