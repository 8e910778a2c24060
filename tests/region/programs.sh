# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests of these programs share, beside tests/run/lib.sh.
. "${srcdir:-.}/tests/run/lib.sh"

programs=$top/tests/region/programs
work_backend=$top/tests/calls/work_backend.so

there_is () {
    [ -x "$programs/$1" ]
}

# run NAME RANKS COMMAND...: under hpmrun, on the program's own counts; its regions
# are in NAME.csv.
run () {
    name=$1
    ranks=$2
    shift 2
    counted "$ranks" "$name.h5" "$@" || return 1
    "$hpmagg" --per=region --format=csv "$name.h5" >"$name.csv"
}

# rows NAME EXPRESSION: holds of the regions, as rows.py offers them.
rows () {
    python3 "$source_folder/tests/region/rows.py" "$1.csv" "$2"
}

# says_right: what the program found.
says_right () {
    [ "$(sort -u stdout)" = right ] || {
        cat stdout stderr
        return 1
    }
}

# alone RANKS COMMAND...: the program without hpmrun, its output as that of counted.
alone () {
    launch "$@" >stdout 2>stderr </dev/null || {
        cat stdout stderr
        return 1
    }
}

not () {
    ! "$@"
}
