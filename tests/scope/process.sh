#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What is counted of MPI programs: from MPI_Init on, or from the start of the
# process; of scripts, the program they start.
. "${srcdir:-.}/tests/scope/lib.sh"

mpi_scope='run["scope"] == "from MPI_Init to MPI_Finalize"'
c=complete p=partial

# job NAME COMMAND...: two ranks, in one file
job () {
    both "$1" 2 "$@"
    "$hpmagg" --format=json --per=rank "$1.h5" >"$1.json"
    ok "$1: all counts are there" $ends_py "$1.json" $c $c
    ok "$1: nothing of the snapshots remains" left_nothing
    ok "$1: there is one file" test "$(ls ./"$1"*.h5)" = "./$1.h5"
}

# The helpers take the program after the name.
both () {
    name=$1 ranks=$2
    shift 3
    plain "$name" "$ranks" "$@" &
    guest "$name" "$ranks" "$@"
    wait $!
    undisturbed "$name"
}

job mpi "$ends" finalize
ok "mpi: it is counted from MPI_Init on" $known value mpi.json "$mpi_scope"
not_for_strangers
# Not by a status of its own: mpirun would end the other ranks at the first one.
job shell sh -c "'$ends' finalize; true"
ok "shell: it is counted from MPI_Init on" $known value shell.json "$mpi_scope"
job exec env A=1 sh -c "exec '$ends' finalize"

flags="$flags --scope=process"
job process "$ends" finalize
ok "process: it is counted from the start on" $known value process.json '
    run["scope"] == "from the start of the process to MPI_Finalize"'
"$hpmagg" --format=json --per=thread process.h5 >process.json
ok "process: the main thread began before the threads of MPI" $known value \
    process.json 'all (row["wall_s"] < main["wall_s"]
        for main in data["thread"] if main["role"] == "main"
        for row in data["thread"]
        if row["rank"] == main["rank"] and row["thread"] > 0)'
both exit 2 exit "$ends" exit
ok "exit: it is recovered" recover exit
ok "exit: all counts are there" $ends_py exit.json $p $p

flags="--backend=$stub -e stub::N1"
"$hpmrun" $flags --checkpoint="$work/checkpoint" -o version.h5 ompi_info -V \
    >out 2>stderr
is $? 0 "a program that is linked to MPI and does not call MPI_Init"
ok "a program that does not call MPI_Init is told so" grep -q "did not call MPI_Init" stderr
ok "a program that does not call MPI_Init leaves no file" test ! -e version.h5

# An MPI library that lacks what we need: what is counted goes on without it.
flags="--backend=$stub -e stub::N1"
alone other-mpi "$top/tests/scope/other_mpi"
same_as_plain other-mpi
ok "a library that is no Open MPI is not counted from MPI_Init on" grep -q \
    "not counted, because the MPI library of this program has no" other-mpi.stderr
ok "there is no result of another program of MPI" test ! -e other-mpi.h5
flags="$flags --scope=process"
alone other-process "$top/tests/scope/other_mpi"
same_as_plain other-process
ok "with it the whole process is counted without MPI, and says why" grep -q \
    "counted without MPI, because the MPI library" other-process.stderr
"$hpmagg" --format=json --per=rank other-process.h5 >other-process.json
ok "the result of the other process is written" $known value other-process.json '
    run["scope"] == "the whole process" and run["status"] == "complete"'
ok "nothing of the snapshots of the other process remains" left_nothing

# MPI that is loaded later: counting starts again at MPI_Init.
if /usr/bin/python3 -c 'import mpi4py' 2>/dev/null; then
    cat >late.py <<'END'
import threading
early = threading.Event()
threading.Thread(target=early.wait, daemon=True).start()
from mpi4py import MPI
if MPI.COMM_WORLD.rank == 0:
    print(MPI.COMM_WORLD.size)
MPI.COMM_WORLD.barrier()
END
    for scope in mpi process; do
        flags="--backend=$stub -e stub::N1 --scope=$scope"
        both late-$scope 2 late /usr/bin/python3 late.py
        "$hpmagg" --format=json --per=thread late-$scope.h5 >late.json
        ok "late-$scope: the early thread is counted" $known value late.json '
            run["ranks"] == 2 and run["status"] == "complete"
            and sorted (row["rank"] for row in data["thread"]
            if row["role"] == "worker") == [0, 1]'
        ok "late-$scope: nothing of the snapshots remains" left_nothing
    done
    ok "late-process: it is counted from the start on" $known value late.json '
        run["scope"] == "from the start of the process to MPI_Finalize"'
else
    skip "MPI that is loaded later" "there is no mpi4py"
fi
finish
