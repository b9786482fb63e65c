// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/reasonlist.h"

#include "views/textline.h"

#include <QGridLayout>

namespace app {

ReasonList::ReasonList(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(0);
    m_grid->setColumnStretch(1, 1);
}

void ReasonList::setReasons(const std::vector<ReasonLine>& reasons)
{
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int row = 0;
    for (const ReasonLine& reason : reasons) {
        auto* why = new TextLine({reason.why, Tone::Value, QFont::Normal, 11}, this);
        why->setElided(0, Qt::ElideRight);
        m_grid->addWidget(new TextLine({reason.what, Tone::Label, QFont::Normal, 11}, this), row, 0);
        m_grid->addWidget(why, row, 1);
        ++row;
    }
}

}
