// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/messagebar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include "theme/themesource.h"

namespace app {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_text(new QLabel(this))
    , m_reload(new QPushButton(tr("Reload"), this))
    , m_answerRow(new QHBoxLayout)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(render::px::padding, 4, render::px::gap, 4);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_text, 1);
    layout->addLayout(m_answerRow);
    auto* close = new QPushButton(tr("Close"), this);
    for (auto* button : {m_reload, close}) {
        button->setProperty("controlSize", QStringLiteral("header"));
        layout->addWidget(button);
    }
    connect(close, &QPushButton::clicked, this, &QWidget::hide);
    connect(m_reload, &QPushButton::clicked, this, &QWidget::hide);
    connect(m_reload, &QPushButton::clicked, this, &MessageBar::reloadRequested);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
    hide();
}

void MessageBar::show(const Message& message, Offer offer)
{
    m_text->setText(message.text());
    m_text->setAccessibleName(message.text());
    m_reload->setVisible(offer == Offer::Reload);
    clearAnswers();
    QFrame::show();
}

void MessageBar::ask(const Message& message, const std::vector<Answer>& answers)
{
    show(message);
    for (const auto& answer : answers) {
        auto* button = new QPushButton(answer.label, this);
        button->setToolTip(answer.tip);
        button->setProperty("controlSize", QStringLiteral("header"));
        connect(button, &QPushButton::clicked, this, [this, take = answer.take] {
            hide();
            take();
        });
        m_answerRow->addWidget(button);
        m_answers.push_back(button);
    }
}

void MessageBar::clearAnswers()
{
    for (auto* button : m_answers) {
        button->hide();
        button->deleteLater();
    }
    m_answers.clear();
}

QString MessageBar::text() const
{
    return m_text->text();
}

void MessageBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const auto& theme = render::theme();
    painter.fillRect(rect(), theme.panel2);
    painter.fillRect(QRect(0, 0, 4, height()), theme.undecided);
}

}
