// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <array>

#include "views/certificatevalues.h"

namespace app {

class TextLine;

/// k_eps of the row and of the head.
class KEpsBlock : public QWidget
{
    Q_OBJECT

public:
    explicit KEpsBlock(QWidget* parent = nullptr);

    void setValues(const KEpsValues& values);

private:
    std::array<TextLine*, 4> m_captions;
    std::array<TextLine*, 4> m_numbers;
};

}
