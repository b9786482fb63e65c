// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/section.h"

#include "theme/themesource.h"
#include "views/sectiontitle.h"
#include "views/textline.h"

#include <QPainter>
#include <QVBoxLayout>

namespace app {

namespace {

constexpr int padding = 12;

}

Section::Section(const QString& title, std::optional<NumberKind> kind, QWidget* parent)
    : QWidget(parent)
    , m_title(new SectionTitle(title, kind, this))
    , m_body(new QWidget(this))
    , m_bodyRows(new QVBoxLayout(m_body))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(padding, 1, padding, 0);
    column->setSpacing(0);
    column->addWidget(m_title);
    column->addWidget(m_body);
    m_bodyRows->setContentsMargins(0, 0, 0, 7);
    m_bodyRows->setSpacing(0);
    m_body->hide();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_title, &QAbstractButton::toggled, this, [this](bool unfolded) {
        m_body->setVisible(unfolded && m_bodyRows->count() > 0);
        Q_EMIT toggled(unfolded);
    });
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void Section::setTitle(const QString& title)
{
    m_title->setTitle(title);
}

void Section::setRight(const QStringList& wordings)
{
    if (!m_right) {
        m_right = new TextLine(m_title);
        m_right->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_right->setAttribute(Qt::WA_TransparentForMouseEvents);
        m_title->addRight(m_right);
    }
    std::vector<TextRun> runs;
    for (const QString& wording : wordings)
        runs.push_back({wording, Tone::Label, QFont::Normal, 11});
    runs.push_back({QString(), Tone::Label, QFont::Normal, 11});
    m_right->setWordings(std::move(runs));
}

void Section::addRight(QWidget* widget)
{
    m_title->addRight(widget);
}

void Section::addBody(QWidget* widget)
{
    m_bodyRows->addWidget(widget);
    m_body->setVisible(isUnfolded());
}

void Section::fold()
{
    m_title->setChecked(false);
}

void Section::unfold()
{
    m_title->setChecked(true);
}

bool Section::isUnfolded() const
{
    return m_title->isChecked();
}

void Section::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, 0, width(), 1), render::theme().line);
}

}
