#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Two versions of the example solver, of which one exchanges rows twice in each
# iteration: the comparison finds that and nothing else of what is counted exactly; of
# two sets of one version it finds nothing.  No test looks at times.
. "${srcdir:-.}/tests/run/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "ThreadSanitizer has a thread of its own on every rank"
cp "$top/examples/heat" heat
cp "$programs/heat_twice" twice
mpirun="mpirun --bind-to none -np 2"

# compare NAME NEW: three runs of the solver and of NEW, by turns, as JSON.
compare () {
    # shellcheck disable=SC2086
    timeout -k 10 600 "$hpmrun" -r 3 --quiet -o "$1" --against "$mpirun ./$2 40" \
        $mpirun ./heat 40 >"$1.out" 2>"$1.err" </dev/null
    is $? 0 "$1: both versions are run three times"
    is "$(grep -c 'iterations, largest' "$1.out")" 6 "$1: each run solves the problem"
    "$hpmagg" --diff -F json "$1"-base.?.h5 --to "$1"-new.?.h5 >"$1.json"
}

# exact NAME: what is counted exactly and differs, a line each: key, base and new.
exact () {
    jq -r '.changes[] | select (.kind == "function" and .measure != "time")
        | select (.surety != "same") | [.key, .surety, .new == 2 * .base] | @text' \
        "$1.json" | sort
}

command -v jq >/dev/null || skip_all "there is no jq"
compare version twice
is "$(exact version)" '["MPI_Sendrecv:calls","exact",true]
["MPI_Sendrecv:received","exact",true]
["MPI_Sendrecv:sent","exact",true]' \
    "a version that exchanges rows twice differs in that, exactly, and in nothing else"
is "$(jq '[.changes[] | select (.key == "flop" and .surety != "same")] | length' \
    version.json)" 0 "its operations are the same"
has version.err "MPI_Sendrecv:calls" "the table shows it"
compare same heat
is "$(exact same)" "" "two sets of one version have the same calls and bytes"
finish
