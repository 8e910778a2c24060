#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A program that has functions of its own with names of the C library's, which ISO
# C leaves to it, is the only one that calls them, and is counted.
. "${srcdir:-.}/tests/guest/lib.sh"

table=$source_folder/pmpi/guest/libc.table
[ -z "$sanitizer" ] || skip_all "the sanitizer has functions with these names"
grep -q '^#define OWN_LIBC 1' "$top/config.h" ||
    skip_all "there are no entries for this processor"

# missing LIBRARY FILE: what it takes of the C library and the table does not have.
# ISO C keeps for itself: _*, mem*, str*, and its own functions.
iso='calloc|malloc|realloc|free|abort|exit|atexit|fclose|fflush|fgets|fopen|fputs'
iso="$iso|fread|fwrite|getenv|qsort|raise|signal|time|s(n)?printf|vs(n)?printf"
iso="$iso|fmax|fmin|pow|sqrt|log|exp|environ|dl.*"
missing () {
    nm -D --undefined-only "$top/.libs/$2" |
        sed -n 's/.* \([A-Za-z_][A-Za-z_0-9]*\)@GLIBC_.*/\1/p' |
        grep -vE "^(_.*|mem.*|str.*|$iso)$" | sort -u >"$1.taken"
    grep -E "^[a-z].* $1( |$)" "$table" | sed 's/ .*//' | sort >"$1.listed"
    [ -s "$1.taken" ] && comm -23 "$1.taken" "$1.listed"
}
is "$(missing main libhpmmpi.so)" "" "the table has what libhpmmpi.so calls"
is "$(missing calls libhpmmpi-calls.so)" "" \
    "the table has what libhpmmpi-calls.so calls"
is "$(missing papi papi.so)" "" "the table has what the plug-in calls"

# beside NAME PROGRAM OPTION...: the program's output and status are those that
# it has without us, and there is a result.
beside () {
    name=$1 program=$2
    shift 2
    timeout 60 "$program" >"$name.plain" </dev/null
    echo $? >>"$name.plain"
    timeout 60 "$hpmrun" -q -f --checkpoint="$work/checkpoint" --snapshot=0.1 \
        -o "$name.h5" "$@" "$program" >"$name.counted" 2>"$name.told" </dev/null
    echo $? >>"$name.counted"
    ok "$name: output and status are the same" diff "$name.plain" "$name.counted"
    ok "$name: there is a result" test -s "$name.h5"
}
beside all-names "$guest/own_names"
beside all-names-software "$guest/own_names" --backend=none
beside all-names-papi "$guest/own_names" -e perf::PAGE-FAULTS
beside all-names-not-timed "$guest/own_names" --mpi=off

# Whoever preloads a wrapper of such a function wants it to be called.
WRAPS_FILE="$work/wrapped" LD_PRELOAD="$guest/wraps.so" timeout 60 "$hpmrun" -q -f \
    --backend=none --checkpoint="$work/checkpoint" --snapshot=0.1 -o wraps.h5 \
    sleep 0.4
ok "a wrapper that another library has is called" test -e wrapped

ok "own names: nothing of the snapshots remains" left_nothing
finish
