#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the pictures of the documentation from the bundled samples, without a display.   pictures.sh [BUILD FOLDER]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=${1:-$root/build}/app/tailmass-gui
out=$root/resources/manual/pictures
samples=$root/resources/samples
[ -x "$program" ] || { echo "no program at $program: run resources/setup/run.sh first" >&2; exit 1; }

settings=$(mktemp -d)
trap 'rm -rf "$settings"' EXIT
export QT_QPA_PLATFORM=offscreen XDG_CONFIG_HOME=$settings XDG_CACHE_HOME=$settings XDG_RUNTIME_DIR=$settings
picture() { "$program" "${@:2}" --screenshot "$out/$1.png" --size 1440x900 2>"$settings/log" || { cat "$settings/log" >&2; exit 1; }; echo "$out/$1.png"; }

picture window-dark "$samples/moonshine_encoder.safetensors" --theme dark --head L3H1 --epsilon 0.01
picture window-light "$samples/generated_gqa.safetensors" --theme light --head L1H0 --row 480 -k 64 --scope heads
picture start --theme dark
