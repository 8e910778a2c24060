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
    ok "$1: hpmagg prints JSON" json "$1.h5"
    if [ ! -x "$programs/exact" ]; then
        skip "$1: its work" "PAPI's libsde is not installed"
        return
    fi
    ok "$1: operations" $known value "$1.h5.json" \
        "of ('sde:::heat::FLOP') == $flop"
    ok "$1: bytes" $known value "$1.h5.json" \
        "of ('sde:::heat::BYTES') == $bytes"
    ok "$1: MFLOPS and bandwidth follow" $known value "$1.h5.json" \
        "{'MFLOPS', 'GB/s'} <= {m['unit'] for m in data['metrics']
        if m.get('total')}"
    ok "$1: the summary shows MFLOPS" grep -q MFLOPS stderr
}

export OMP_NUM_THREADS=2
check heat
check heat_omp
finish
