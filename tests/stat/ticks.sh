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

# Ticks tell nothing of the busy time of intervals as short as these.
cat >agree.py <<'END'
import csv
lines = [line.split () for line in open ("out") if line.strip ()]
lines = [dict (zip (lines[0], line)) for line in lines[1:]]
rows = {round (float (row["to_s"]), 3): row for row in csv.DictReader (open ("short.csv"))}
met = 0
for line, before in zip (lines, [{"time": "0"}] + lines):
    row = rows.get (round (float (line["time"]), 3))
    if not row or abs (float (row["from_s"]) - float (before["time"])) > 0.002:
        continue  # intervals that became one
    seconds = float (row["to_s"]) - float (row["from_s"])
    if not 0.06 < seconds < 0.15:
        continue  # not clearly long enough for one field, or for all
    met += 1
    for column, event in (("busy%", "os::CPU_TIME"), ("user%", "os::USER_TIME"),
                          ("sys%", "os::SYSTEM_TIME"), ("idle%", "cpu::IDLE_TIME")):
        assert (line[column] == "-") == (row[event] == ""), (column, line, row)
    assert (line["utilization"] == "-") == (row["utilization"] == ""), (line, row)
    assert not row["os::CPU_TIME"] and row["cpu::IDLE_TIME"], row
    assert "utilization" not in row["ratings"], row
assert met, rows
END
run -q -I 0.1 -C 12 -g time -m always.metric -o short.h5
"$hpmagg" --per=interval --format=csv short.h5 >short.csv
ok "rows of short intervals lack what their lines lack, and rate none of it" \
    env python3 agree.py
finish
