// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include "views/dumpvalues.h"

namespace app {

/// Tensors of a dump: name, dtype, shape, role.
class TensorModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Dtype, Shape, Role, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setTensors(std::vector<TensorLine> tensors);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<TensorLine> m_tensors;
};

}
