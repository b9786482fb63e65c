# SPDX-License-Identifier: GPL-3.0-or-later
# precompile(TARGET HEADER...): lets TARGET parse these headers of libraries once instead of in each source. A source still includes what
# it uses; TAILMASS_PRECOMPILE=OFF shows whether it does.
set(TAILMASS_STANDARD_HEADERS
  <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <limits> <map> <memory> <numeric> <optional> <span> <string> <vector>
  <tl/expected.hpp>)
function(precompile target)
  if(TAILMASS_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${TAILMASS_STANDARD_HEADERS} ${ARGN})
  endif()
endfunction()

# precompile_as(TARGET OTHER): the headers of OTHER, which has the same options; parsed once for both.
function(precompile_as target other)
  if(TAILMASS_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()
