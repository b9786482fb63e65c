// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <array>
#include <optional>

#include "base/interval.h"
#include "views/verdictshape.h"

namespace app {

/// What a verdict card states.
struct CardValues
{
    Judgement judgement = Judgement::NoClaim;
    bool overRows = false; ///< the statement is about the largest tail mass of several rows
    QString worstRow; ///< the row the statement names: "Row 1284", "L3H3 row 1497"
    std::optional<core::Interval>
        tau; ///< of the row, or the largest of the rows; while computing: of the rows done so far
    double epsilon = 0.01;
    QString rule; ///< "top-k, k = 128"
    std::size_t rowsHolding = 0; ///< over rows: how many hold epsilon
    std::size_t rowsTotal = 0; ///< over rows: how many were judged
    std::size_t rowsDone = 0; ///< while computing
    /// Why there is no certificate, and what to do: "Row 17 has no allowed keys. Skipped, counted in the audit."
    QString reason;
};

/// The largest thing on the screen: shape and word of the verdict, its number, its interval, a gauge.
class VerdictCard : public QFrame
{
    Q_OBJECT

public:
    explicit VerdictCard(QWidget* parent = nullptr);

    void setValues(const CardValues& values);
    /// All that the card says, one line each, as it is painted.
    QStringList lines() const;
    /// Width the longest line needs, frame included, in px.
    int neededWidth() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// What the eye meets first: a number beside the sentence, the interval, or the sentence alone, wrapped.
    enum class Layout { Number, Interval, Sentence };
    struct Content;
    Content content(int width) const; ///< in the longest wording that fits
    QString ruleLine(int inner) const;
    QString ruleWith(const QStringList& additions, int inner) const;
    bool hasSentenceOnly() const; ///< nothing is measured for the others' height

    CardValues m_values;
    QSize m_needed; ///< as the layout around was told last
};

}
