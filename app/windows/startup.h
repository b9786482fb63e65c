// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QApplication;

namespace app {

/// What the program was started for.
enum class Mode {
    Window, ///< a window on the screen
    Plot, ///< `tailmass-gui plot ...`: a figure without a display
    Picture, ///< a picture of the window, or help, without a display
};

Mode chooseMode(int argc, const char* const* argv);
/// Before the application is made: modes that need no display get a platform without one. Where the window has no
/// display, the program ends with a line that says so and exit code 2.
void preparePlatform(Mode mode);
void setIdentity(QApplication& application, Mode mode);
/// The program's arguments without "plot".
QStringList plotArguments();
/// Reads the command line, shows the window and runs until it is closed. 2 where the command line cannot be read or a
/// picture cannot be written.
int runWindow();

}
