#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The summary names the region in which the ranks differ, and that in which they
# wait; a row of a region says how the ranks share it.
. "${srcdir:-.}/tests/run/lib.sh"

flags="--summary=none --backend=none --mpi=time"
ok "a job with a slow rank runs" counted 3 uneven.h5 "$top/tests/region/uneven"
"$hpmagg" uneven.h5 >summary
ok "the summary has the tree" grep -qE '^  (relax|halo) +3 ' summary
ok "the summary names where the slow rank is outside MPI" \
    grep -qE '^  solve/relax: rank 2 is outside MPI for .* more than the mean: .* of the run$' summary
ok "it names where the others wait" \
    grep -qE '^  solve/halo: most of the time in MPI, .* of the run$' summary

json uneven.h5 --per=region
is "$(jq -c '.region[] | select (.region == "solve/relax")
    | [.slowest_rank, .max_rank, .load_balance < 0.6, .rank_max_s >= 2, .rank_min_s < .rank_max_s]' \
    uneven.h5.json)" '[2,2,true,true,true]' "its row says which rank, and how far"
is "$(jq -c '.region[] | select (.region == "solve/alone")
    | [.entries, .threads, .min_s == .max_s, .rank_min_s == 0]' uneven.h5.json)" '[1,1,true,true]' \
    "ranks that did not enter a region have no time in it, and no shortest entry"

for key in time_s own_s mpi_s max_s entries load_balance; do
    "$hpmagg" --per=region --sort=$key --format=json uneven.h5 >sorted
    is "$(jq "[.region[].$key | select (. != null)] | . == (sort | reverse)" sorted)" true \
        "rows are sorted by $key"
done
"$hpmagg" --per=region --sort=file uneven.h5 >/dev/null 2>told
has told "nor rank, thread, host, wall or a column of numbers" \
    "they are not sorted by a text"
finish
