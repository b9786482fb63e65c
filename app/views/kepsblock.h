// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <array>

#include "views/certificatevalues.h"

namespace app {

class Tag;
class TextLine;

/// k_eps of the row and of the head (exact), and under it what the score model predicts.
class KEpsBlock : public QWidget
{
    Q_OBJECT

public:
    explicit KEpsBlock(QWidget* parent = nullptr);

    void setValues(const KEpsValues& values);

private:
    std::array<TextLine*, 4> m_captions;
    std::array<TextLine*, 4> m_numbers;
    QWidget* m_predictionRow;
    TextLine* m_predictions;
    TextLine* m_sigma;
};

}
