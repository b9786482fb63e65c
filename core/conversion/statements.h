// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "conversion/layerheads.h"

namespace core {

/// What a converted file has to hold besides its names, so that it opens as the dump did: the keys of a sidecar
/// (files/sidecar.h) for these heads, in the form that metadata have.
std::map<std::string, std::string> statementsOf(const Capture& capture, const std::vector<LayerHeads>& layers);

}
