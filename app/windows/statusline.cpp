// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/statusline.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include "theme/theme.h"

namespace app {

namespace {

QLabel* makeLabel(QHBoxLayout& layout, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setProperty("role", QStringLiteral("caption"));
    layout.addWidget(label);
    return label;
}

}

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent)
    , m_bar(new QProgressBar(this))
    , m_stop(new QPushButton(tr("Stop"), this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(render::px::padding, 0, render::px::padding, 0);
    layout->setSpacing(render::px::padding);
    m_reading = makeLabel(*layout, this);
    m_reading->setProperty("role", QVariant());
    m_reading->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->setStretch(0, 1);
    m_state = makeLabel(*layout, this);
    m_bar->setFixedSize(120, 8);
    m_bar->setTextVisible(false);
    m_bar->setRange(0, 1000);
    m_stop->setProperty("controlSize", QStringLiteral("status"));
    m_stop->setFocusPolicy(Qt::NoFocus);
    layout->addWidget(m_bar);
    layout->addWidget(m_stop);
    m_bar->hide();
    m_stop->hide();
    connect(m_stop, &QPushButton::clicked, this, &StatusLine::stopRequested);
}

void StatusLine::setReading(const QString& text)
{
    m_reading->setText(text);
}

QString StatusLine::reading() const
{
    return m_reading->text();
}

void StatusLine::setScale(const QString& text)
{
    m_scale = text;
    showState();
}

void StatusLine::setBackend(const QString& text)
{
    m_backend = text;
    showState();
}

void StatusLine::setActivity(const QString& text, std::optional<double> progress)
{
    m_activity = text;
    m_bar->setVisible(progress.has_value());
    m_stop->setVisible(progress.has_value());
    if (progress)
        m_bar->setValue(static_cast<int>(*progress * m_bar->maximum()));
    showState();
}

void StatusLine::showState()
{
    QStringList parts{m_scale, m_backend, m_activity};
    parts.removeAll(QString());
    m_state->setText(parts.join(QStringLiteral("  ·  ")));
}

}
