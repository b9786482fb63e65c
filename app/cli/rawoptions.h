// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"

namespace app {

/// Option values as typed; what was not given is empty.
struct RawOptions
{
    std::string file, certificate;
    std::vector<std::string> certificates, dumps;
    std::string group, layer, head, item, row, source;
    std::string kind, roles, causal, scale, queryHeads, kvHeads, mask;
    std::string threads, backend, precision, reading;
    std::string output, log;
    std::string rule, epsilon, k, curves, grid, sampleRows, search, searchBlock, searchRows, top, scope, statistic,
        delta;
    std::string plotKind, size, sigma;
    std::string content, element, keptForm;
    std::string headA, headB, with;
    bool replace = false;
    bool json = false;
    bool quiet = false;
    bool verbose = false;
    bool devices = false;
    bool remember = false;
    bool outputError = false;
    bool shareKv = false;
    bool dark = false;
};

/// Reads the values. Error: BadRequest, naming the option and what it takes.
core::Result<Options> readOptions(const RawOptions& raw);

}
