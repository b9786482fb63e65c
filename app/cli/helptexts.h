// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace app {

/// What `--help` of a command says besides its options.
struct CommandHelp
{
    std::string name;
    std::string summary;
    std::string footer; ///< explanation and examples
};

extern const CommandHelp infoHelp;
extern const CommandHelp analyzeHelp;
extern const CommandHelp rowHelp;
extern const CommandHelp spectrumHelp;
extern const CommandHelp certifyHelp;
extern const CommandHelp combineHelp;
extern const CommandHelp verifyHelp;
extern const CommandHelp compareHelp;
extern const CommandHelp convertHelp;
extern const CommandHelp plotHelp;
extern const std::string programSummary;
extern const std::string programFooter;

}
