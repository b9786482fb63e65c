// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/certificate.h"

namespace core {

std::string_view nameOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Certified:
        return "certified";
    case Verdict::NotCertified:
        return "not certified";
    case Verdict::Undecided:
        break;
    }
    return "undecided";
}

Verdict decide(const Interval& value, double epsilon)
{
    if (value.upper < epsilon)
        return Verdict::Certified;
    if (value.lower > epsilon)
        return Verdict::NotCertified;
    return Verdict::Undecided;
}

}
