// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/weightmodel.h"

#include "views/numbertext.h"

namespace app {

QString weightText(double weight)
{
    return weight >= 1e-4 ? QString::number(weight, 'f', 4) : decimalText(weight, 2, Rounding::Nearest);
}

void WeightModel::setWeights(std::vector<WeightLine> weights)
{
    if (weights == m_weights)
        return;
    if (weights.size() == m_weights.size() && !weights.empty()) {
        m_weights = std::move(weights);
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_weights = std::move(weights);
    endResetModel();
}

int WeightModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_weights.size());
}

QVariant WeightModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const WeightLine& line = m_weights[static_cast<std::size_t>(index.row())];
    const double largest = m_weights.front().weight;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return tr("key %1 %2: p = %3, %4")
            .arg(line.key)
            .arg(line.token, weightText(line.weight), line.kept ? tr("kept") : tr("dropped"));
    case Key:
        return QVariant::fromValue<qulonglong>(line.key);
    case Token:
        return line.token;
    case Weight:
        return line.weight;
    case Kept:
        return line.kept;
    case Share:
        return largest > 0 ? line.weight / largest : 0.0;
    default:
        return {};
    }
}

}
