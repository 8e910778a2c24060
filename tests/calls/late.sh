#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Who comes late to MPI_Init.
# Measures: when ranks come to MPI_Init.
. "${srcdir:-.}/tests/calls/lib.sh"

# late_start SECONDS: rank 1 comes to MPI_Init behind the other: its script sleeps.
late_start () {
    seconds=$1
    rm -f stream result.h5*
    # shellcheck disable=SC2016
    launch 2 sh -c '[ "${OMPI_COMM_WORLD_RANK:-${PMIX_RANK:-0}}" = 0 ] || sleep "$0"
        exec "$@"' "$seconds" "$hpmrun" -o result.h5 --writer=/bin/false --mpi=time $flags \
        "$programs/first" >stdout 2>stderr </dev/null || {
        cat stdout stderr
        return 1
    }
    mv result.h5.stream-* stream
}
# apart: rank 1 ran for as long as it slept, and the other for less than that.
apart () {
    compare value "(ranks[1]['before_mpi'] > ($seconds - 0.02) * 1e9
        and 0 < ranks[0]['before_mpi'] < ranks[1]['before_mpi'] - 0.8e9 * $seconds < 200e9)"
}
# Two processes may differ by a second on a busy machine, but hardly by ten.
ok "ranks that start at different times run" late_start 1
for longer in 4 16 40; do
    ! apart >/dev/null 2>&1 || break
    say "a rank was late by itself: another one is so by $longer s"
    late_start $longer
done
ok "how long each ran before MPI_Init is recorded" apart
finish
