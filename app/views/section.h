// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>

#include "views/tag.h"
#include "views/textline.h"

class QVBoxLayout;

namespace app {

class SectionTitle;

/// Collapsible part of a panel: dividing line, title row, body rows.
class Section : public QWidget
{
    Q_OBJECT

public:
    explicit Section(const QString& title, std::optional<NumberKind> kind = std::nullopt, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setRight(const TextRun& run); ///< text at the right end of the title row
    void addRight(QWidget* widget);
    void addBody(QWidget* widget);
    void setUnfolded(bool unfolded);
    bool isUnfolded() const;
    SectionTitle& title() { return *m_title; }

Q_SIGNALS:
    void folded(bool unfolded); ///< by the user or the program

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    SectionTitle* m_title;
    TextLine* m_right = nullptr;
    QWidget* m_body;
    QVBoxLayout* m_bodyRows;
};

}
