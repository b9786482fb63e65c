// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#if defined(__SSE3__) || defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace support {

enum class Subnormals { Kept, Flushed };

/// Sets flush-to-zero and denormals-are-zero while it lives, as a linked library built with fast-math may for a whole
/// process.
class SubnormalMode
{
public:
#if defined(__SSE3__) || defined(__x86_64__)
    explicit SubnormalMode(Subnormals mode)
        : m_before(_mm_getcsr())
    {
        constexpr unsigned flushResults = 0x8000;
        constexpr unsigned flushOperands = 0x0040;
        if (mode == Subnormals::Flushed)
            _mm_setcsr(m_before | flushResults | flushOperands);
    }
    ~SubnormalMode()
    {
        _mm_setcsr(m_before);
    }
    SubnormalMode(const SubnormalMode&) = delete;
    SubnormalMode& operator=(const SubnormalMode&) = delete;

private:
    unsigned m_before = 0;
#else
    explicit SubnormalMode(Subnormals) { }
#endif
};

}
