#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs that are started by MPI_Comm_spawn are counted, each in a file of its
# own, named after the parent's.
. "${srcdir:-.}/tests/guest/lib.sh"

flags="--backend=$stub -e stub::N1"

mpicc -o spawn "$source_folder/tests/guest/neighbours/spawn.c" ||
    bail_out "no MPI program can be built"

# Room for all of them, or Open MPI's parents would wait for ever.
launch () {
    timeout 60 mpirun --bind-to none -H "$(hostname)":8 -np "$@"
}

# own FILE: two ranks with the counts that are known
own () {
    ok "$1: is there, and hpmagg prints JSON" json "$1" --per=rank
    ok "$1: all counts are there" $known value "$1.json" \
        'len (data["rank"]) == 2 and all (row["counts"]["stub::N1"]
        == 1000 + row["rank"] for row in data["rank"])'
}

plain spawn 2 ./spawn
is "$(grep -c 'gave 21' spawn.plain)" 2 "the program does what it should"
guest spawn 2 ./spawn
undisturbed spawn
own spawn.h5
own spawn.spawn1.h5
own spawn.spawn2.h5
is "$(echo *.h5)" "spawn.h5 spawn.spawn1.h5 spawn.spawn2.h5" \
    "these are all files"
ok "nothing of the snapshots remains" left_nothing

# One that has no settings but its own.
launch 2 "$hpmrun" -s none --backend="$stub" -e stub::N1 --spill="$work/spill" \
    --directory="$work" ./spawn >named.guest 2>named.stderr </dev/null
is $? 0 "without -o"
is "$(find . -name 'spawn.[0-9]*.h5' | wc -l)" 3 "there are three files, too"
is "$(find . -name 'spawn.[0-9]*.spawn[12].h5' | wc -l)" 2 \
    "two of them with the names of children"
finish
