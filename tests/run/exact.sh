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

# ThreadSanitizer looks at each rank by itself.
ranks="1 4 64"
[ "$sanitizer" != thread ] || ranks="1 4"
for number in $ranks; do check "$number"; done
check 4 thread
check 1 null

# What a program keeps may go below 0; what it does not keep has no count.
flags="--summary=none -e sde:::exact::BELOW,sde:::exact::NOWHERE,PAPI_TOT_INS"
ok "a value below 0: the run ends well" counted 2 below.h5 "$programs/exact"
ok "a value below 0: hpmagg prints JSON" json below.h5 --per=rank
ok "a value below 0 is a value" $known value below.h5.json \
    "of ('sde:::exact::BELOW') == -21
    and event ('sde:::exact::BELOW')['quality'] == 'exact'
    and event ('sde:::exact::BELOW')['min'] == -14"
ok "a value below 0: what is not exported is not known, and no machine's fault" \
    $known value below.h5.json "'the program' in
    event ('sde:::exact::NOWHERE')['reason']
    and of ('sde:::exact::NOWHERE') is None"
flags="--summary=none -e sde:::exact::NOWHERE,PAPI_TOT_INS"
ok "a program that exports nothing ends well" \
    counted 1 none.h5 "$programs/openmp"
ok "a program that exports nothing: hpmagg prints JSON" json none.h5
ok "a program that exports nothing is the reason" $known value none.h5.json \
    "'the program' in event ('sde:::exact::NOWHERE')['reason']"
flags="--summary=none -e sde:::exact::COUNT,sde:::exact::BIG"

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
