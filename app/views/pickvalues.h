// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QStringList>

#include <vector>

namespace app {

/// Cells around the picked one, as they are coloured on the map.
struct MagnifierValues
{
    int rows = 0;
    int columns = 0;
    std::vector<QRgb> colours; ///< rows x columns, row after row
    QStringList rowLabels; ///< tokens or indices
    QStringList columnLabels;
    int pickedRow = -1; ///< -1: none
    int pickedColumn = -1;
};

/// One of the largest weights of the picked row.
struct WeightLine
{
    std::size_t key = 0;
    QString token;
    double weight = 0;
    bool kept = true;

    friend bool operator==(const WeightLine&, const WeightLine&) = default;
};

/// Everything the pick panel shows.
struct PickValues
{
    QString row; ///< "Row 1284", "No row picked"
    QString token; ///< "and"; empty: no tokens
    QString before; ///< text before the token
    QString after; ///< text after it
    MagnifierValues magnifier;
    QString note; ///< why there are no weights to list; empty where there are, and while they are being computed
    std::vector<WeightLine> weights; ///< largest first
    std::size_t kept = 0; ///< keys of the row that the rule keeps
    std::size_t keys = 0; ///< keys of the row
};

}
