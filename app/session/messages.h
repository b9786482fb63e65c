// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "base/result.h"

namespace app {

/// An error in three sentences: what could not be done and why, what is known besides, what to do now.
struct Message
{
    QString what;
    QString reasons; ///< may be empty
    QString advice; ///< may be empty

    QString text() const; ///< all of it on one line
};

Message messageOf(const core::Error& error);

/// The same for a window, which has no options of a command line: what it can do instead.
Message windowMessageOf(const core::Error& error);

}
