// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QLabel>

#include <vector>

#include "views/tone.h"

namespace app {

/// A piece of a line with one look.
struct TextRun
{
    QString text;
    Tone tone = Tone::Value;
    QFont::Weight weight = QFont::Normal;
    int pixelSize = 12;

    friend bool operator==(const TextRun&, const TextRun&) = default;
};

/// One line of text in pieces of different looks. Colours follow the theme. It asks for its full width; only where an
/// elide mode is set may it be narrower, and then it shows the whole text as tool tip.
class TextLine : public QLabel
{
    Q_OBJECT

public:
    explicit TextLine(QWidget* parent = nullptr);
    explicit TextLine(const TextRun& run, QWidget* parent = nullptr);

    void setRuns(std::vector<TextRun> runs);
    void setRun(const TextRun& run) { setRuns({run}); }
    /// Wordings from the longest to the shortest: the first that fits is shown. The last may be empty.
    void setWordings(std::vector<TextRun> wordings);
    const std::vector<TextRun>& runs() const { return m_runs; }
    /// Which run gives way when the width does not suffice; the others stay whole. None by default.
    void setElided(std::size_t run, Qt::TextElideMode mode);
    void setLineHeight(int height);

    /// Width of the whole text, in px.
    int textWidth() const { return m_textWidth; }
    bool mayElide() const { return m_elideMode != Qt::ElideNone; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showTipIfCut();
    void chooseWording();
    void display(std::vector<TextRun> runs);

    std::vector<TextRun> m_runs;
    std::vector<TextRun> m_wordings;
    int m_textWidth = 0; ///< measuring is what costs while numbers change
    std::size_t m_elidedRun = 0;
    Qt::TextElideMode m_elideMode = Qt::ElideNone;
    int m_height = 19;
};

/// Font of a run.
QFont fontOf(const TextRun& run);

}
