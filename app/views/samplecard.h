// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/card.h"
#include "views/startvalues.h"

class QVBoxLayout;

namespace app {

/// Card with the dumps that come with the program.
class SampleCard : public Card
{
    Q_OBJECT

public:
    explicit SampleCard(QWidget* parent = nullptr);

    void setSamples(const std::vector<SampleDump>& samples);

Q_SIGNALS:
    void chosen(const QString& path);

private:
    QWidget* makeRow(const SampleDump& sample);

    QVBoxLayout* m_rows;
};

}
