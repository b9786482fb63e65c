// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace app {

/// The content of the status bar: the reading at the left; scale, backend and what runs at the right.
class StatusLine : public QWidget
{
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setReading(const QString& text);
    QString reading() const;
    void setScale(const QString& text); ///< "1 px = 3.2 cells, largest shown"
    void setBackend(const QString& text);
    /// `progress` absent: nothing runs, no bar and no stop button.
    void setActivity(const QString& text, std::optional<double> progress);

Q_SIGNALS:
    void stopRequested();

private:
    void showState();

    QLabel* m_reading;
    QLabel* m_state;
    QString m_scale;
    QString m_backend;
    QString m_activity;
    QProgressBar* m_bar;
    QPushButton* m_stop;
};

}
