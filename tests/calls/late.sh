#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Who comes late to MPI_Init.
. "${srcdir:-.}/tests/calls/lib.sh"

# Rank 1 comes to MPI_Init behind the others: its script sleeps.
late_start () {
    rm -f stream result.h5*
    # shellcheck disable=SC2016
    launch 2 sh -c '[ "${OMPI_COMM_WORLD_RANK:-${PMIX_RANK:-0}}" = 0 ] || sleep 1
        exec "$@"' sh "$hpmrun" -o result.h5 --writer=/bin/false --mpi=time $flags \
        "$programs/first" >stdout 2>stderr </dev/null || {
        cat stdout stderr
        return 1
    }
    mv result.h5.stream-* stream
}
ok "ranks that start at different times run" late_start
ok "how long each ran before MPI_Init is recorded" compare value \
    '0 < ranks[0]["before_mpi"] + 8e8 < ranks[1]["before_mpi"] < 100e9'
finish
