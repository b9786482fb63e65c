// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>

#include "views/pickvalues.h"

namespace app {

/// The largest weights of a row, one a line.
class WeightModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { Key = Qt::UserRole, Token, Weight, Kept, Share }; ///< Share: of the largest weight, 0 ... 1

    using QAbstractListModel::QAbstractListModel;

    void setWeights(std::vector<WeightLine> weights);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<WeightLine> m_weights;
};

/// "0.2856": 4 decimals, powers below 10^-4.
QString weightText(double weight);

}
