// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/gotobar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>

#include "theme/theme.h"

namespace app {

std::optional<Destination> readDestination(const QString& text)
{
    static const QRegularExpression separator(QStringLiteral("[\\s,:]+"));
    auto parts = text.split(separator, Qt::SkipEmptyParts);
    Destination destination;
    HeadChoice head;
    if (!parts.isEmpty() && readShortName(parts.front(), head)) {
        destination.head = head;
        parts.removeFirst();
    }
    if (parts.size() > 2 || (parts.isEmpty() && !destination.head))
        return {};
    for (const auto& part : parts) {
        bool isNumber = false;
        const auto number = part.toUInt(&isNumber);
        if (!isNumber)
            return {};
        (destination.row ? destination.key : destination.row) = number;
    }
    return destination;
}

GoToBar::GoToBar(QWidget* parent)
    : QWidget(parent)
    , m_field(new QLineEdit(this))
    , m_hint(new QLabel(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(render::px::padding, 4, render::px::padding, 0);
    layout->addWidget(new QLabel(tr("Go to"), this));
    m_field->setFixedWidth(180);
    m_field->setAccessibleName(tr("Row, row and key, or head"));
    layout->addWidget(m_field);
    m_hint->setProperty("role", QStringLiteral("caption"));
    m_hint->setTextFormat(Qt::PlainText);
    layout->addWidget(m_hint, 1);
    connect(m_field, &QLineEdit::returnPressed, this, &GoToBar::take);
    hide();
}

void GoToBar::ask()
{
    m_hint->setText(tr("row, row and key, or head: 1284, 1284 1278, L3H5"));
    show();
    m_field->setFocus();
    m_field->selectAll();
}

void GoToBar::refuse(const QString& reason)
{
    m_hint->setText(reason);
}

void GoToBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QWidget::keyPressEvent(event);
}

void GoToBar::take()
{
    if (const auto destination = readDestination(m_field->text())) {
        hide();
        Q_EMIT chosen(*destination);
    } else {
        refuse(tr("That is neither a row nor a head. Write 1284, 1284 1278 or L3H5."));
    }
}

}
