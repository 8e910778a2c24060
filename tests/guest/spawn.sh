#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs that are started by MPI_Comm_spawn are counted, each in a file of its
# own, named after the parent's.
. "${srcdir:-.}/tests/guest/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "no program that was built without it bears libtsan"

flags="--backend=$stub -e stub::N1"

mpicc -o spawn "$source_folder/tests/guest/neighbours/spawn.c" ||
    bail_out "no MPI program can be built"

# Room for all of them, or Open MPI's parents would wait for ever.
launch () {
    timeout 40 mpirun --bind-to none -H "$(hostname)":8 -np "$@"
}

# hung_in_spawn: what the ranks that started others did until they were ended.
hung_in_spawn () {
    "$hpmagg" --recover "$work/checkpoint" -o "$work/hung.h5" --summary=none 2>told
    cat told
    grep -q 'inside MPI_Comm_spawn.*: ranks 0-1$' told
}

# again RUN HUNG COMMAND...: run it, and once more where Open MPI hung.  With
# PMIx 4.1 or 4.2 a process that was spawned may wait in PMIx_Init for ever (some
# 4 runs of 100, with and without us; issue 2735 of openpmix).  HUNG says whether
# it was that; any other hang remains one.
again () {
    run=$1 hung=$2
    shift 2
    for try in 1 2 3 4 5; do
        "$@"
        [ "$(cat "$run-status")" = 124 ] && $hung || return 0
        echo "# Open MPI hung, try $try"
        rm -rf "$work"/checkpoint/hpmmpi-* "$work"/hung*.h5 "${run%.*}"*.h5
    done
}

# own FILE: two ranks with the counts that are known
own () {
    ok "$1: is there, and hpmagg prints JSON" json "$1" --per=rank
    ok "$1: all counts are there" $known value "$1.json" \
        'len (data["rank"]) == 2 and all (row["counts"]["stub::N1"]
        == 1000 + row["rank"] for row in data["rank"])'
}

again spawn.plain true plain spawn 2 ./spawn
[ "$(cat spawn.plain-status)" = 0 ] ||
    skip_all "the program that spawns others fails without us, too"
is "$(grep -c 'gave 21' spawn.plain)" 3 "the program does what it should"
again spawn.guest hung_in_spawn guest spawn 2 ./spawn
undisturbed spawn
own spawn.h5
own spawn.spawn1.h5
own spawn.spawn2.h5
own spawn.spawn3.h5
is "$(echo *.h5)" "spawn.h5 spawn.spawn1.h5 spawn.spawn2.h5 spawn.spawn3.h5" \
    "these are all files"
ok "nothing of the snapshots remains" left_nothing

# One that has no settings but its own.
named () {
    mkdir -p named
    launch 2 "$hpmrun" -s none --backend="$stub" -e stub::N1 \
        --checkpoint="$work/checkpoint" --directory="$work/named" ./spawn \
        >named.guest 2>named.stderr </dev/null
    echo $? >named.guest-status
    [ "$(cat named.guest-status)" != 124 ] || rm -rf named
}
again named.guest hung_in_spawn named
is "$(cat named.guest-status)" 0 "a run without -o ends well"
is "$(find named -name 'spawn.[0-9]*.h5' | wc -l)" 4 "there are four files, too"
is "$(find named -name 'spawn.[0-9]*.spawn[123].h5' | wc -l)" 3 \
    "three of them with the names of children"

# called FILE CALLS: the calls of both ranks, but for MPI_Finalize
called () {
    json "$1"
    ok "$1: all calls are there" $known value "$1.json" \
        "{call['function']: call['calls'] for call in data['mpi']} == $2"
}

# Calls are recorded in all of them.
for mode in time split; do
    flags="--backend=$stub -e stub::N1 --mpi=$mode"
    again $mode.guest hung_in_spawn guest $mode 2 ./spawn
    is "$(cat $mode.guest-status)" 0 "a run with --mpi=$mode ends well"
    called $mode.h5 "{'MPI_Comm_get_parent': 2, 'MPI_Comm_rank': 6,
        'MPI_Comm_spawn': 4, 'MPI_Comm_spawn_multiple': 2, 'MPI_Allreduce': 6,
        'MPI_Comm_disconnect': 6}"
    for child in 1 2 3; do
        called $mode.spawn$child.h5 "{'MPI_Comm_get_parent': 2,
            'MPI_Comm_rank': 2, 'MPI_Allreduce': 2, 'MPI_Comm_disconnect': 2}"
    done
done
ok "nothing of the snapshots remains at the end" left_nothing

# What all of them have to say is said by the first job and by the first that it
# started.
flags="--backend=$stub -e stub::N1 --checkpoint=$work/nowhere"
again many.guest hung_in_spawn guest many 2 ./spawn
is "$(grep -c "no snapshots while it runs" many.stderr)" 2 \
    "started jobs do not repeat what the first one says"
finish
