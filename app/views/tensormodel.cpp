// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tensormodel.h"

#include "theme/themesource.h"

namespace app {

void TensorModel::setTensors(std::vector<TensorLine> tensors)
{
    if (tensors == m_tensors)
        return;
    beginResetModel();
    m_tensors = std::move(tensors);
    endResetModel();
}

int TensorModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_tensors.size());
}

int TensorModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant TensorModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const TensorLine& tensor = m_tensors[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        switch (index.column()) {
        case Name:
            return tensor.name;
        case Dtype:
            return tensor.dtype;
        case Shape:
            return tensor.shape;
        default:
            return tensor.role;
        }
    case Qt::FontRole:
        return render::textFont(11, index.column() == Role ? QFont::Bold : QFont::Normal);
    case Qt::BackgroundRole:
        return tensor.inUse ? QVariant(render::theme().accentBackground) : QVariant();
    case Qt::ForegroundRole:
        return tensor.role.isEmpty() ? render::theme().ink3 : render::theme().ink;
    default:
        return {};
    }
}

QVariant TensorModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("tensor");
    case Dtype:
        return tr("dtype");
    case Shape:
        return tr("shape");
    default:
        return tr("role");
    }
}

}
