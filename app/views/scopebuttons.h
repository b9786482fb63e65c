// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <array>

#include "study/certify.h"
#include "views/verdictshape.h"

namespace app {

class ScopeButton;

/// Words and verdict of one scope.
struct ScopeState
{
    QString text; ///< "Row 1284", "Head", "Layer", "Dump"
    Judgement judgement = Judgement::NoClaim;

    friend bool operator==(const ScopeState&, const ScopeState&) = default;
};

/// Row, head, layer and dump, each with the shape of its verdict; one is chosen.
class ScopeButtons : public QWidget
{
    Q_OBJECT

public:
    explicit ScopeButtons(QWidget* parent = nullptr);

    void setStates(const std::array<ScopeState, 4>& states); ///< in the order of core::Scope
    void setScope(core::Scope scope); ///< never emits
    core::Scope scope() const;

Q_SIGNALS:
    void scopeChosen(core::Scope scope); ///< by the user only

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::array<ScopeButton*, 4> m_buttons;
};

}
