#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The bundled solvers know their work; the tool must find the same.
. "${srcdir:-.}/tests/run/lib.sh"

# check NAME: the totals the program prints are those of the default events.
check () {
    if [ ! -x "$top/examples/$1" ]; then
        skip "$1" "there was no MPI compiler for it"
        return
    fi
    flags=
    ok "$1 converges to the right answer" \
        counted 4 "$1.h5" "$top/examples/$1" 100
    flop=$(sed -n 's/.*FLOP \([0-9]*\),.*/\1/p' stdout)
    bytes=$(sed -n 's/.*BYTES \([0-9]*\)$/\1/p' stdout)
    # 15 operations and 11 numbers a point in an iteration, 2 and 1 before.
    iterations=$(sed -n 's/.* \([0-9]*\) iterations.*/\1/p' stdout)
    is "$flop" $((100 * 100 * (2 + 15 * iterations))) "$1: operations by hand"
    is "$bytes" $((100 * 100 * 8 * (1 + 11 * iterations))) "$1: bytes by hand"
    ok "$1: hpmagg prints JSON" json "$1.h5" --per=rank
    if [ ! -x "$programs/exact" ]; then
        skip "$1: its work" "PAPI's libsde is not installed"
        return
    fi
    ok "$1: its operations are as many as it exports" $known value "$1.h5.json" \
        "of ('sde:::heat::FLOP') == $flop"
    ok "$1: its bytes are as many as it exports" $known value "$1.h5.json" \
        "of ('sde:::heat::BYTES') == $bytes"
    ok "$1: MFLOPS and bandwidth follow" $known value "$1.h5.json" \
        "{'mflops', 'memory_bandwidth'} <= {m['name'] for m in data['metrics']}
        and all (abs (m['total'] / work * max (r['wall_s'] for r in rows ('rank'))
        - 1) < 1e-6 for work, name in
        (($flop / 1e6, 'mflops'), ($bytes / 2**20, 'memory_bandwidth'))
        for m in [m for m in data['metrics'] if m['name'] == name])"
    ok "$1: the summary shows MFLOPS" grep -q MFLOPS stderr
}

export OMP_NUM_THREADS=2
check heat
if [ "$sanitizer" = thread ]; then
    skip heat_omp "libgomp is not instrumented: its barriers look like races"
else
    check heat_omp
fi
finish
