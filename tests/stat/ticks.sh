#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# hpmstat: times by ticks while all processors are busy, and how they are rated.
. "${srcdir:-.}/tests/stat/lib.sh"

may_count || skip_all "$(sed 's/^hpmstat: //' "$work/may_count")"

cat >busy.sh <<'SCRIPT'
loops=
for i in $(seq "$1"); do
    (while :; do :; done) &
    loops="$loops $!"
done
sleep 2.2
kill $loops
SCRIPT
cat >always.metric <<'METRIC'
metric always
  title    Always poor
  unit     1
  formula  "os::MINOR_FAULTS"
  sense    lower
  poor     above -1
METRIC
run -q -I 0.25 -A processor -g time -m always.metric -o busy.h5 -- \
    sh busy.sh "$processors"
ok "no processor is busy for longer than it was counted, by any column of a line" \
    awk 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
         { busy = $at["busy%"]; sub (/^~/, "", $at["utilization"])
           used = $at["utilization"] }
         busy != "-" && used != "-" { used += 0; d = busy - used; n++
             wrong += busy > 100 || used > 100 || d * d > 0.01 }
         END { exit wrong || !n }' out || say "$(cat out)"
for per in rank interval; do
    "$hpmagg" --per=$per --metrics=utilization --format=csv busy.h5 >busy.csv
    ok "no row of table $per has been used for more than all of its time" \
        env python3 -c '
import csv
rows = list (csv.DictReader (open ("busy.csv")))
used = [float (row["utilization"]) for row in rows if row["utilization"]]
assert used and max (used) <= 100 + 1e-6, used
'
done

"$hpmagg" --per=rank --events --format=csv busy.h5 >times.csv
ok "user and system time of each row are its busy time" env python3 -c '
import csv
rows = [row for row in csv.DictReader (open ("times.csv")) if row["os::CPU_TIME"].isdigit ()]
assert rows and all (int (row["os::USER_TIME"]) + int (row["os::SYSTEM_TIME"])
                     == int (row["os::CPU_TIME"]) for row in rows), rows
'
"$hpmagg" --per=rank --format=json busy.h5 >busy.json
ok "a processor that was busy is rated, but not for how much it was" env python3 -c '
import json
rows = [row["rating"] for row in json.load (open ("busy.json"))["rank"]]
assert rows and all (row["always"] == "poor" and not row.get ("utilization")
                     for row in rows), rows
'
finish
