#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# hpmstat, against `perf stat -a`: one that counts around it has as much at least,
# and one within it no more, of each event and processor.
. "${srcdir:-.}/tests/stat/lib.sh"

may_count || skip_all "$(sed 's/^hpmstat: //' "$work/may_count")"
command -v perf >/dev/null || skip_all "perf is not installed (Debian: linux-perf)"
events=context-switches,page-faults,cpu-migrations
perf stat -a -e $events -- true >out 2>&1 || skip_all "perf stat -a: $(tail -n 1 out)"
names=perf::CONTEXT-SWITCHES,perf::PAGE-FAULTS,perf::CPU-MIGRATIONS

perf stat -a -A -x , -o around.csv -e $events -- \
    "$hpmstat" -I 0.1 -A processor -o h.h5 -e $names -- \
    perf stat -a -A -I 100 -x , -o within.csv -e $events -- \
    env python3 "$source_folder/tests/stat/brackets.py" work first last \
    >lines 2>err </dev/null
is "$?:$(grep -v '^ *#' err | grep -c '^hpmstat: ')" 0:0 "one counts within the other"
keep_result h.h5
"$hpmagg" --per=rank --format=json h.h5 >h.json

cat >compare.py <<'END'
import collections
import csv
import json
import sys

NAMES = {"context-switches": "perf::CONTEXT-SWITCHES", "page-faults": "perf::PAGE-FAULTS",
         "cpu-migrations": "perf::CPU-MIGRATIONS"}


def sums(name):
    """Counts by event and processor, over all intervals."""
    found = collections.Counter()
    for row in csv.reader(open(name)):
        at = next((i for i, word in enumerate(row) if word.startswith("CPU")), None)
        if at is not None:
            event = next(word for word in row if word in NAMES)
            found[NAMES[event], int(row[at][3:])] += int(row[at + 1])
    return found


around, within = sums("around.csv"), sums("within.csv")
rows = json.load(open("h.json"))["rank"]
own = {(name, row["processor"]): row["counts"][name] for row in rows for name in NAMES.values()}
heading, *lines = [line.split() for line in open("lines") if line.strip()]
lines = lines[:next((i for i, line in enumerate(lines) if not line[0][0].isdigit()), None)]
told = collections.Counter()
for line in lines:
    for name in NAMES.values():
        if line[heading.index(name)] != "-":
            told[name] += int(line[heading.index(name)].replace(",", ""))
case = sys.argv[1]
if case == "around":
    assert own and set(own) == set(around), (own, around)
    wrong = {key: (own[key], around[key]) for key in own if own[key] > around[key]}
elif case == "within":
    assert sum(n for (name, _), n in within.items() if name == "perf::PAGE-FAULTS") >= 20000
    wrong = {key: (within[key], own[key]) for key in own if within[key] > own[key]}
else:
    wrong = {name: (told[name], sum(n for (one, _), n in own.items() if one == name))
             for name in NAMES.values()}
    assert told["perf::PAGE-FAULTS"] >= 20000, told     # long before the last line
    wrong = {name: pair for name, pair in wrong.items() if pair[0] > pair[1]}
if wrong:
    sys.exit(str(wrong))
END
ok "it counts no more than what counts around it" env python3 compare.py around
ok "it counts no less than what counts within it" env python3 compare.py within
ok "its lines have the faults of its command, and no more than its file" \
    env python3 compare.py lines
finish
