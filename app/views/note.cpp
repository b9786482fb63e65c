// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/note.h"

namespace app {

Note::Note(const QString& text, QWidget* parent)
    : QLabel(text, parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setProperty("role", QStringLiteral("caption"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void Note::say(const QString& text)
{
    if (text != this->text())
        setText(text);
    setVisible(!text.isEmpty());
}

/// Any width does: the text wraps.
QSize Note::minimumSizeHint() const
{
    return {40, QLabel::minimumSizeHint().height()};
}

}
