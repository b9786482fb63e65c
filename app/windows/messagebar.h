// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QFrame>

#include "session/messages.h"

class QHBoxLayout;
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
    /// An answer to what the message asks; it closes the message.
    struct Answer
    {
        QString label;
        QString tip;
        std::function<void()> take;
    };
    void ask(const Message& message, const std::vector<Answer>& answers);
    QString text() const;

Q_SIGNALS:
    void reloadRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void clearAnswers();

    QLabel* m_text;
    QPushButton* m_reload;
    QHBoxLayout* m_answerRow;
    std::vector<QPushButton*> m_answers;
};

}
