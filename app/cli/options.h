// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "capture/capture.h"
#include "cli/numberlist.h"
#include "compute/request.h"
#include "conversion/conversion.h"
#include "search/method.h"
#include "study/certify.h"
#include "study/rulepreparer.h"

namespace app {

enum class Command {
    PrintText, ///< help or version
    Info,
    Analyze,
    Row,
    Spectrum,
    Certify,
    Combine,
    Verify,
    Convert,
    Compare,
    HandOver, ///< the window program does it
};

enum class Chatter { Quiet, Normal, Verbose };

/// Which heads and rows of a dump; what is empty chooses all.
struct Selection
{
    std::optional<std::string> group;
    NumberRanges layers;
    std::vector<HeadPick> heads;
    NumberRanges items;
    NumberRanges rows;
    std::optional<core::Source> source; ///< absent: each layer's default
};

/// Where results go.
struct OutputOptions
{
    std::filesystem::path file; ///< empty: standard output
    bool replace = false;
    bool json = false;
};

/// All that the command line states, read and checked as far as this is possible without the dump.
struct Options
{
    Command command = Command::PrintText;
    std::string text; ///< of PrintText
    std::vector<std::string> arguments; ///< as given, for HandOver
    std::filesystem::path file;
    std::vector<std::filesystem::path> certificates; ///< one of Verify, several of Combine
    std::vector<std::filesystem::path> dumps; ///< of Verify
    Selection selection;
    core::Hints hints;
    OutputOptions output;
    Chatter chatter = Chatter::Normal;
    std::filesystem::path log;
    std::size_t threads = 0; ///< 0: one per processor
    core::Reading reading = core::Reading::Stored;
    std::optional<core::Precision> precision; ///< absent: by the size of the work

    std::optional<core::Rule> rule;
    core::RulePreparer::Sharing sharing = core::RulePreparer::Sharing::None;
    std::vector<double> epsilons;
    std::string epsilonText; ///< as typed
    std::vector<std::size_t> ks;
    std::filesystem::path curves;
    core::KGrid grid;
    bool outputError = false;
    std::optional<std::size_t> sampleRows;
    std::vector<core::SearchMethod> search; ///< empty: no search
    std::size_t searchBlock = 64; ///< keys
    std::optional<std::size_t> searchRows;
    std::optional<std::size_t> top;
    std::optional<double> delta; ///< score error to tell the consequences of
    core::Scope scope = core::Scope::Heads;
    core::Statistic statistic = core::Statistic::Max;
    bool devices = false;
    bool remember = false; ///< hints, in the sidecar
    std::optional<core::ConversionContent> content; ///< of Convert; absent: all that is stored
    std::optional<core::Element> element; ///< of probabilities that Convert writes
    std::optional<core::KeptForm> keptForm;
    std::optional<SourcedHead> headA, headB; ///< of Compare
    std::filesystem::path with; ///< the dump of `headB`; empty: the same
};

}
