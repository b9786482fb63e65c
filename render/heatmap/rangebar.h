// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "heatmap/mapscene.h"

class QLineEdit;
class QPushButton;

namespace render {

class RangeHistogram;

/// How many cells have which value: equal bins from `low` to `high`, in log10 of the value or in the value.
struct ValueHistogram
{
    double low = 1e-11;
    double high = 1;
    Spacing spacing = Spacing::Log;
    std::vector<double> counts;
};

/// Histogram over the colour ramp with two handles, a field for each end and the button of the percentile mode.
class RangeBar : public QWidget
{
    Q_OBJECT

public:
    explicit RangeBar(QWidget* parent = nullptr);
    ~RangeBar() override;

    void setHistogram(const ValueHistogram& histogram);
    /// Does not emit rangeChanged().
    void setRange(const ColourRange& range);
    const ColourRange& range() const { return m_range; }
    /// "p75–p99.9"
    void setModeText(const QString& text);
    enum class Follow { Once, Always };
    void setFollow(Follow follow);

Q_SIGNALS:
    /// The user moved an end; also while dragging.
    void rangeChanged(const render::ColourRange& range);
    /// The user wants the percentiles now.
    void percentilesRequested();
    /// The user wants the percentiles now and for every head from here on, or no longer.
    void followRequested(render::RangeBar::Follow follow);

private:
    void change(const ColourRange& range);
    void readFields();
    void writeFields();

    ColourRange m_range;
    Follow m_follow = Follow::Once;
    QLineEdit* m_low = nullptr;
    QLineEdit* m_high = nullptr;
    QPushButton* m_mode = nullptr;
    RangeHistogram* m_histogram = nullptr;
};

}
