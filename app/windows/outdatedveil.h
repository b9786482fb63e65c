// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

namespace app {

/// Lies over a part of the window whose numbers are no longer those of the file: the part is faded and takes no input,
/// and the veil says why.
class OutdatedVeil : public QWidget
{
    Q_OBJECT

public:
    /// `words` may be empty. Hidden at first.
    OutdatedVeil(QWidget& covered, const QString& words);

    void setOutdated(bool outdated);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_words;
};

}
