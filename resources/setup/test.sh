#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds with tests and runs them without a display.
# test.sh [CMAKE OPTION...]    TAILMASS_BUILD_DIR: where to build
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/resources/setup/packages.sh"

build=${TAILMASS_BUILD_DIR:-$root/build-test}
install_missing "${build_packages[@]}" "${test_packages[@]}"
build_project "$build" -DCMAKE_BUILD_TYPE=Release -DTAILMASS_TESTS=ON "$@"
grep -q '^TAILMASS_VERIFY_HEADERS:BOOL=OFF' "$build/CMakeCache.txt" ||
    cmake --build "$build" --target all_verify_interface_header_sets >>"$build/build.log" 2>&1 ||
    { tail -n 40 "$build/build.log" >&2; echo "a header does not compile alone; see $build/build.log" >&2; exit 1; }
ctest --test-dir "$build" --output-on-failure --no-tests=error -j "$(nproc)"
