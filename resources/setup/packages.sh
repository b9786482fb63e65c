# SPDX-License-Identifier: GPL-3.0-or-later
# The Debian 12 packages of the project, and the steps that run.sh and test.sh share. Sourced by both.

build_packages=(
    g++ cmake ninja-build pkg-config
    libexpected-dev libfmt-dev nlohmann-json3-dev zlib1g-dev libminizip-dev libssl-dev libeigen3-dev libcli11-dev libmpfr-dev
    qt6-base-dev qt6-svg-dev libqcustomplot-dev fonts-noto-core fonts-dejavu-core
)
test_packages=(xvfb xauth openbox xdotool imagemagick poppler-utils librsvg2-bin)

# install_missing PACKAGE...: installs those that are not there yet; needs root or sudo only then.
install_missing() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$package")
    done
    if [ ${#missing[@]} -eq 0 ]; then
        echo "packages: all $# are there"
        return
    fi
    echo "packages: installing ${missing[*]}"
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || { echo "failed to install ${missing[*]}: neither root nor sudo. Install them as root, then run this again." >&2; exit 1; }
        as_root=(sudo)
    fi
    local log
    log=$(mktemp)
    if ! { "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=500 update -qq &&
           "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=500 install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        echo "failed to install packages; the whole log is in $log" >&2
        exit 1
    fi
    rm -f "$log"
}

# build_project FOLDER OPTION...: configures and builds; prints a line, or the end of the log when it fails.
build_project() {
    local folder=$1 log
    shift
    mkdir -p "$folder"
    log=$folder/build.log
    echo "building in $folder (log: $log)"
    if ! { cmake -S "$root" -B "$folder" -G Ninja "$@" && cmake --build "$folder"; } >"$log" 2>&1; then
        tail -n 40 "$log" >&2
        echo "failed to build; the whole log is in $log" >&2
        exit 1
    fi
}
