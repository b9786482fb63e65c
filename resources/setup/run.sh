#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds Release and opens the window on the bundled sample dump. Without a display it writes the
# sample's certificate and figures into a folder and says where.   run.sh [FILE]: another dump instead of the sample
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/resources/setup/packages.sh"

build=${TAILMASS_BUILD_DIR:-$root/build}
dump=${1:-$root/resources/samples/moonshine_encoder.safetensors}
install_missing "${build_packages[@]}"
build_project "$build" -DCMAKE_BUILD_TYPE=Release -DTAILMASS_TESTS=OFF

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    echo "opening $dump"
    exec "$build/app/tailmass-gui" "$dump"
fi

out=$build/sample-output
mkdir -p "$out"
echo "no display: writing certificate and figures of $(basename "$dump") into $out"
verdict=0
"$build/app/cli/tailmass" certify "$dump" --rule topk:64 --epsilon 0.01 -o "$out/certificate.json" --force || verdict=$?
[ "$verdict" -le 1 ] || exit "$verdict"
export PATH=$build/app:$PATH
plot() { "$build/app/cli/tailmass" plot "$1" "$dump" -o "$out/$1.$2" --force "${@:3}"; }
for type in png svg pdf csv; do
    for kind in heatmap tail-mass spectrum; do
        plot "$kind" "$type"
    done
    plot output-error "$type" --row 0 || echo "no figure output-error.$type"
done
ls "$out"
