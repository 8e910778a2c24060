#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Counts of regions inside MPI and outside are the work that was done there.
. "${srcdir:-.}/tests/guest/lib.sh"

split=$top/tests/region/split
counted_so="--summary=none --backend=$top/tests/calls/work_backend.so
            --events=work::DONE,work::TWICE,work::NONE"
flags="$counted_so --mpi=split"
folder=$work/checkpoint

# All and in MPI and outside, and the same without regions inside: "solve" has 3
# entries, each of 10 outside and 7 in MPI; thread k of "team" does 100 k and 7 k.
known='["down",10,3,7,1,0,1],["down/down",9,3,6,1,0,1],["down/down/down",8,3,5,8,3,5],OPEN,["outer",143,33,110,80,0,80],["outer/around",12,12,0,0,0,0],["outer/around/within",12,12,0,12,12,0],["outer/solve",51,21,30,51,21,30]'
known="$known,"'["team",642,42,600,642,42,600]'

# known_with OPEN...: what is known, with what "open" has.
known_with () {
    echo "[$(echo "$known" | sed "s/OPEN/[\"open\",$1]/")]"
}

# parts FILE EVENT RANKS [SORT]: of one rank, of all regions of FILE.json.
parts () {
    jq -c --arg e "$2" --argjson n "$3" '[.region[] | [.region]
        + ([.counts, .mpi_counts, .useful_counts, .own_counts, .own_mpi_counts,
            .own_useful_counts] | map (.[$e] / $n))] | sort' "$1.json"
}

# as_known RANKS: the program's regions have their known work inside and outside.
as_known () {
    ok "a marked program runs" counted "$1" known.h5 "$split" 3
    flags="$flags --force"
    json known.h5 --per=region
    is "$(parts known.h5 work::DONE "$1")" "$(known_with 16,5,11,16,5,11)" \
        "each region has its work inside MPI and outside, with those inside it and without"
}

for ranks in 1 3; do
    in_case "$ranks ranks"
    as_known $ranks
done
in_case
is "$(jq -c '[.region[] | .split_quality."work::DONE"] | unique' known.h5.json)" '["exact"]' \
    "they are exact"
is "$(jq -c '[.region[] | .mpi_counts."work::TWICE" == 2 * .mpi_counts."work::DONE"] | unique' \
    known.h5.json)" '[true]' "those of a second event are exact as well"
is "$(jq -c '[.region[] | [.mpi_counts."work::NONE", .own_counts."work::NONE"]] | unique' \
    known.h5.json)" '[[null,null]]' "what can't be counted has no part"
is "$(jq -c '[.region[] | .mpi_counts."os::WALL_TIME" == (.mpi_s * 1e9 | round)
        and .useful_counts."os::WALL_TIME" >= 0] | unique' known.h5.json)" '[true]' \
    "time inside MPI is that of its calls"
is "$(jq -c '.region[] | select (.region == "outer/around/within")
    | .time_s - .mpi_s < 1e-4 and .mpi_s > 0' known.h5.json)" true \
    "time in a function that MPI calls is inside MPI"
json known.h5 --per=region-rank
of_ranks='[.region_rank[] | select (.rank == $r) | [.region]
    + ([.counts, .mpi_counts, .useful_counts, .own_counts, .own_mpi_counts,
        .own_useful_counts] | map (."work::DONE"))] | sort'
for r in 0 1 2; do
    is "$(jq -c --argjson r $r "$of_ranks" known.h5.json)" \
        "$(known_with 16,5,11,16,5,11)" \
        "rank $r has its work inside MPI and outside, with regions inside and without"
done
is "$(jq -c '[.region_rank[] | [.mpi_counts."work::NONE", .split_quality."work::DONE",
        .own_counts."work::NONE"]] | unique' known.h5.json)" '[[null,"exact",null]]' \
    "of ranks parts are exact, and of what can't be counted there is none"
"$hpmagg" --per=region-rank --format=csv known.h5 >csv
is "$(python3 -c '
import csv
print(*(row["work::DONE" + what] for row in csv.DictReader(open("csv"))
        if row["region"] == "outer" for what in ("", ":mpi", ":useful")))')" \
    "143 33 110 143 33 110 143 33 110" "CSV has the same of each rank"
"$hpmagg" --per=region-rank --events=work::DONE known.h5 >table
ok "the table of ranks has both parts" grep -qE '^outer +2 .* 143 +33 +110$' table
json known.h5 --per=region
"$hpmagg" --per=region --format=csv known.h5 >csv
is "$(python3 -c '
import csv, sys
for row in csv.DictReader(open("csv")):
    if row["region"] == "outer":
        print(*(row["work::DONE" + what] for what in
                ("", ":mpi", ":useful", ":own", ":own-mpi", ":own-useful", ":split-quality")))')" \
    "429 99 330 240 0 240 exact" "CSV has the same"
json known.h5 --per=region --flat
is "$(parts known.h5 work::DONE "$ranks")" \
    '[["around",12,12,0,0,0,0],["down",10,3,7,10,3,7],["open",16,5,11,16,5,11],["outer",143,33,110,80,0,80],["solve",51,21,30,51,21,30],["team",642,42,600,642,42,600],["within",12,12,0,12,12,0]]' \
    "labels have those of the outermost of their regions, and of their own all"
is "$(jq -c '[.region[] | [.mpi_counts."work::NONE", .own_counts."work::NONE"]] | unique' \
    known.h5.json)" '[[null,null]]' "labels have nothing of what can't be counted"
json known.h5 --per=region
"$hpmagg" --per=region --events=work::DONE known.h5 >table
ok "the table has both parts of an event that is asked for" \
    grep -qE '^region.* work::DONE +in MPI +outside$' table
ok "with their counts" grep -qE '^outer .* 429 +99 +330$' table

# Looks that cost work of their own: the parts of the program are the same, but
# where marks stand in a call, of which what they take is, and where there was no
# mark at the end, whose part is taken all the same.
in_case "looks that cost"
export WORK_PER_LOOK=2:3
ok "a marked program runs" counted 1 looks.h5 "$split" 3
json looks.h5 --per=region
outside='[.region[] | select (.region | IN ("outer", "outer/around", "open") | not)
    | [.region, (.mpi_counts, .useful_counts)."work::DONE" / $n]] | sort'
is "$(jq -c --argjson n 1 "$outside" looks.h5.json)" "$(jq -c --argjson n 3 "$outside" known.h5.json)" \
    "what looks cost is in neither part"
unset WORK_PER_LOOK

# All and in MPI and outside, entries, those never ended, and ends that were stray.
in_case "regions that begin or end in calls"
flags="$counted_so --mpi=split"
ok "a marked program runs" counted 2 crossing.h5 "$top/tests/region/crossing"
json crossing.h5 --per=region
is "$(jq -c '[.region[] | [.region, ((.counts, .mpi_counts, .useful_counts)."work::DONE"),
        .entries, .unended, .stray] | .[1:] |= map (. / 2)] | sort' crossing.h5.json)" \
    '[["around a jump",4017,4004,13,1,0,0],["around a jump/jumped",4017,4004,13,1,1,0],["around a thread",8010,8008,2,1,0,0],["around a thread/handed",8010,8008,2,1,1,0],["from call to call",2043,2003,40,1,0,0],["from inside",7020,7000,20,1,0,0],["handed",0,0,0,0,0,1],["to inside",35,5,30,1,0,0]]' \
    "each has what is inside MPI and outside, and MPI_Pcontrol (0) pauses nothing"

in_case "--mpi=time"
flags="$counted_so --mpi=time"
ok "a marked program runs" counted 1 time.h5 "$split" 3
json time.h5 --per=region
is "$(jq -c '[.region[] | has ("mpi_counts", "own_counts", "split_quality")] | unique' time.h5.json)" \
    '[false]' "there are no parts"

in_case "a run that was recovered"
# shellcheck disable=SC2086
launch 1 "$hpmrun" $counted_so --mpi=split --checkpoint="$folder" "$split" 3 end \
    >out 2>err </dev/null
"$hpmagg" --recover "$folder"/hpmmpi-* -o cut.h5 --force --summary=none >/dev/null 2>&1
json cut.h5 --per=region
is "$(parts cut.h5 work::DONE 1)" "$(known_with 20,9,11,20,9,11)" \
    "each region has its work as far as it got, the call under way included"
is "$(jq -c '[.region[] | .split_quality."work::DONE"] | unique' cut.h5.json)" '["partial"]' \
    "and it says that it is partial"
json cut.h5 --per=region-rank
is "$(jq -c '[.region_rank[] | .split_quality."work::DONE"] | unique' cut.h5.json)" '["partial"]' \
    "a rank's parts are partial as well"

in_case "counters of the system"
flags="--summary=none --backend=none --mpi=split --region-cpu-time"
ok "a marked program runs" counted 1 system.h5 "$split" 3
json system.h5 --per=region
is "$(jq -c '[.region[] | .mpi_counts."os::CPU_TIME" + .useful_counts."os::CPU_TIME"
        <= .counts."os::CPU_TIME"] | unique' system.h5.json)" '[true]' \
    "processor time is split"

in_case "regions of nothing but calls"
ok "a marked program runs" counted 2 inner.h5 "$top/tests/region/inner"
for per in region region-rank; do
    json inner.h5 --per=$per
    ok "$per: no part is negative, and times are of one piece" \
        python3 "$source_folder/tests/region/parts_within.py" inner.h5.json
done

in_case "marks that ask the kernel"
flags="--summary=none --backend=none --region-cpu-time"
ok "a marked program runs" counted 1 dear.h5 "$top/tests/region/inner" 200
json dear.h5
is "$(jq -c '[.verdict[] | select (.rule == "system" or (.text | contains ("(good)")))]' \
    dear.h5.json)" "[]" "their time is not the program's in the kernel, and no good run"
finish
