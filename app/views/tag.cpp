// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tag.h"

#include <QVariant>

namespace app {

Tag::Tag(NumberKind kind, QWidget* parent)
    : QLabel(parent)
{
    switch (kind) {
    case NumberKind::Exact:
        setText(tr("exact"));
        setToolTip(tr("An interval proven to contain the value, computed from the whole row"));
        setProperty("tag", QStringLiteral("exact"));
        break;
    case NumberKind::Bound:
        setText(tr("bound"));
        setToolTip(tr("Proven one-sided, from less than the whole row"));
        setProperty("tag", QStringLiteral("bound"));
        break;
    case NumberKind::Prediction:
        setText(tr("prediction"));
        setToolTip(tr("Rests on a model of the scores; proves nothing"));
        setProperty("tag", QStringLiteral("prediction"));
        break;
    case NumberKind::WhatIf:
        setText(tr("what if"));
        setToolTip(tr("About scores that are not in the dump; no verdict, in no certificate"));
        setProperty("tag", QStringLiteral("whatif"));
        break;
    }
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

}
