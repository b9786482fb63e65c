// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace app {

/// The sequential colour table with the numbers of both ends and, between them, what it means in words.
class ColourRamp : public QWidget
{
    Q_OBJECT

public:
    explicit ColourRamp(QWidget* parent = nullptr);

    void setMeaning(const QString& low, const QString& meaning, const QString& high);
    QSize sizeHint() const override { return {200, 24}; }
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_low;
    QString m_meaning;
    QString m_high;
};

}
