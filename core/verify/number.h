// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include <mpfr.h>

namespace core {

/// A number of 200 bits. Each operation on it errs by 2^-200 of its result: after the longest sum of a row that is
/// 10^40 times less than what the ends of a proven interval leave to spare. Private to core/verify: this header names a
/// library's type.
class Number
{
public:
    static constexpr mpfr_prec_t bits = 200;

    Number()
    {
        mpfr_init2(m_value, bits);
        mpfr_set_zero(m_value, 1);
    }
    explicit Number(double x)
        : Number()
    {
        mpfr_set_d(m_value, x, MPFR_RNDN);
    }
    Number(const Number& other)
        : Number()
    {
        mpfr_set(m_value, other.m_value, MPFR_RNDN);
    }
    Number(Number&& other)
        : Number()
    {
        mpfr_swap(m_value, other.m_value);
    }
    Number& operator=(Number other)
    {
        mpfr_swap(m_value, other.m_value);
        return *this;
    }
    ~Number() { mpfr_clear(m_value); }

    mpfr_ptr get() { return m_value; }
    mpfr_srcptr get() const { return m_value; }
    double toDouble() const { return mpfr_get_d(m_value, MPFR_RNDN); }

    friend Number operator+(const Number& a, const Number& b) { return with(mpfr_add, a, b); }
    friend Number operator-(const Number& a, const Number& b) { return with(mpfr_sub, a, b); }
    friend Number operator*(const Number& a, const Number& b) { return with(mpfr_mul, a, b); }
    friend Number operator/(const Number& a, const Number& b) { return with(mpfr_div, a, b); }
    friend Number exp(const Number& x)
    {
        Number result;
        mpfr_exp(result.m_value, x.m_value, MPFR_RNDN);
        return result;
    }
    friend Number log(const Number& x)
    {
        Number result;
        mpfr_log(result.m_value, x.m_value, MPFR_RNDN);
        return result;
    }
    friend bool operator<(const Number& a, const Number& b) { return mpfr_less_p(a.m_value, b.m_value) != 0; }
    friend bool operator==(const Number& a, const Number& b) { return mpfr_equal_p(a.m_value, b.m_value) != 0; }

private:
    using Operation = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
    static Number with(Operation operation, const Number& a, const Number& b)
    {
        Number result;
        operation(result.m_value, a.m_value, b.m_value, MPFR_RNDN);
        return result;
    }

    mpfr_t m_value;
};

/// MPFR keeps constants per thread; a thread of a pool may end at any time, so one of these stands in every piece of
/// work.
struct NumberCache
{
    NumberCache() = default;
    ~NumberCache() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
    NumberCache(const NumberCache&) = delete;
    NumberCache& operator=(const NumberCache&) = delete;
};

}
