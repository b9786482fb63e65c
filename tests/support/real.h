// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mpfr.h>

namespace support {

/// A 300-bit number: the independent reference that intervals must contain.
class Real
{
public:
    Real(double x = 0) // NOLINT: numbers of tests read as numbers
    {
        mpfr_init2(m_value, 300);
        mpfr_set_d(m_value, x, MPFR_RNDN);
    }
    static Real of(mpfr_srcptr value)
    {
        Real result;
        mpfr_set(result.m_value, value, MPFR_RNDN);
        return result;
    }
    Real(const Real& other)
    {
        mpfr_init2(m_value, 300);
        mpfr_set(m_value, other.m_value, MPFR_RNDN);
    }
    Real& operator=(const Real& other)
    {
        mpfr_set(m_value, other.m_value, MPFR_RNDN);
        return *this;
    }
    ~Real() { mpfr_clear(m_value); }

    Real& operator+=(const Real& other)
    {
        mpfr_add(m_value, m_value, other.m_value, MPFR_RNDN);
        return *this;
    }
    friend Real operator+(Real a, const Real& b) { return a += b; }
    friend Real operator-(const Real& a, const Real& b) { return apply(mpfr_sub, a, b); }
    friend Real operator*(const Real& a, const Real& b) { return apply(mpfr_mul, a, b); }
    friend Real operator/(const Real& a, const Real& b) { return apply(mpfr_div, a, b); }

    friend Real exp(const Real& x) { return apply(mpfr_exp, x); }
    friend Real log(const Real& x) { return apply(mpfr_log, x); }
    friend Real log1p(const Real& x) { return apply(mpfr_log1p, x); }
    friend Real sqrt(const Real& x) { return apply(mpfr_sqrt, x); }

    friend bool operator<=(const Real& a, const Real& b) { return mpfr_lessequal_p(a.m_value, b.m_value) != 0; }
    friend bool operator<(const Real& a, const Real& b) { return mpfr_less_p(a.m_value, b.m_value) != 0; }

    double toDouble() const { return mpfr_get_d(m_value, MPFR_RNDN); }

private:
    template <typename Operation, typename... Operands>
    static Real apply(Operation operation, const Operands&... operands)
    {
        Real result;
        operation(result.m_value, operands.m_value..., MPFR_RNDN);
        return result;
    }

    mpfr_t m_value;
};

}
