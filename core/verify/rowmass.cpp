// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/rowmass.h"

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

/// Soundness 9b: what an fp32 softmax and a second rounding may change in ln p.
Number producerError(const Number& largest, const Number& smallest)
{
    Number spread = log(largest / smallest);
    const Number cap(104);
    if (cap < spread)
        spread = cap;
    return Number(0x1p-23) * (Number(12) / Number(10) * spread + Number(8));
}

Number atLeastZero(Number x)
{
    return x < Number(0) ? Number(0) : x;
}

/// q.k into `dot`; the answer is the sum of |q_c k_c|. Products of 16-bit and 32-bit formats are exact in double.
double dot(const std::vector<double>& query, const double* key, Number& dot)
{
    double magnitude = 0;
    mpfr_set_zero(dot.get(), 1);
    for (std::size_t c = 0; c < query.size(); ++c) {
        const double product = query[c] * key[c];
        magnitude += std::abs(product);
        const bool safe = std::abs(product) > 0x1p-900 || query[c] == 0 || key[c] == 0;
        if (safe && std::fma(query[c], key[c], -product) == 0) {
            mpfr_add_d(dot.get(), dot.get(), product, MPFR_RNDN);
        } else {
            const Number exact = Number(query[c]) * Number(key[c]);
            mpfr_add(dot.get(), dot.get(), exact.get(), MPFR_RNDN);
        }
    }
    return magnitude;
}

}

RowComputer::RowComputer(const CertifiedHead& head, const HeadBytes& bytes, std::uint64_t k, CertifiedReading reading)
    : m_head(head)
    , m_bytes(bytes)
    , m_k(k)
    , m_reading(reading)
{
    if (!bytes.keys)
        return;
    for (std::uint64_t key = 0; key < bytes.keys->rows; ++key)
        for (std::uint64_t c = 0; c < bytes.keys->columns; ++c)
            m_keys.push_back(bytes.keys->at(key, c));
}

RowMass RowComputer::row(std::uint64_t row)
{
    RowMass mass;
    m_count = 0;
    m_scoreError = 0;
    mass.kind = collect(row);
    if (mass.kind != RowKind::Valid)
        return mass;
    mass.keys = m_count;
    mass.kept = std::min(m_k, mass.keys);
    sort();
    if (m_head.source != CertifiedSource::Probabilities)
        takeExponentials();
    addUp(mass);
    return mass;
}

RowKind RowComputer::collect(std::uint64_t row)
{
    const std::uint64_t end = m_head.causal ? causalEnd(row, m_head.rowCount, m_head.keyCount) : m_head.keyCount;
    return m_head.source == CertifiedSource::Factors ? collectFactors(row, end) : collectStored(row, end);
}

RowKind RowComputer::collectFactors(std::uint64_t row, std::uint64_t keyEnd)
{
    const std::uint64_t dims = m_bytes.rows.columns;
    std::vector<double> query;
    for (std::uint64_t c = 0; c < dims; ++c)
        query.push_back(m_bytes.rows.at(row, c));
    double largest = 0;
    bool defined = true;
    for (std::uint64_t key = 0; key < keyEnd; ++key) {
        if (!exists(key))
            continue;
        Number& score = nextNumber();
        const double magnitude = dot(query, m_keys.data() + key * dims, score);
        mpfr_mul_d(score.get(), score.get(), m_head.scale, MPFR_RNDN);
        largest = std::max(largest, magnitude);
        defined = defined && std::isfinite(magnitude) && std::isfinite(score.toDouble());
    }
    m_scoreError = (static_cast<double>(dims) + 4) * unitRoundoff * 1.001 * std::abs(m_head.scale) * largest;
    if (!defined || !std::isfinite(m_scoreError))
        return RowKind::Undefined;
    return m_count == 0 ? RowKind::Masked : RowKind::Valid;
}

RowKind RowComputer::collectStored(std::uint64_t row, std::uint64_t keyEnd)
{
    const bool probabilities = m_head.source == CertifiedSource::Probabilities;
    bool defined = true;
    bool anyMass = false;
    for (std::uint64_t key = 0; key < keyEnd; ++key) {
        if (!exists(key))
            continue;
        const double x = m_bytes.rows.at(row, key);
        if (!probabilities && x == -std::numeric_limits<double>::infinity())
            continue;
        defined = defined && std::isfinite(x) && !(probabilities && x < 0);
        anyMass = anyMass || x > 0;
        mpfr_set_d(nextNumber().get(), x, MPFR_RNDN);
    }
    if (!defined)
        return RowKind::Undefined;
    if (m_count == 0)
        return RowKind::Masked;
    return probabilities && !anyMass ? RowKind::Zero : RowKind::Valid;
}

Number& RowComputer::nextNumber()
{
    if (m_count == m_numbers.size())
        m_numbers.emplace_back();
    return m_numbers[m_count++];
}

void RowComputer::sort()
{
    m_order.resize(m_count);
    std::iota(m_order.begin(), m_order.end(), 0U);
    std::sort(m_order.begin(), m_order.end(),
        [this](std::uint32_t a, std::uint32_t b) { return m_numbers[b] < m_numbers[a]; });
}

/// exp(score - maximum) in place; equal scores, which follow each other, are taken once.
void RowComputer::takeExponentials()
{
    const Number maximum = m_numbers[m_order.front()];
    Number before = maximum;
    Number weight(1);
    for (const std::uint32_t place : m_order) {
        Number& number = m_numbers[place];
        if (!(number == before)) {
            before = number;
            mpfr_sub(weight.get(), number.get(), maximum.get(), MPFR_RNDN);
            mpfr_exp(weight.get(), weight.get(), MPFR_RNDN);
        }
        mpfr_set(number.get(), weight.get(), MPFR_RNDN);
    }
}

void RowComputer::addUp(RowMass& mass) const
{
    Number head;
    Number tail;
    for (std::uint64_t i = 0; i < m_count; ++i) {
        Number& sum = i < mass.kept ? head : tail;
        mpfr_add(sum.get(), sum.get(), m_numbers[m_order[i]].get(), MPFR_RNDN);
    }
    mass.relativeSlack = provenWidth + std::expm1(4 * m_scoreError);
    mass.absoluteSlack = (static_cast<double>(mass.keys) + 4) * 0x1p-1021 / std::min(1.0, head.toDouble());
    const bool probabilities = m_head.source == CertifiedSource::Probabilities;
    if (probabilities) {
        const FormatPrecision format = precisionOf(m_bytes.rows.element);
        const double tolerance = format.unitRoundoff + static_cast<double>(mass.keys) * format.halfSmallest + 0x1p-20;
        const double distance = std::abs((head + tail - Number(1)).toDouble());
        mass.notNormalised = distance > tolerance || Number(1) < m_numbers[m_order.front()];
    }
    if (mass.kept == mass.keys)
        return;
    if (probabilities && m_reading == CertifiedReading::Rounded && !mass.notNormalised)
        return readRounded(tail, head, mass);
    mass.lower = mass.upper = tail / (tail + head);
}

/// Soundness 9b: the exact probabilities are proportional to numbers that were rounded once to the stored ones and may
/// be off by a factor e^delta before.
void RowComputer::readRounded(const Number& tail, const Number& head, RowMass& mass) const
{
    const FormatPrecision format = precisionOf(m_bytes.rows.element);
    std::uint64_t positive = m_count;
    while (mpfr_zero_p(m_numbers[m_order[positive - 1]].get()) != 0)
        --positive;
    const Number factor = exp(producerError(m_numbers[m_order.front()], m_numbers[m_order[positive - 1]]));
    const Number below = Number(1) + Number(format.unitRoundoff);
    const Number above = Number(1) - Number(format.unitRoundoff);
    const Number lostTail = Number(static_cast<double>(mass.keys - mass.kept)) * Number(format.halfSmallest);
    const Number lostHead = Number(static_cast<double>(mass.kept)) * Number(format.halfSmallest);
    const Number tailUpper = (tail / above + lostTail) * factor;
    const Number tailLower = atLeastZero(tail / below - lostTail) / factor;
    const Number headUpper = (head / above + lostHead) * factor;
    const Number headLower = atLeastZero(head / below - lostHead) / factor;
    mass.upper = tailUpper / (tailUpper + headLower);
    mass.lower = tailLower / (tailLower + headUpper);
}

}
