#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Runs of two versions, compared: results are made, so that what has changed is
# known.
. "${srcdir:-.}/tests/aggregate/lib.sh"

have_python json || {
    echo "1..0 # SKIP no $python"
    exit 0
}

# made NAME SECOND MILLISECONDS SETTING...: a run of two ranks.
made () {
    name=$1
    at=$2
    milliseconds=$3
    shift 3
    result "$name" ranks=2 threads=1 events=2 calls=2 story=1 at="$at" \
        milliseconds="$milliseconds" "$@"
}

# says TEXT: the output does, wherever it folds its lines.
says () {
    tr -s '\n ' '  ' <out >flat
    has flat "$1" "$ran: it says: $1"
}

# hushes TEXT: the output does not say it.
hushes () {
    tr -s '\n ' '  ' <out >flat
    ok "$ran: it does not say: $1" sh -c '! grep -qF -- "$1" flat' sh "$1"
}

# surety KEY WORD: what the JSON in out says of a quantity.
surety () {
    is "$("$python" -c '
import json, sys
for c in json.load (open ("out"))["changes"]:
    if c["key"] == sys.argv[1]:
        print (c["surety"])' "$1")" "$2" "$ran: $1 is told to be '$2'"
}

# Five runs of each, by turns; the new ones take 10 % more time, and messages
# are twice as long.  The same of the base once more.
mkdir base new
for i in 1 2 3 4 5; do
    made base/$i.h5 $((4 * i)) $((10000 + 7 * i))
    made new/$i.h5 $((4 * i + 1)) $((11000 + 5 * i)) bytes=16
    made same$i.h5 $((4 * i + 2)) $((10004 + 7 * ((i + 2) % 5)))
done

# Bad uses first.
refuses "name those of the base, --to, and the new ones" --diff
refuses "name those of the base, --to, and the new ones" --diff base/1.h5
refuses "no file before --to" --diff --to base/1.h5
refuses "no file behind --to" --diff base/1.h5 --to
refuses "--to goes with --diff" base/1.h5 --to new/1.h5
refuses "--to was given twice" --diff base/1.h5 --to new/1.h5 --to new/2.h5
refuses "cannot read none.h5" --diff base --to none.h5
mkdir empty
refuses "no result file (*.h5) below empty" --diff base --to empty
echo "some text" >text.h5
refuses "text.h5 is no result file" --diff base --to text.h5
refuses "--per does not go with --diff" --diff --per=rank base --to new
refuses "--format=openmetrics does not go with --spread" --spread -F openmetrics base
refuses "--diff and --spread exclude each other" --diff --spread base new
refuses "name the result file of a run" --spread

run --diff base --to new
is "$status:$(cat err)" 0: "five runs of each are compared"
says "the new runs are slower: run time +9.92 %"
says "counts have changed, the most"
hushes "take turns"
says "5 and 5 runs are too few to show a change of measures other than the run time"
run --diff -F json base --to new
surety wall changed
surety MPI_Allreduce:sent exact
surety MPI_Allreduce:calls same
surety parallel "same"
ok "the numbers of JSON are those of the runs" "$python" -c '
import json
found = json.load (open ("out"))
assert found["took_turns"] is True and found["level"] == 0.05
assert [r["file"] for r in found["new_runs"]] == ["new/%d.h5" % i
                                                  for i in range (1, 6)]
wall = [c for c in found["changes"] if c["key"] == "wall"][0]
base = [10 + 0.007 * i for i in range (1, 6)]
new = [11 + 0.005 * i for i in range (1, 6)]
near = lambda a, b: abs (a - b) < 1e-9
assert near (wall["base"], base[2]) and near (wall["new"], new[2]), wall
assert near (wall["new_mean"], sum (new) / 5), wall
shifts = sorted (base[2] * (n / b - 1) for n in new for b in base)
assert near (wall["change"], shifts[12]), wall
assert near (wall["change_share"], shifts[12] / base[2]), wall
assert near (wall["low"], shifts[2]) and near (wall["high"], shifts[22]), wall
assert near (wall["p"], 2 / 252) and near (wall["p_adjusted"], 4 / 252), wall
sent = [c for c in found["changes"] if c["key"] == "MPI_Allreduce:sent"][0]
assert sent["new"] == 2 * sent["base"] and sent["change_share"] == 1, sent
assert sent["name"] == "MPI_Allreduce" and sent["measure"] == "sent", sent
assert sent["kind"] == "function" and sent["unit"] == "byte", sent
order = [c["surety"] for c in found["changes"]]
words = ["exact", "changed", "single", "not shown", "minor", "same"]
assert order == sorted (order, key=words.index), order'
run --diff -F csv base --to new
ok "CSV can be read" "$python" -c '
import csv
rows = list (csv.DictReader (open ("out", newline="")))
rows = {r["key"]: r for r in rows}
assert rows["wall"]["surety"] == "changed"
assert rows["MPI_Allreduce:sent"]["surety"] == "exact"'
run --diff base --to new -o table.txt
is "$status:$(cat out)" 0: "--output takes the comparison"
has table.txt "the new runs are slower" "the file of --output has it"

# 10, 10 and 20 s against 11, 11 and 1: the medians grow, most pairs do not.
mkdir odd
for i in 1 2 3; do
    made odd/a$i.h5 $((100 + 2 * i)) $((10000 + 10000 * (i == 3) + i))
    made odd/b$i.h5 $((101 + 2 * i)) $((11000 - 10000 * (i == 3) + i))
done
run --diff odd/a1.h5 odd/a2.h5 odd/a3.h5 --to odd/b1.h5 odd/b2.h5 odd/b3.h5
says 'base and new are medians; change is the median over pairs of runs, not the change of these two'
run --diff base/1.h5 new/1.h5
hushes 'are medians'

# A run that counted nothing.
made nothing.h5 1 0
run --diff nothing.h5 base/1.h5
is "$status" 0 "a run that counted nothing can be compared"
says "the run time was not measured in all runs"
says "nothing was counted in nothing.h5, so nothing of it can be compared"
run --diff -F json nothing.h5 base/1.h5
is "$(grep -ciE 'inf|nan' out)" 0 "no text of JSON has inf or nan"

# Times that are the same by chance are no counts.
mkdir even
for i in 1 2 3 4; do
    stream ranks=2 threads=1 events=2 calls=2 story=1 at=$((30 + i)) \
        milliseconds=$((10000 + 2000 * (i > 2)))
    run --recover stream -o even/$i.h5 --summary=none --definitions="$source_folder/metrics"
done
run --diff -F json even/1.h5 even/2.h5 --to even/3.h5 even/4.h5
surety mpi_time "not shown"
surety mpi_call_rate "not shown"
ok "no quantity with a time in its unit is exact" "$python" -c '
import json
found = json.load (open ("out"))["changes"]
assert any (c["unit"] == "s" for c in found)
wrong = [c["key"] for c in found if c["surety"] == "exact"
         and (c["unit"] in ("s", "ns") or c["unit"].endswith ("/s"))]
assert not wrong, wrong'

# Copies are one run.
mkdir copies
for i in 1 2 3 4 5 6 7; do
    cp new/1.h5 copies/$i.h5
done
run --diff base --to copies
says "copies/2.h5 is of the same run as copies/1.h5, and so are 5 more: a run counts once"
says "single runs: nothing is known of chance"
run --diff -F json base --to copies
is "$("$python" -c '
import json
print (len (json.load (open ("out"))["new_runs"]))')" 1 "seven copies are one run"
run --diff base --to new base/3.h5
says "base/3.h5 and base/3.h5 are the same run, on both sides"
run --diff base --to new
hushes "the same run"

# Too many.
mkdir many
i=0
while [ $((i += 1)) -le 51 ]; do
    cp base/1.h5 many/$i.h5
done
refuses "51 runs are too many to compare: 50 at most" --spread many
refuses "51 base runs are too many to compare: 50 at most" --diff many --to base

# The same version: nothing is found.
run --diff -F json base --to same?.h5
surety wall "not shown"
surety MPI_Allreduce:sent same
ok "nothing of the same version is called changed" "$python" -c '
import json
assert not [c for c in json.load (open ("out"))["changes"]
            if c["surety"] in ("exact", "changed", "single")]'
run --diff base --to same?.h5
says "no change of the run time is shown"
hushes "changed"
run --diff new --to base
says "the new runs are faster: run time -9"

# Runs that did not take turns, single ones, and those that differ otherwise.
run --diff base/1.h5 base/2.h5 --to new/3.h5 new/4.h5
says "the sides did not take turns"
says "2 and 2 runs are too few for a test: the run time takes 5 and 5"
run --diff base/1.h5 new/1.h5
is "$status" 0 "two files need no --to"
says "single runs: nothing is known of chance"
run --diff base/1.h5 --to new
says "single runs: nothing is known of chance"
hushes "changed"
made cpu.h5 1 10000 processor=2
made size.h5 2 10000 size=1024
result ranks.h5 ranks=4 threads=1 events=2 calls=2 story=1
run --diff base/1.h5 cpu.h5
says "another processor than base/1.h5: cpu.h5, 'Processor 2', not ''"
run --diff base/1.h5 size.h5
says "another command than base/1.h5: size.h5, './solver --size 1024', not './solver --size 512'"
run --diff base/1.h5 ranks.h5
says "another number of ranks than base/1.h5: ranks.h5, '4', not '2'"
made asked.h5 3 10000 asked=3
run --diff base/1.h5 asked.h5
says "another list of settings than base/1.h5: asked.h5, 'HPM_START=paused', not ''"
made five.h5 3 10000 asked=5
made six.h5 4 10000 asked=6
run --diff five.h5 six.h5
says "another list of settings than five.h5: six.h5, 'HPM_EVENTS=a,c', not 'HPM_EVENTS=a,b'; 'HPM_SAMPLE=10', not ''; '', not 'HPM_MPI=no'"
made off.h5 4 10000 calls=0
run --diff base/1.h5 off.h5
says "quantities are not in all runs and were left out"

# Mean and deviation of one side.
run --spread base
is "$status" 0 "--spread shows runs of one side"
says "mean and standard deviation of 5 runs"
run --spread -F json base
ok "mean and deviation are those of the runs" "$python" -c '
import json, statistics
found = json.load (open ("out"))
wall = [c for c in found["changes"] if c["key"] == "wall"][0]
runs = [10 + 0.007 * i for i in range (1, 6)]
assert abs (wall["new_mean"] - statistics.mean (runs)) < 1e-9, wall
assert abs (wall["new_stddev"] - statistics.stdev (runs)) < 1e-9, wall
assert wall["base"] is None and "base_runs" not in found'
finish
