// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/decadeticker.h"

#include <algorithm>
#include <cmath>

#include <qcustomplot.h>

#include "theme/numbertext.h"

namespace render {

namespace {

constexpr double fewDecades = 2.2; ///< longer axes have powers of ten only
constexpr int ticksOfDecade = 5; ///< room for 1, 2 and 5 at their uneven distances

class DecadeTicker : public QCPAxisTicker
{
protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override
    {
        if (!(range.lower > 0) || !(range.upper > range.lower))
            return {};
        const double decades = std::log10(range.upper / range.lower);
        if (decades < 0.7)
            return QCPAxisTicker::createTickVector(tickStep, range);
        const bool between = decades < fewDecades && decades * ticksOfDecade <= mTickCount;
        const int stride = std::max(1, static_cast<int>(std::ceil(decades / std::max(1, mTickCount))));
        QVector<double> ticks;
        const int first = static_cast<int>(std::floor(std::log10(range.lower) + 1e-9));
        const int last = static_cast<int>(std::floor(std::log10(range.upper) + 1e-9));
        for (int exponent = first; exponent <= last; ++exponent) {
            if (exponent % stride == 0)
                ticks.append(std::pow(10.0, exponent));
            if (between)
                ticks << 2 * std::pow(10.0, exponent) << 5 * std::pow(10.0, exponent);
        }
        return ticks;
    }

    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        const double exponent = std::log10(tick);
        if (tick > 0 && std::abs(exponent - std::round(exponent)) < 1e-6)
            return decadeText(static_cast<int>(std::lround(exponent)));
        return shortestText(tick);
    }

    int getSubTickCount(double) override { return 0; }
};

}

QSharedPointer<QCPAxisTicker> makeDecadeTicker(int about)
{
    auto ticker = QSharedPointer<DecadeTicker>::create();
    ticker->setTickCount(about);
    return ticker;
}

}
