// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace app {

/// A token within the text around it; what does not fit is left out on both sides.
class ContextLine : public QWidget
{
    Q_OBJECT

public:
    explicit ContextLine(QWidget* parent = nullptr);

    void setContext(const QString& before, const QString& token, const QString& after);
    QSize sizeHint() const override { return {180, 19}; }
    QSize minimumSizeHint() const override { return {80, 19}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_before;
    QString m_token;
    QString m_after;
};

}
