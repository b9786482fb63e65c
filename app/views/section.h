// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <optional>

#include "views/tag.h"

class QVBoxLayout;

namespace app {

class SectionTitle;
class TextLine;

/// Collapsible part of a panel: dividing line, title row, body rows.
class Section : public QWidget
{
    Q_OBJECT

public:
    explicit Section(const QString& title, std::optional<NumberKind> kind = std::nullopt, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    /// Text at the right end of the title row: the longest of the wordings that fits; none when none does.
    void setRight(const QStringList& wordings);
    void addRight(QWidget* widget);
    void addBody(QWidget* widget);
    void fold();
    void unfold();
    bool isUnfolded() const;
    SectionTitle& title() { return *m_title; }

Q_SIGNALS:
    void toggled(bool unfolded); ///< by the user or the program

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    SectionTitle* m_title;
    TextLine* m_right = nullptr;
    QWidget* m_body;
    QVBoxLayout* m_bodyRows;
};

}
