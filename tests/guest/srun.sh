#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Ranks that Slurm starts: srun --mpi=pmix hpmrun ./a, in a Slurm of our own on
# this machine.
. "${srcdir:-.}/tests/guest/slurm.sh"

start_slurm "$(hostname -s)"
srun="srun --mpi=pmix --overlap"
starts "$ends" || skip_all "srun --mpi=pmix starts no MPI program"

c=complete p=partial m=missing
both finalize 4 "$ends" finalize
json finalize.h5 --per=rank
ok "all counts are there" $ends_py finalize.h5.json $c $c $c $c
ok "nothing of the snapshots remains" left_nothing
ok "the file knows Slurm's job" $known value finalize.h5.json \
    'data["run"]["job_id"].isdigit ()'

for kind in exit MPI_Abort SIGKILL-all; do
    both $kind 2 "$ends" $kind
    ok "$kind: there is no result file" test ! -e $kind.h5
    ok "$kind: it is recovered" recover $kind
    ok "$kind: all counts are there" $ends_py $kind.json $p $p
done
one_without uneven 3 "$ends" $c $m $c

# Ranks without MPI: one summary.
# shellcheck disable=SC2086
launch 3 "$hpmrun" $flags -o alike.h5 true >out 2>alike </dev/null
is "$(grep -c '^results: ' alike)" 1 "three ranks without MPI show one summary"
ok "the summary of ranks without MPI says how many are like it" \
    grep -q 'that was rank 0; and 2 like it, each with a file of its own if it ends by itself' alike

srun="srun --mpi=pmi2 --overlap"
if mpich_ends && starts ./mpich-ends; then
    both mpich 4 ./mpich-ends finalize
    json mpich.h5 --per=rank
    ok "mpich: all counts are there" $ends_py mpich.h5.json $c $c $c $c
    both mpich-abort 2 ./mpich-ends MPI_Abort
    ok "mpich-abort: it is recovered" recover mpich-abort
    ok "mpich-abort: all counts are there" $ends_py mpich-abort.json $p $p
    one_without mpich-uneven 3 ./mpich-ends $c $m $c
else
    skip "programs of MPICH" "there is no MPICH, or srun --mpi=pmi2 starts none"
fi
finish
