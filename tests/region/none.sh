#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A table of regions or of places that has no rows says why, and what would give it
# some.
. "${srcdir:-.}/tests/run/lib.sh"

# says PER FILE TEXT: on a wide screen.
says () {
    COLUMNS=200 "$hpmagg" --per="$1" "$2" >table
    has table "no $3" "why there is none is said"
}

in_case "regions of a program without marks"
flags="--summary=none --backend=none --mpi=off"
ok "it runs" counted 2 off.h5 "$programs/ordinary" well
says region off.h5 "regions: the program marked none, with hpm.h or as another tool has it (hpm(3)); hpmrun --functions=LIST makes them of functions"
"$hpmagg" --per=region --flat off.h5 >table
has table "no regions: the program marked none" "labels have the same reason"
is "$("$hpmagg" --per=region --format=csv off.h5 | wc -l)" 1 "CSV has its heading alone"

in_case "places of calls that were not timed"
says site off.h5 "places: calls of MPI were not timed (hpmrun --mpi=time does)"

in_case "places of calls that were timed"
flags="--summary=none --backend=none"
ok "it runs" counted 2 on.h5 "$programs/ordinary" well
"$hpmagg" --per=site on.h5 >table
is "$(grep -c '^no places' table)" 0 "they are rows, and no reason is told"

in_case "places of a program without MPI"
"$hpmrun" -o plain.h5 --backend=none --summary=none "$top/tests/region/marked-off" >out 2>&1
says site plain.h5 "places: the program called no function of MPI while it was counted"

in_case "joined runs"
ok "it runs" counted 2 more.h5 "$programs/ordinary" well
"$hpmagg" --join --force on.h5 more.h5 -o joined.h5 --summary=none 2>said
says region joined.h5 "regions: a file of joined runs has none; those of the runs may have them"
"$hpmagg" --join --force --per=region -e '*' on.h5 more.h5 >table 2>said
is "$(grep -c "no row has" table)" 0 "no event is told to have no value for another reason"
"$hpmagg" --join --force --per=region-rank on.h5 more.h5 2>said
ok "what has no regions is called by what was given" \
    grep -q "^hpmagg: the join of 2 files: no regions of ranks: " said
in_case "places of joined runs"
says site joined.h5 "places: a file of joined runs has none; those of the runs may have them"

outside=$top/tests/scope/outside
if [ -x "$outside" ]; then
    unset HPM_TEST_SANITIZER # hpmrun would warn about it
    in_case "from outside"
    "$hpmrun" -o outside.h5 --backend=none --summary=none "$outside" exit 0 >out 2>&1
    says region outside.h5 "regions: a program that is counted from outside has none"
    in_case "places from outside"
    says site outside.h5 "places: a program that is counted from outside has none"
else
    skip "what is counted from outside has none" "no program can be linked statically here"
fi
finish
