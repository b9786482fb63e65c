// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <exception>

#include <QApplication>

#include "figures/plotcommand.h"
#include "windows/startup.h"

/// The program: a choice, a construction and a catch.
int main(int argc, char** argv)
{
    try {
        const auto mode = app::chooseMode(argc, argv);
        app::preparePlatform(mode);
        QApplication application(argc, argv);
        app::setIdentity(application, mode);
        return mode == app::Mode::Plot ? app::runPlotCommand(app::plotArguments()) : app::runWindow();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "tailmass-gui: failed to go on: %s\n", error.what());
        return 2;
    }
}
