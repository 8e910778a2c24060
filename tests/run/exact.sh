#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Exact counts through the real PAPI, from end to end: a C program whose
# software defined events have a known value on every rank.
. "${srcdir:-.}/tests/run/lib.sh"
[ -x "$programs/exact" ] || skip_all "PAPI's libsde is not installed"

flags="--summary=none -e sde:::exact::COUNT,sde:::exact::BIG"

# check RANKS [ARGUMENT]
check () {
    name=exact-$1${2:+-$2}
    ok "$1 ranks${2:+, $2}: the run ends well" \
        counted "$1" "$name.h5" "$programs/exact" ${2:+"$2"}
    is "$(cat stdout)" "$1 ranks" "$1 ranks${2:+, $2}: stdout is the program's"
    ok "$1 ranks${2:+, $2}: hpmagg prints JSON" json "$name.h5" --per=rank
    ok "$1 ranks${2:+, $2}: every number is the known one" \
        $known exact "$name.h5.json" "$1"
}

for ranks in 1 4 64; do check $ranks; done
check 4 thread
check 1 null

# A single rank that nobody launched: MPI starts a daemon of its own for it.
case $sanitizer in
address | thread)
    skip "without mpirun" "MPI's daemon is not built with a sanitizer"
    finish
    ;;
esac
# shellcheck disable=SC2086
ok "without mpirun: the run ends well" \
    "$hpmrun" -o alone.h5 $flags "$programs/exact"
ok "without mpirun: hpmagg prints JSON" json alone.h5 --per=rank
ok "without mpirun: every number is the known one" \
    $known exact alone.h5.json 1
finish
