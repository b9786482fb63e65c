// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scopebuttons.h"

#include "theme/themesource.h"
#include "views/scopebutton.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>

namespace app {

ScopeButtons::ScopeButtons(QWidget* parent)
    : QWidget(parent)
{
    auto* group = new QButtonGroup(this);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        m_buttons[i] = new ScopeButton(this);
        group->addButton(m_buttons[i], static_cast<int>(i));
        row->addWidget(m_buttons[i], 1);
    }
    setStates({{{tr("Row")}, {tr("Head")}, {tr("Layer")}, {tr("Dump")}}});
    m_buttons[0]->setChecked(true);
    connect(
        group, &QButtonGroup::idClicked, this, [this](int id) { Q_EMIT scopeChosen(static_cast<core::Scope>(id)); });
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void ScopeButtons::setStates(const std::array<ScopeState, 4>& states)
{
    for (std::size_t i = 0; i < states.size(); ++i)
        m_buttons[i]->setState(states[i]);
}

void ScopeButtons::setScope(core::Scope scope)
{
    m_buttons[static_cast<std::size_t>(scope)]->setChecked(true);
}

core::Scope ScopeButtons::scope() const
{
    std::size_t checked = 0;
    while (checked + 1 < m_buttons.size() && !m_buttons[checked]->isChecked())
        ++checked;
    return static_cast<core::Scope>(checked);
}

/// One frame around the four; the checked button paints its own over it.
void ScopeButtons::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(render::theme().line2, 1));
    painter.setBrush(render::theme().panel2);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

}
