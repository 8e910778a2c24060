#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every rank runs hpmrun: all fail alike, one speaks.
. "${srcdir:-.}/tests/wrapper/lib.sh"

# silent STATUS CLAIM ARGUMENT...
silent () {
    wanted=$1
    claim=$2
    shift 2
    run "$@"
    is "$status:$(cat out err)" "$wanted:" "$claim"
}
export SLURM_STEP_NUM_TASKS=2 # srun sets it, beside SLURM_PROCID
for variable in OMPI_COMM_WORLD_RANK PMIX_RANK PMI_RANK SLURM_PROCID; do
    export "$variable=1"
    silent 2 "rank 1 of $variable is silent about an unknown event" \
        -e qwertz touch started
    silent 2 "rank 1 of $variable is silent about a wrong flag" --chek
    silent 2 "rank 1 of $variable is silent about a launcher" mpirun ./solver
    silent 0 "rank 1 of $variable is silent with --help" --help
    silent 127 "rank 1 of $variable is silent about a missing program" no-such-program
    export "$variable=0"
    run -e qwertz touch started
    ok "rank 0 of $variable speaks" test -s err
    unset "$variable"
done
unset SLURM_STEP_NUM_TASKS
export SLURM_PROCID=1
run -e qwertz touch started
ok "a batch script, whose rank is of no step, speaks" test -s err
unset SLURM_PROCID

touch there.h5
export OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_LOCAL_RANK=3
silent 2 "a rank on the host of rank 0 stops at an existing file" \
    -o there.h5 true
export OMPI_COMM_WORLD_LOCAL_RANK=0
silent 0 "a rank on another host leaves that to rank 0" -o there.h5 true
run no-such-program
is "$status:$(cat err)" \
    "127:hpmrun: cannot run 'no-such-program': no such program" \
    "what may differ between hosts is told by the first rank of each"
unset OMPI_COMM_WORLD_RANK OMPI_COMM_WORLD_LOCAL_RANK

if ! command -v mpirun >/dev/null; then
    skip "under mpirun one rank speaks" "there is no mpirun"
    finish
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe # Open MPI 5
mpirun -np 4 "$hpmrun" -e qwertz true >out 2>&1
is "$?" 2 "mpirun ends with the status of hpmrun"
is "$(grep -c '^hpmrun: unknown event qwertz' out)" 1 "one rank speaks"
mpirun -np 2 "$hpmrun" -o x.h5 printenv LD_PRELOAD >out 2>&1
is "$(cat out)" "$preloaded
$preloaded" "every rank gets the library"
finish
