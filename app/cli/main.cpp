// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <exception>
#include <new>

#include "cli/commands.h"

int main(int argc, char** argv)
{
    try {
        return static_cast<int>(app::runProgram({argv + 1, argv + argc}));
    } catch (const std::bad_alloc&) {
        std::fputs("tailmass: not enough memory. Choose fewer heads or a smaller grid.\n", stderr);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "tailmass: unexpected: %s\n", error.what());
    }
    return static_cast<int>(app::ExitCode::Failed);
}
