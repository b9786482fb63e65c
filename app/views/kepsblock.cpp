// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kepsblock.h"

#include "views/numbertext.h"
#include "views/textline.h"

#include <QGridLayout>

namespace app {

namespace {

const QString unknown = QStringLiteral("…");

QString keysText(const std::optional<std::size_t>& keys)
{
    return keys ? QString::number(*keys) : unknown;
}

}

KEpsBlock::KEpsBlock(QWidget* parent)
    : QWidget(parent)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(0);
    for (std::size_t i = 0; i < m_captions.size(); ++i) {
        const int column = static_cast<int>(i);
        m_captions[i] = new TextLine(this);
        m_numbers[i] = new TextLine(this);
        grid->addWidget(m_captions[i], 0, column);
        grid->addWidget(m_numbers[i], 1, column);
        grid->setColumnStretch(column, 1);
    }
}

void KEpsBlock::setValues(const KEpsValues& values)
{
    const std::array captions{values.rowName, tr("head mean"), tr("head p99"), tr("head max")};
    const bool hasNote = !values.rowNote.isEmpty();
    const std::array numbers{hasNote ? values.rowNote : keysText(values.row),
        values.headMean ? meanText(*values.headMean) : unknown, keysText(values.headP99), keysText(values.headMax)};
    for (std::size_t i = 0; i < captions.size(); ++i) {
        m_captions[i]->setRun({captions[i], Tone::Label, QFont::Normal, 11});
        const bool isNote = hasNote && i == 0;
        m_numbers[i]->setRun(isNote ? TextRun{numbers[i], Tone::Label, QFont::Normal, 11}
                                    : TextRun{numbers[i], Tone::Value, QFont::Bold});
    }
}

}
