// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include <optional>

#include "views/tag.h"

class QHBoxLayout;

namespace app {

/// Title row of a section: chevron, title, tag; room at the right. Checked is unfolded.
class SectionTitle : public QAbstractButton
{
    Q_OBJECT

public:
    SectionTitle(const QString& title, std::optional<NumberKind> kind, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void addRight(QWidget* widget);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int titleWidth() const;

    QHBoxLayout* m_row;
};

}
