#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/proofs/mutations.sh [FOLDER] [NUMBER...]: makes each change of mutations.txt in a copy of the sources below FOLDER (default
# /tmp/tailmass-mutations), builds the test that is named for it, and tells whether that test caught the change. Results are kept in
# FOLDER/results, and what is there is not done again: delete a line to repeat it. Exit code 0: all are as stated.
# tests/proofs/mutations.sh --table: prints the table of mutations.md.
# tests/proofs/mutations.sh --check [SOURCES]: builds nothing; tells whether list, table, sources and tests still fit one another.
set -euo pipefail
source_dir=$(cd "$(dirname "$0")/../.." && pwd)
mode=run
case ${1:-} in
--table) mode=table ;;
--check) mode=check source_dir=${2:-$source_dir} ;;
esac
# The copy as the sources are, whatever an interrupted run left; equal files keep their times.
synchronise() {
    (cd "$source_dir" && find CMakeLists.txt app core resources tests -type f) | while read -r path; do
        cmp -s "$source_dir/$path" "$copy/$path" && continue
        mkdir -p "$copy/$(dirname "$path")"
        cp "$source_dir/$path" "$copy/$path"
    done
}

# change FILE FROM TO: the one place that `check` found, literally.
change() {
    FROM=$2 TO=$3 perl -0777 -i -pe '
        my ($from, $to) = @ENV{"FROM", "TO"};
        s/\\n/\n/g for $from, $to;
        s/\Q$from\E/$to/' "$copy/$1"
}

numbers=() changes=() # changes: "index TAB file TAB from TAB to"
declare -A title expectation target arguments reason
read_list() {
    local line index=-1 file= from= words
    while IFS= read -r line; do
        case $line in
        "= "*)
            index=$((index + 1))
            words=${line#= }
            numbers[index]=${words%% *}
            title[$index]=${words#* } target[$index]= arguments[$index]= reason[$index]= expectation[$index]=none ;;
        "file "*) file=${line#file } ;;
        "- "*) from=${line#- } ;;
        "+"*)
            line=${line#+}
            changes+=("$index"$'\t'"$file"$'\t'"$from"$'\t'"${line# }") ;;
        "test "* | "keeps "*)
            expectation[$index]=${line%% *}
            words=${line#* }
            target[$index]=${words%% *}
            [[ $words != *" "* ]] || arguments[$index]=${words#* } ;;
        "none "*) reason[$index]=${line#none } ;;
        esac
    done <"$source_dir/tests/proofs/mutations.txt"
}

wanted() { # INDEX
    [[ $only == "  " || $only == *" ${numbers[$1]} "* ]] && ! grep -q "^${numbers[$1]}	" "$results"
}

each_change() { # INDEX: calls "$2" FILE FROM TO
    local entry index file from to
    for entry in "${changes[@]}"; do
        index=${entry%%$'\t'*}
        [ "$index" = "$1" ] || continue
        entry=${entry#*$'\t'} file=${entry%%$'\t'*}
        entry=${entry#*$'\t'} from=${entry%%$'\t'*} to=${entry#*$'\t'}
        "$2" "$file" "$from" "$to"
    done
}

restore() { cp "$source_dir/$1" "$copy/$1"; }

run_test() { # INDEX
    local program
    program=$(find "$build/" -type f -name "${target[$1]}" -perm -u+x)
    QT_QPA_PLATFORM=offscreen timeout 900 "$program" ${arguments[$1]:+"${arguments[$1]}"} >"$folder/log" 2>&1
}

# What fails without a change proves nothing. Number 64 is a build, not a change.
check_unchanged() {
    local index targets=()
    for index in "${!numbers[@]}"; do
        if wanted "$index" && [ -n "${target[$index]}" ]; then targets+=("${target[$index]}"); fi
    done
    [ ${#targets[@]} -gt 0 ] || return 0
    ninja -C "$build" "${targets[@]}" >"$folder/log" 2>&1 || { echo "the sources do not build: $folder/log" >&2; exit 2; }
    for index in "${!numbers[@]}"; do
        if ! wanted "$index" || [ -z "${target[$index]}" ] || [ "${numbers[$index]}" = 64 ]; then continue; fi
        run_test "$index" || { echo "${target[$index]} ${arguments[$index]} fails without a change: $folder/log" >&2; exit 2; }
    done
}

verdict() { # INDEX
    local code=0
    if [ -n "${reason[$1]}" ]; then echo "no such code"; return; fi
    ninja -C "$build" "${target[$1]}" >"$folder/log" 2>&1 || { echo "DOES NOT BUILD"; return; }
    run_test "$1" || code=$?
    case ${expectation[$1]} in
    keeps) [ "$code" = 0 ] && echo "harmless" || echo "NOT HARMLESS" ;;
    *) [ "$code" != 0 ] && [ "$code" != 124 ] && echo "caught" || echo "NOT CAUGHT" ;;
    esac
}

# Which files the changes of INDEX are in, each once.
files_of() {
    each_change "$1" print_file | sort -u
}
print_file() { echo "$1"; }

print_table() {
    local index files caught
    echo "| | change | where | test that fails |"
    echo "| --- | --- | --- | --- |"
    for index in "${!numbers[@]}"; do
        files=$(files_of "$index" | sed 's/.*/`&`/' | paste -sd' ')
        caught="\`${target[$index]}${arguments[$index]:+ ${arguments[$index]}}\`"
        case ${expectation[$index]} in
        keeps) caught="none: $caught passes in both modes" ;;
        none) caught="no such code: ${reason[$index]}" ;;
        esac
        echo "| ${numbers[$index]} | ${title[$index]} | ${files:--} | $caught |"
    done
}

faults=0
fault() {
    echo "$1" >&2
    faults=$((faults + 1))
}

# FILE FROM TO, of the mutation "$checked".
check_change() {
    local places
    places=$(FROM=$2 perl -0777 -ne '
        my $from = $ENV{"FROM"};
        $from =~ s/\\n/\n/g;
        my $places = () = /\Q$from\E/g;
        print $places' "$source_dir/$1" 2>/dev/null) || true
    [ "${places:-0}" = 1 ] || fault "mutation $checked: '$2' is there ${places:-0} times in $1"
}

check_test() { # INDEX
    local file function=${arguments[$1]%%:*}
    file=$(find "$source_dir/tests" -name "${target[$1]%_fast_math}.cpp")
    [ -n "$file" ] || { fault "mutation $checked: there is no test ${target[$1]}"; return; }
    [[ -z $function || $function =~ ^[0-9]+$ ]] || grep -q "void \(.*::\)\?$function()" "$file" \
        || fault "mutation $checked: ${target[$1]} has no function $function"
}

check() {
    local index
    [ "${numbers[*]}" = "$(seq -s' ' 1 64)" ] || fault "the numbers are not 1 to 64: ${numbers[*]}"
    for index in "${!numbers[@]}"; do
        checked=${numbers[$index]}
        each_change "$index" check_change
        [ -z "${target[$index]}" ] || check_test "$index"
        [ -n "${target[$index]}${reason[$index]}" ] || fault "mutation $checked: no test is named"
    done
    diff <(grep '^|' "$source_dir/tests/proofs/mutations.md") <(print_table) >&2 \
        || fault "the table of mutations.md is not what mutations.sh --table prints"
    [ "$faults" = 0 ]
}

run_all() { # FOLDER NUMBER...
    local index outcome
    folder=${1:-/tmp/tailmass-mutations}
    shift || true
    only=" $* "
    copy=$folder/sources
    build=$folder/build
    results=$folder/results
    mkdir -p "$copy"
    touch "$results"
    check || exit 2
    synchronise
    [ -e "$build/build.ninja" ] || cmake -S "$copy" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTAILMASS_TESTS=ON \
        -DTAILMASS_GUI=OFF -DTAILMASS_VERIFY_HEADERS=OFF ${CCACHE:+-DCMAKE_CXX_COMPILER_LAUNCHER=$CCACHE} >"$folder/log"
    check_unchanged
    for index in "${!numbers[@]}"; do
        wanted "$index" || continue
        each_change "$index" change
        outcome=$(verdict "$index")
        each_change "$index" restore
        printf '%s\t%s\t%s\t%s\n' "${numbers[$index]}" "${title[$index]}" "$outcome" \
            "${target[$index]}${arguments[$index]:+ ${arguments[$index]}}${reason[$index]}" | tee -a "$results"
    done
    ! grep -E "NOT |DOES NOT" "$results"
}

read_list
case $mode in
table) print_table ;;
check) check ;;
run) run_all "$@" ;;
esac
