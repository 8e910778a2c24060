#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# hpmstat: what it counts, against the system's own counts and known ones.
# Measures: the clock of a processor, which is opened and read when a busy machine lets it.
. "${srcdir:-.}/tests/stat/lib.sh"

may_count || skip_all "$(sed 's/^hpmstat: //' "$work/may_count")"

# Of our own: other tests of hpmstat run beside this one.
mkdir tmp
TMPDIR=$work/tmp
export TMPDIR

# rows FILE: JSON of its processors, in FILE.json.
rows () {
    "$hpmagg" --per=rank --format=json "$1" >"$1.json"
}

# Against /proc/stat, around the count and within it.
$brackets read before
run -q -o system.h5 -- env python3 "$source_folder/tests/stat/brackets.py" \
    work first last
is "$status:$(cat out err)" 0: "hpmstat counts beside a command, and says nothing with -q"
$brackets read after
keep_result system.h5
ok "hpmagg tells of each processor" rows system.h5
ok "times and switches are between what passed in and around it, and faults are there" \
    $brackets check system.h5.json before first last after
is "$("$hpmagg" --per=rank --format=csv system.h5 | sed -n '1s/,.*//p')" processor \
    "a row is a processor"
is "$("$hpmagg" --per=rank --format=csv system.h5 | sed 1d | wc -l)" "$processors" \
    "each processor has a row"
is "$("$hpmagg" --per=rank --sort=-processor --format=csv system.h5 |
    sed '1d;s/,.*//')" "$("$hpmagg" --per=rank --format=csv system.h5 |
    sed '1d;s/,.*//' | sort -rn)" "rows can be sorted by processor"
"$hpmagg" --join system.h5 system.h5 -o joined.h5 >out 2>err
is "$?:$(wc -l <err):$(ls joined.h5 2>/dev/null)" 2:1: \
    "what processors did at several times is not joined"
has err "system.h5 is of hpmstat" "it is said whose file is not joined"
"$hpmagg" --catalog --format=json system.h5 >catalog.json 2>err
has err "left out 1 file: 1 of hpmstat, which are no jobs" "a catalog of jobs has no processors"
is "$(grep -c '"why": "observed"' catalog.json)" 1 "JSON of the catalog says why it is left out"
cp system.h5 again.h5
"$hpmagg" --scaling system.h5 again.h5 >out 2>err
is "$?:$(wc -l <err):$(cat out)" 2:1: "what processors did has no speedup"
has err "system.h5 is of hpmstat" "it is said whose file has none"
ok "a host has processors" sh -c '"$1" --per=host system.h5 | grep -q "^host *processors "' \
    sh "$hpmagg"
"$hpmagg" system.h5 >out
has out "$processors processor" "the summary speaks of processors"
ok "the summary has no verdict on all programs together" sh -c '! grep -q verdict out'
ok "the summary names no rank" sh -c '! grep -qi "\<ranks\?\>" out'

# Counts that are known.
run -q --backend="$stub" -e stub::N1,stub::N3,stub::SCALED,stub::CONFLICT \
    -o stub.h5 -- true
is "$status" 0 "hpmstat counts with another backend"
ok "hpmagg tells of known counts" rows stub.h5
ok "each processor has its own count" env python3 -c '
import json
rows = json.load (open ("stub.h5.json"))["rank"]
assert rows
for row in rows:
    one = 1000 * (row["processor"] + 1)
    assert row["counts"]["stub::N1"] == one, row
    assert row["counts"]["stub::N3"] == 3 * one, row
    assert row["counts"]["stub::CONFLICT"] is None, row
'

# What is suspect of a processor has its number.
if [ "$processors" -gt 1 ]; then
    mkdir -p second/devices/system/cpu
    echo 1 >second/devices/system/cpu/online
    cat >beyond.metric <<'END'
metric beyond
  title    Beyond
  unit     1
  formula  "stub::N1"
  range    0 1
END
    run --sysfs=second --backend="$stub" -e stub::N1 -m beyond.metric -- true
    tr -s ' \n' ' ' <out >words
    has words "Beyond: total 2,000 above 1, min 2,000 @1 above 1" \
        "what is suspect is told of the processor, by its number"
fi

# Events of the node: the clock of a processor, in ns, stands for energy, in nJ.
mkdir -p sys/devices/system sys/bus/event_source/devices/power/events \
    sys/bus/event_source/devices/power/format
cp -r /sys/devices/system/cpu sys/devices/system/ 2>/dev/null || :
mkdir -p sys/devices/system/cpu
cp /sys/devices/system/cpu/online sys/devices/system/cpu/online
power=sys/bus/event_source/devices/power
echo 1 >$power/type
echo 0 >$power/cpumask
echo config:0-7 >$power/format/event
echo event=0x00 >$power/events/energy-pkg
echo 1e-9 >$power/events/energy-pkg.scale
echo Joules >$power/events/energy-pkg.unit
run -q --sysfs=sys -e power/energy-pkg/ -o node.h5 -- sleep 0.1
is "$status:$(cat err)" 0: "an event of the node is counted"
"$hpmagg" --format=json node.h5 >node.json
ok "energy is the clock of its processor" env python3 -c '
import json
run = json.load (open ("node.json"))
total = run["node_events"][0]["total"]
wall = max (row["max"] for row in run["events"] if row["name"] == "os::WALL_TIME")
assert 0.1 <= total <= 60, total
'

# The same in lines: each has what its interval had, in J, and the power.
run -q --sysfs=sys -I 0.15 -C 3 -e power/energy-pkg/ -g energy -o meter.h5
is "$status:$(sed 1d out | wc -l)" 0:3 "an event of the node is counted in lines"
"$hpmagg" --format=json meter.h5 >meter.json
cat >meter.py <<'END'
import json, sys
def total_of (name):
    run = json.load (open (name))
    return next (e["total"] for e in run["node_events"] if e["name"] == "power/energy-pkg/")
def lines_of (name):
    lines = [line.split () for line in open (name) if line.strip ()]
    return [dict (zip (lines[0], line)) for line in lines[1:]]
END
ok "amounts of the lines add up to no more than the total, and to most of it" \
    env python3 -c '
from meter import *
lines = [float (line["power/energy-pkg/"]) for line in lines_of ("out")]
total = total_of ("meter.json")
assert len (lines) == 3 and min (lines) > 0, lines
assert 0.5 * total <= sum (lines) <= total * 1.000001, (lines, total)
'
ok "amounts of a line are those of its interval: the processor has 1 W" \
    env python3 -c '
from meter import *
before = 0
for line in lines_of ("out"):
    amount, power = float (line["power/energy-pkg/"]), float (line["package_power"])
    interval = float (line["time"]) - before
    assert abs (amount - interval) < 0.25 * amount, line
    assert abs (power - amount / interval) < 0.02 * power, line
    assert abs (float (line["package_energy_use"]) / amount - 1) < 0.001, line
    assert abs (power - 1) < 0.25, line
    before = float (line["time"])
'
"$hpmagg" --per=interval --events='power/*' --metrics=package_power --format=csv \
    meter.h5 >meter.csv
"$hpmagg" --per=interval --events='power/*' meter.h5 >meter.txt
ok "intervals of the file have what the node had in them, in the unit of the event" \
    env python3 -c '
import csv
from meter import *
rows = list (csv.DictReader (open ("meter.csv")))
amounts = [float (row["power/energy-pkg/"]) for row in rows]
assert abs (sum (amounts) / total_of ("meter.json") - 1) < 1e-6, rows
for row, amount in zip (rows, amounts):
    seconds = float (row["to_s"]) - float (row["from_s"])
    assert abs (amount - seconds) < 0.25 * amount, row
    assert abs (float (row["package_power"]) - 1) < 0.25, row
'
has meter.txt "power/energy-pkg/ [J]" "a table of intervals has a column of it"
run -q --sysfs=sys -I 0.05 -C 1 -A processor -e power/energy-pkg/ -g energy
ok "no processor has a part of them" sh -c '! grep -q "energy\|package_power" out'
run -q --sysfs=sys -p $$ -I 0.15 -C 1 -e power/energy-pkg/
ok "beside processes they are those of the whole node" env python3 -c '
from meter import *
assert 0.1 < float (lines_of ("out")[0]["power/energy-pkg/"]) < 60
'
OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_LOCAL_RANK=1 \
    "$hpmstat" -q --sysfs=sys -I 0.15 -C 1 -e power/energy-pkg/ >out
ok "each of several of a launcher on one node counts them" env python3 -c '
from meter import *
assert 0.1 < float (lines_of ("out")[0]["power/energy-pkg/"]) < 60
'
echo event=0x08 >$power/events/energy-ram
echo 1e-9 >$power/events/energy-ram.scale
echo Joules >$power/events/energy-ram.unit
run -q --sysfs=sys -I 0.05 -C 4 -e power/energy-ram/ -g energy
is "$status:$(awk 'NR > 1 { print $NF }' out | sort -u)" 0:- \
    "a meter that stands still has no amount, in short intervals, too"
run -q -I 0.05 -C 1 --backend=none -e os::MINOR_FAULTS,perf::CPU-CLOCK
ok "what is there anyway has a column where it is asked for, as others have" \
    awk 'NR == 1 { exit $(NF - 1) != "os::MINOR_FAULTS" || $NF != "perf::CPU-CLOCK" }' out

# Sockets: two of one processor each, that two counters are on, and then one.
if [ "$processors" -gt 1 ] && grep -q ^0- /sys/devices/system/cpu/online; then
    for i in 0 1; do
        rm -rf sys/devices/system/cpu/cpu$i
        mkdir -p sys/devices/system/cpu/cpu$i/topology
        echo $i >sys/devices/system/cpu/cpu$i/topology/physical_package_id
    done
    echo 0-1 >sys/devices/system/cpu/online
    echo 0-1 >$power/cpumask
    run --sysfs=sys -A socket -e power/energy-pkg/ -o pair.h5 -- sleep 0.1
    sed 3q out >pair
    "$hpmagg" --format=json pair.h5 >pair.json
    ok "each socket has what the counter on its processor counted" env python3 -c '
from meter import *
lines = [float (line["power/energy-pkg/"]) for line in lines_of ("pair")]
total = total_of ("pair.json")
assert len (lines) == 2 and min (lines) >= 0.1, lines
assert abs (sum (lines) / total - 1) < 1e-5, (lines, total)
'
    echo 0 >$power/cpumask
    run --sysfs=sys -q -A socket -I 0.05 -C 1 -e power/energy-pkg/
    is "$(awk 'NR > 1 { print $NF }' out | tr -d '\n')" -- \
        "what is counted once for two sockets is of none of them"
else
    skip "sockets and events of the node" "there is one processor"
fi

# Lines.
run -I 0.2 -C 3 -q
is "$status:$(cat err)" 0: "-C ends the count"
is "$(sed 1d out | wc -l)" 3 "each interval has a line"
ok "a line has as many columns as the heading" \
    awk 'NR == 1 { n = NF } NF != n { exit 1 }' out
ok "a line is a moment later than the one before" \
    awk 'NR > 2 && $1 <= before { exit 1 } { before = $1 }' out
run -U 200000 -C 2 -q -A processor
is "$(sed 1d out | wc -l)" $((2 * processors)) "-A processor has a line of each"
run -U 1000 -C 30 -q
ok "no two lines of very short intervals end at the same time" \
    awk 'NR > 1 && ($1 == before || $1 !~ /\.[0-9][0-9][0-9][0-9][0-9][0-9]$/) { exit 1 } { before = $1 }' out
run -I 0.2 -C 1 -q -A socket
ok "-A socket has fewer lines than processors, or as many" \
    test "$(sed 1d out | wc -l)" -le "$processors"
run -q -I 0.05 -C 5 --backend=none
ok "what nobody asked for, and can't be counted, has no column" \
    sh -c '! grep -q PAPI_ out'
ok "no share is more than all" awk \
    'NR > 1 { for (i = 2; i < 8; i++) if ($i != "-" && $i > 100) exit 1 }' out
run -q -I 0.22 -C 5 -A processor
ok "states of a processor are no more than all of its time" awk \
    'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
     $at["busy%"] != "-" && $at["busy%"] + $at["idle%"] + $at["iowait%"] \
         + $at["steal%"] > 100.21 { exit 1 }' out
run -q -I 0.2 -C 1 -e perf::CPU-CLOCK
has out perf::CPU-CLOCK "an event that was asked for has a column"
ok "the clock of a processor is counted on all of them" \
    awk -v n="$processors" 'NR == 2 && $NF < 0.1e9 * n { exit 1 }' out
run -q -I 0.1 -C 4 -e perf::CPU-CLOCK -o clock.h5
ok "hpmagg tells of the clocks" rows clock.h5
ok "lines are of their intervals: they add up to no more than the total" \
    env python3 -c '
import json
lines = [int (line.split ()[-1]) for line in open ("out").readlines ()[1:]]
total = sum (row["counts"]["perf::CPU-CLOCK"]
             for row in json.load (open ("clock.h5.json"))["rank"])
assert len (lines) == 4 and 0.5 * total <= sum (lines) <= total, (lines, total)
'
"$hpmagg" --per=interval --events=perf::CPU-CLOCK --format=csv clock.h5 >clock.csv
ok "intervals of the file are those of lines, and add up to the total" \
    env python3 -c '
import itertools, json
lines = [int (line.split ()[-1]) for line in open ("out").readlines ()[1:]]
kept = [int (line.split (",")[2]) for line in open ("clock.csv").readlines ()[1:]]
total = sum (row["counts"]["perf::CPU-CLOCK"]
             for row in json.load (open ("clock.h5.json"))["rank"])
ends = set (itertools.accumulate (lines)) | {total}
assert len (kept) <= len (lines), kept
assert all (kept) and sum (kept) == total and set (itertools.accumulate (kept)) <= ends, kept
'
run -q -- true
is "$(cat out)" "" "beside a command there are no lines unless asked for"
run -I 0.3 -q -- sleep 0.1
is "$(sed 1d out | wc -l)" 1 "a command's end ends its interval"

# Metrics in lines: of known counts.
cat >ratio.metric <<'END'
metric ratio
  title    Third to first
  unit     1
  formula  "stub::N3" / "stub::N1"
metric absent
  title    Not counted
  unit     1
  formula  "stub::N1" / "stub::NOBODY"
END
run -q -I 0.05 -C 2 --backend="$stub" -m ratio.metric -e stub::N1,stub::N3
ok "a line has the metrics of the file that is given" \
    awk 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; if (!at["ratio"]) exit 1 }
         NR == 2 { exit $at["ratio"] != 3 }' out
ok "a metric that can't be had has no column" sh -c '! grep -q absent out'
run -q -I 0.05 -C 1 --backend=none -g os
has out " page_fault_rate" "a line has the metrics of the groups that are asked for"
# Faults that the kernel takes itself, as in execve, are major or minor, and no page
# faults: they differ by half a per cent where many programs start.
ok "the rate of page faults is that of the line's counts" \
    awk 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
         NR == 2 { d = $at["page_fault_rate"] - $at["faults/s"]
                   exit d * d > (1 + 0.05 * $at["faults/s"]) ^ 2 }' out
run -q -I 0.15 -C 2
ok "busy, user and system share are known all three or none" \
    awk 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
         ($at["busy%"] == "-") != ($at["user%"] == "-") ||
         ($at["busy%"] == "-") != ($at["sys%"] == "-") { exit 1 }' out

# Totals of sockets, which the table does not know.
run -A socket -e perf::CPU-CLOCK -o sockets.h5 -- sleep 0.1
"$hpmagg" --per=rank --format=json sockets.h5 >sockets.json
ok "-A socket has totals of each, which add up to those of all processors" env python3 -c '
import json
lines = open ("out").read ().split ("\n\n")[0].split ("\n")
heading = lines[0].split ()
at = heading.index ("perf::CPU-CLOCK")
table = []
for line in lines[1:]:
    if not line or not line.split ()[0].replace (".", "").isdigit ():
        break
    table.append (int (line.split ()[at]))
assert heading[:2] == ["total", "socket"], heading
total = sum (row["counts"]["perf::CPU-CLOCK"]
             for row in json.load (open ("sockets.json"))["rank"])
assert table and sum (table) == total, (table, total)
'
run -q -A socket -- true
is "$(cat out)" "" "with -q there are no totals of sockets"

# Without descriptors.
env python3 -c '
import os, resource, sys
resource.setrlimit (resource.RLIMIT_NOFILE, (8, 8))
os.closerange (3, 1024)
os.execv (sys.argv[1], sys.argv[1:])
' "$hpmstat" -q -I 0.05 -C 1 >out 2>err
status=$?
has err "too many open files for the counters of " "counters that find no descriptor are told"
has err "(ulimit -n permits 8)" "the line names the limit"
is "$status:$(wc -l <err)" 0:1 "what can be counted is counted"

# The table of totals, of a time that ticks tell of.
run -- sleep 0.4
has out "os::MINOR_FAULTS" "totals are shown"
ok "no file that is gone is named" sh -c '! grep -q results: out'
ok "times by ticks are not said to be of a counter that ran part of the time" \
    sh -c 'grep -q "^~ times of processors: " out && ! grep -q "scaled up" out'
run -I 0.03 -C 40
has out "over time, " "the course of many intervals is shown"
ok "no file that is gone is named beside the course" \
    sh -c '! grep -q "hpmstat-\|hpmagg" out'
run -I 0.03 -C 40 -o kept.h5
has out "numbers: hpmagg --per=interval kept.h5" "a file that is kept is named there"
ok "nothing is left in the folder for temporary files" \
    sh -c '! ls "$TMPDIR"/hpmstat-* 2>/dev/null'

# Against perf.
if ! perf stat -a true 2>/dev/null; then
    skip "perf stat -a counts the same" "there is no perf that counts here"
else
    run -q -o outer.h5 -- perf stat -a -x, -e page-faults -o perf.csv \
        -- "$hpmstat" -q -o inner.h5 -e perf::PAGE-FAULTS -- \
        env python3 "$source_folder/tests/stat/brackets.py" work first last
    rows outer.h5
    rows inner.h5
    ok "perf stat -a counts no less than within it, and no more than around it" \
        env python3 -c '
import json
def sum_of (name, *events):
    return sum (row["counts"][e] for row in json.load (open (name))["rank"]
                for e in events)
perf = sum (int (line.split (",")[0]) for line in open ("perf.csv")
            if "page-faults" in line)
inner = sum_of ("inner.h5.json", "perf::PAGE-FAULTS")
outer = sum_of ("outer.h5.json", "os::MINOR_FAULTS", "os::MAJOR_FAULTS")
assert 20000 <= inner <= perf <= outer, (inner, perf, outer)
'
fi
finish
