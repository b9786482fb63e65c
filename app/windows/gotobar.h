// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

#include "session/headchoice.h"

class QLabel;
class QLineEdit;

namespace app {

/// Where the user wants to go: a head, a row, a key of it, or several of them.
struct Destination
{
    std::optional<HeadChoice> head;
    std::optional<std::uint32_t> row;
    std::optional<std::uint32_t> key;
};

/// Reads "L3H5", "1284", "1284 1278" or "L3H5 1284 1278"; nothing for anything else.
std::optional<Destination> readDestination(const QString& text);

/// One line over the map that asks where to go; Enter goes, Esc closes.
class GoToBar : public QWidget
{
    Q_OBJECT

public:
    explicit GoToBar(QWidget* parent = nullptr);

    void ask();
    /// What was wrong with the last answer; the line stays open.
    void refuse(const QString& reason);

Q_SIGNALS:
    void chosen(const app::Destination& destination);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void take();

    QLineEdit* m_field;
    QLabel* m_hint;
};

}
