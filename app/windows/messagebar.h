// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "session/messages.h"

class QLabel;
class QPushButton;

namespace app {

/// One line over the map: what could not be done, why, and what to do now. Stays until it is answered or closed.
class MessageBar : public QFrame
{
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    enum class Offer { Nothing, Reload };
    void show(const Message& message, Offer offer = Offer::Nothing);
    QString text() const;

Q_SIGNALS:
    void reloadRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_text;
    QPushButton* m_reload;
};

}
