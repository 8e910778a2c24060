#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The verdict names the region in which the ranks differ, the summary that in which
# they wait; a row of a region says how the ranks share it.
# Measures: ranks that are slow in a region.
. "${srcdir:-.}/tests/run/lib.sh"

flags="--summary=none --backend=none --mpi=time"
ok "a job with a slow rank runs" counted 3 uneven.h5 "$top/tests/region/uneven"
"$hpmagg" uneven.h5 >summary
ok "the summary has the tree" grep -qE '^  (relax|halo) +3 ' summary
# of_slowest: what the verdict says of the slowest rank.
of_slowest () {
    "$hpmagg" --format=json "$1" | jq -r '.. | objects | select (.rule? == "slowest") | .text'
}
of_slowest uneven.h5 >slowest
ok "the verdict names where the slow rank is outside MPI" \
    grep -qE '; in solve/relax itself it is [0-9.]+ m?s longer outside MPI than the mean of the others$' slowest
is "$(grep -c ': rank .* more than the mean' summary)" 0 "it is not said once more below the tree"
ok "what to type next shows regions of ranks" \
    grep -qxE '  next: hpmagg --per=region-rank [^ ]*uneven.h5' summary
ok "it names where the others wait" \
    grep -qE '^  solve/halo: has the most time in MPI, [0-9.]+ m?s: .* of the ranks. time$' summary

json uneven.h5 --per=region
is "$(jq -c '.region[] | select (.region == "solve/relax")
    | [.slowest_rank, .max_rank, .load_balance < 0.6, .rank_max_s >= 2, .rank_min_s < .rank_max_s]' \
    uneven.h5.json)" '[2,2,true,true,true]' "its row says which rank, and how far"
is "$(jq -c '.region[] | select (.region == "solve/alone")
    | [.entries, .threads, .min_s == .max_s, .rank_min_s == 0]' uneven.h5.json)" '[1,1,true,true]' \
    "ranks that did not enter a region have no time in it, and no shortest entry"

in_case "several entries"
ok "a job with a slow rank runs" counted 3 steps.h5 "$top/tests/region/uneven" 20
of_slowest steps.h5 >slowest
ok "the verdict tells what each costs" grep -qE \
    '; in solve/relax the interior .* it is [0-9.]+ s longer .* the others, [0-9.]+ ms in each of 20 entries$' slowest
json steps.h5 --per=region-rank
more=$(sed 's/.* it is \([0-9.]*\) s longer .*/\1/' slowest)
each=$(sed 's/.* others, \([0-9.]*\) ms in each .*/\1/' slowest)
is "$(jq --argjson more "$more" --argjson each "$each" '
    [.region_rank[] | select (.region | startswith ("solve/relax")) | .useful_s]
    | .[2] - (.[0] + .[1]) / 2 | [(. - $more | fabs) < 0.01 * ., (. * 1000 / 20 - $each | fabs) < 0.5 * .]' \
    -c steps.h5.json)" '[true,true]' "these are the times of its row and of those of the others"
COLUMNS=80 "$hpmagg" steps.h5 >summary
ok "names that are cut on a narrow screen have their beginning and their end" \
    grep -qE '^  relax the [a-z ]+\.\.\.[a-z ]*oother +60 ' summary
COLUMNS=150 "$hpmagg" steps.h5 >summary
ok "on a wide one they are whole" \
    grep -qE '^  relax the interior of the domain with a smoother +60 ' summary

in_case "efficiencies"
csv=uneven.csv
"$hpmagg" --per=region --format=csv uneven.h5 >$csv
# rows EXPRESSION: holds of the rows of $csv.
rows () {
    python3 "$source_folder/tests/region/rows.py" $csv "$1"
}
ok "balance and communication of a region make its efficiency" rows \
    'all(abs(of(p)["balance"] * of(p)["communication"] - of(p)["efficiency"]) < 1e-9 for p in paths)'
ok "a region in which one rank works is as bad as that" rows \
    'of("solve/relax")["balance"] < 0.6 and of("solve/relax")["efficiency"] < 0.6'
ok "a region of waiting alone is not efficient, however balanced that is" rows \
    'of("solve/halo")["mpi_s"] < of("solve/halo")["time_s"] / 2 or of("solve/halo")["efficiency"] <= 0.5'
ok "those of a rank are of all ranks: one of three is a third" rows \
    'abs(of("solve/alone")["balance"] - 1 / 3) < 1e-9'
json uneven.h5 --per=region-rank
is "$(jq -c '.region_rank as $r | [.region_rank[].region] | unique | map (. as $p
    | [$r[] | select (.region == $p) | .rank])' uneven.h5.json)" '[[0,1,2],[0],[0,1,2],[0,1,2]]' \
    "each region has a row for each rank that was in it"
ok "the efficiencies are those of the rows of ranks" \
    python3 "$source_folder/tests/region/of_ranks.py" uneven.h5.json $csv 3
"$hpmagg" uneven.h5 >summary
ok "the summary has them" grep -qE '^region .* effic\.  imbal\.$' summary
for key in useful_s time_s os::WALL_TIME; do
    "$hpmagg" --per=region-rank --sort=$key --format=json uneven.h5 >sorted
    is "$(jq "[.region_rank[] | .\"$key\" // .counts.\"$key\"] | . == (sort | reverse)" sorted)" true \
        "rows of ranks are sorted by $key"
done
"$hpmagg" --per=region-rank --sort=rank --format=json uneven.h5 >sorted
is "$(jq -j ".region_rank[] | \"\(.region),\(.rank) \"" sorted)" \
    "solve,0 solve/relax,0 solve/halo,0 solve/alone,0 solve,1 solve/relax,1 solve/halo,1 solve,2 solve/relax,2 solve/halo,2 " \
    "sorted by rank, regions stay in their order"
flags="--summary=none --backend=none --mpi=off"
ok "a job whose calls are not timed runs" counted 2 untimed.h5 "$top/tests/region/uneven"
json untimed.h5 --per=region
is "$(jq '[.region[] | .efficiency, .balance, .communication] | unique' -c untimed.h5.json)" "[null]" \
    "where calls were not timed there are none"

in_case "events that marks do not read"
flags="--summary=none --backend=$top/tests/calls/work_backend.so --events=work::DONE"
ok "a job with a region of one rank runs" counted 3 unread.h5 "$top/tests/region/uneven"
json unread.h5 --per=region
is "$(jq -c '[.region[].counts | [."os::WALL_TIME" > 0, ."work::DONE", ."os::BYTES_READ",
    ."os::MINOR_FAULTS", ."mpi::CALLS"]]' unread.h5.json)" \
    '[[true,15,null,null,null],[true,15,null,null,null],[true,0,null,null,null],[true,0,null,null,null]]' \
    "a region that other ranks were not in has no count of what nobody read"
is "$(jq -c '[.region[].metrics | .page_fault_rate, .read_bandwidth, .peak_memory] | unique' \
    unread.h5.json)" "[null]" "nor has it metrics of them"
"$hpmagg" --per=region --events=os::BYTES_READ unread.h5 >unread
has unread "os::BYTES_READ (marks of regions do not read it)" \
    "the table says why there is none"
"$hpmagg" --per=region --format=csv unread.h5 >unread.csv
ok "CSV has the events alone that marks read" \
    python3 "$source_folder/tests/region/rows.py" unread.csv \
    '{k for p in paths for k, v in of(p).items() if "::" in k and v != ""} == {"os::WALL_TIME", "work::DONE"}'
if command -v h5dump >/dev/null; then
    # of_file VARIABLE INDEX: its values there, each on a line.
    of_file () {
        h5dump -d "$1" -s "$2" -c "$3" -y -o values unread.h5 >/dev/null
        tr -d ' ' <values | tr ',' '\n' | grep .
    }
    event=$(h5dump -d event -y unread.h5 | tr ',' '\n' | grep '::' |
        grep -n '"os::BYTES_READ"' | cut -d: -f1)
    is "$(of_file job_region_count "0,$((event - 1)),10" 4,1,1 | sort -u)" 34 \
        "the file has the reason"
    is "$(of_file rank_region_count "0,$((event - 1)),0" 4,1,3 | sort -u)" -9223372036854775808 \
        "and no count of any rank"
else
    skip "what the file says" "there is no h5dump"
fi
in_case "what rows are sorted by"
for key in time_s own_s mpi_s max_s entries load_balance; do
    "$hpmagg" --per=region --sort=$key --format=json uneven.h5 >sorted
    is "$(jq "[.region[].$key | select (. != null)] | . == (sort | reverse)" sorted)" true \
        "rows are sorted by $key"
done
for key in thread rank; do
    "$hpmagg" --per=region --sort=$key uneven.h5 >/dev/null 2>told
    has told "--sort=$key: a row of a region has no $key; --per=$key has" \
        "they are not sorted by $key, and it is said which are"
done
"$hpmagg" --per=region --sort=file uneven.h5 >/dev/null 2>told
has told "nor rank, thread, host, wall or a column of numbers" \
    "they are not sorted by a text"
flags="$flags --mpi=split"
ok "a job with a region of one rank runs" counted 3 divided.h5 "$top/tests/region/uneven"
json divided.h5 --per=region
is "$(jq -c '[.region[] | [.mpi_counts."work::DONE", .useful_counts."work::DONE" > 0,
    .mpi_counts."os::MINOR_FAULTS", .useful_counts."os::MINOR_FAULTS"]] | unique' divided.h5.json)" \
    '[[0,false,null,null],[0,true,null,null]]' "nor parts of it inside and outside MPI"
json divided.h5 --per=region-rank
is "$(jq -c '[.region_rank[] | .mpi_counts."os::MINOR_FAULTS", .useful_counts."os::MINOR_FAULTS"]
    | unique' divided.h5.json)" "[null]" "rows of ranks have none either"
finish
