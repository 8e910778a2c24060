#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What Slurm's srun starts, of each MPI library by the interface that it speaks,
# itself or behind a script, env or taskset, and as a job of several programs, in
# each language: all ranks are counted, each call once, and the run is as it is
# without us.
. "${srcdir:-.}/tests/guest/slurm.sh"
. "$source_folder/tests/launch/lib.sh"

start_several () {
    printf '0 %s\n1 %s\n' "$*" "$*" >programs
    # shellcheck disable=SC2086
    timeout -k 10 120 $launcher $count 2 --multi-prog programs
}

# with INTERFACE LIBRARY: rows, where srun has the interface.
with () {
    srun="srun --mpi=$1 --overlap" launcher="srun --mpi=$1 --overlap --quiet"
    launcher_name=srun-$1 count=-n
    build_languages "$2"
    cp "$3" ends-of-it 2>/dev/null && starts ./ends-of-it || {
        skip "programs that srun --mpi=$1 starts are counted" "it starts no program of $2"
        return
    }
    # shellcheck disable=SC2086
    rows "$2" $hows
}

start_slurm "$(hostname -s)"
with pmix openmpi "$ends"
mpich_ends || :
with pmi2 mpich mpich-ends
finish
