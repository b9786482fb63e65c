// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleValidator>

#include <optional>

#include "views/logscale.h"

namespace app {

/// Takes numbers as people write them: 1e-3, 0.1%, 1/8. A number outside the scale is taken to its nearest end when the
/// field is left.
class NumberValidator : public QDoubleValidator
{
    Q_OBJECT

public:
    explicit NumberValidator(QObject* parent = nullptr);

    void setScale(const LogScale& scale);
    void setFallback(const QString& text); ///< what the field goes back to when it holds no number
    State validate(QString& text, int& cursor) const override;
    void fixup(QString& text) const override;

    /// The number written, within the scale; nothing when it is no number, or not whole where whole ones are wanted.
    std::optional<double> numberOf(const QString& text) const;

private:
    std::optional<double> written(const QString& text) const;

    LogScale m_scale;
    QString m_fallback;
};

}
