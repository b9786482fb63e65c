// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>

#include <optional>
#include <vector>

#include "views/verdictshape.h"

namespace app {

/// A dump that comes with the program.
struct SampleDump
{
    QString path;
    QString title; ///< "Speech, 3.2 seconds"
    QString content; ///< "P, Q, K, V · 2 layers × 8 heads · float16"
    QString origin; ///< "Moonshine, a real trained model · 0.6 MB"
    std::vector<QImage> thumbnails; ///< square
};

/// A dump that was open before.
struct RecentDump
{
    enum class State { Present, Missing };

    QString path;
    QString name; ///< file name
    QString size; ///< "3.9 MB"
    QString content; ///< "Q, K, V · 5 layers × 8 heads (4 kv) · 1 536 tokens · float32"
    std::optional<Judgement> judgement; ///< last one
    QString last; ///< what it was about: "L3H3, row 1284, top-k 128"; empty: no certificate yet
    QImage thumbnail; ///< may be null
    State state = State::Present;
};

/// Everything the start page shows that changes.
struct StartValues
{
    std::vector<SampleDump> samples;
    std::vector<RecentDump> recent;
};

}
