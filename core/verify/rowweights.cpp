// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/rowweights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace core {

namespace {

constexpr double unitRoundoff = 0x1p-53;
constexpr double provenWidth = 1e-11;

/// Own, from the text of the certificate: the last row sees all keys, each row before it one less.
std::uint64_t causalEnd(std::uint64_t row, std::uint64_t rows, std::uint64_t keys)
{
    const std::uint64_t below = rows - 1 - row;
    return keys > below ? keys - below : 0;
}

}

RowReader::RowReader(const CertifiedHead& head, const HeadBytes& bytes, CertifiedReading reading)
    : m_head(head)
    , m_bytes(bytes)
    , m_reading(reading)
{
    if (!bytes.keys)
        return;
    for (std::uint64_t key = 0; key < bytes.keys->rows; ++key)
        for (std::uint64_t c = 0; c < bytes.keys->columns; ++c)
            m_keys.push_back(bytes.keys->at(key, c));
}

const RowWeights& RowReader::row(std::uint64_t row)
{
    m_row.facts = {};
    m_row.keys.clear();
    m_scoreError = 0;
    m_row.facts.kind = collect(row);
    if (m_row.facts.kind != RowKind::Valid)
        return m_row;
    sort();
    if (m_head.source != CertifiedSource::Probabilities)
        takeExponentials();
    addFacts();
    return m_row;
}

RowKind RowReader::collect(std::uint64_t row)
{
    return m_head.source == CertifiedSource::Factors ? collectFactors(row, seenBy(row))
                                                     : collectStored(row, seenBy(row));
}

RowReader::Seen RowReader::seenBy(std::uint64_t row) const
{
    if (m_head.masksQueries && !exists(row))
        return {0, 0};
    if (!m_head.causal)
        return {0, m_head.keyCount};
    const std::uint64_t end = causalEnd(row, m_head.rowCount, m_head.keyCount);
    return {m_head.window > 0 && end > m_head.window ? end - m_head.window : 0, end};
}

RowKind RowReader::collectFactors(std::uint64_t row, const Seen& seen)
{
    const std::uint64_t dims = m_bytes.rows.columns;
    std::vector<double> query;
    for (std::uint64_t c = 0; c < dims; ++c)
        query.push_back(m_bytes.rows.at(row, c));
    ExactDot dot(std::move(query));
    double largest = 0;
    bool defined = true;
    for (std::uint64_t key = seen.begin; key < seen.end; ++key) {
        if (!exists(key))
            continue;
        Number& score = nextWeight(key);
        const double magnitude = dot.with(m_keys.data() + key * dims, score);
        mpfr_mul_d(score.get(), score.get(), m_head.scale, MPFR_RNDN);
        if (m_head.softCap > 0) {
            mpfr_div_d(score.get(), score.get(), m_head.softCap, MPFR_RNDN);
            mpfr_tanh(score.get(), score.get(), MPFR_RNDN);
            mpfr_mul_d(score.get(), score.get(), m_head.softCap, MPFR_RNDN);
        }
        largest = std::max(largest, magnitude);
        defined = defined && std::isfinite(magnitude) && std::isfinite(score.toDouble());
    }
    m_scoreError = (static_cast<double>(dims) + 4) * unitRoundoff * 1.001 * std::abs(m_head.scale) * largest
        + 8 * unitRoundoff * m_head.softCap;
    if (!defined || !std::isfinite(m_scoreError))
        return RowKind::Undefined;
    return m_row.keys.empty() ? RowKind::Masked : RowKind::Valid;
}

RowKind RowReader::collectStored(std::uint64_t row, const Seen& seen)
{
    const bool probabilities = m_head.source == CertifiedSource::Probabilities;
    bool defined = true;
    bool anyMass = false;
    for (std::uint64_t key = seen.begin; key < seen.end; ++key) {
        if (!exists(key))
            continue;
        const double x = m_bytes.rows.at(row, key);
        if (!probabilities && x == -std::numeric_limits<double>::infinity())
            continue;
        defined = defined && std::isfinite(x) && !(probabilities && x < 0);
        anyMass = anyMass || x > 0;
        mpfr_set_d(nextWeight(key).get(), x, MPFR_RNDN);
    }
    if (!defined)
        return RowKind::Undefined;
    if (m_row.keys.empty())
        return RowKind::Masked;
    return probabilities && !anyMass ? RowKind::Zero : RowKind::Valid;
}

Number& RowReader::nextWeight(std::uint64_t key)
{
    m_row.keys.push_back(static_cast<std::uint32_t>(key));
    if (m_row.weights.size() < m_row.keys.size())
        m_row.weights.emplace_back();
    return m_row.weights[m_row.keys.size() - 1];
}

void RowReader::sort()
{
    const auto& weights = m_row.weights;
    m_row.order.resize(m_row.keys.size());
    std::iota(m_row.order.begin(), m_row.order.end(), 0U);
    std::sort(m_row.order.begin(), m_row.order.end(), [&weights](std::uint32_t a, std::uint32_t b) {
        const int order = mpfr_cmp(weights[a].get(), weights[b].get());
        return order > 0 || (order == 0 && a < b);
    });
}

/// exp(score - maximum) in place; equal scores, which follow each other, are taken once.
void RowReader::takeExponentials()
{
    Number maximum = m_row.weights[m_row.order.front()];
    if (m_bytes.sinkScore) {
        const Number sink(*m_bytes.sinkScore);
        if (maximum < sink)
            maximum = sink;
        m_row.facts.sink = exp(sink - maximum);
    }
    Number before = maximum;
    Number weight(1);
    for (const std::uint32_t place : m_row.order) {
        Number& number = m_row.weights[place];
        if (!(number == before)) {
            before = number;
            mpfr_sub(weight.get(), number.get(), maximum.get(), MPFR_RNDN);
            mpfr_exp(weight.get(), weight.get(), MPFR_RNDN);
        }
        mpfr_set(number.get(), weight.get(), MPFR_RNDN);
    }
}

void RowReader::addFacts()
{
    RowFacts& facts = m_row.facts;
    facts.keys = m_row.keys.size();
    facts.format = precisionOf(m_bytes.rows.element);
    for (const std::uint32_t place : m_row.order)
        mpfr_add(facts.total.get(), facts.total.get(), m_row.weights[place].get(), MPFR_RNDN);
    if (facts.sink)
        facts.total = facts.total + *facts.sink;
    const auto keys = static_cast<double>(facts.keys);
    facts.relativeSlack = provenWidth + std::expm1(4 * m_scoreError);
    facts.absoluteSlack = (keys + 4) * 0x1p-1021 / std::min(1.0, facts.total.toDouble());
    if (m_head.source != CertifiedSource::Probabilities)
        return;
    const double tolerance = facts.format.unitRoundoff + keys * facts.format.halfSmallest + 0x1p-20;
    const double distance = std::abs((facts.total - Number(1)).toDouble());
    facts.notNormalised = distance > tolerance || Number(1) < m_row.weights[m_row.order.front()];
    if (m_reading == CertifiedReading::Rounded && !facts.notNormalised)
        facts.producerFactor = producerFactor();
}

/// Soundness 9b: what an fp32 softmax and a second rounding may change in ln p, as a factor.
Number RowReader::producerFactor() const
{
    const auto& [facts, keys, weights, order] = m_row;
    std::size_t positive = order.size();
    while (mpfr_zero_p(weights[order[positive - 1]].get()) != 0)
        --positive;
    Number spread = log(weights[order.front()] / weights[order[positive - 1]]);
    const Number cap(104);
    if (cap < spread)
        spread = cap;
    return exp(Number(0x1p-23) * (Number(12) / Number(10) * spread + Number(8)));
}

}
