#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Ranks on one processor have no more of it than there is, whatever else runs there.
. "${srcdir:-.}/tests/run/lib.sh"

command -v taskset >/dev/null || skip_all "there is no taskset"
processor=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
taskset -cp "$processor" $$ >/dev/null || skip_all "nothing may be bound here"
ok "four ranks on one processor are counted" \
    counted 4 one.h5 "$top/tests/truth/causes" balanced 0.2
"$hpmagg" --format=json one.h5 >one.json

# holds CLAIM EXPRESSION: it is true of e, the efficiencies.
holds () {
    ok "$1" python3 -c '
import json, sys
e = json.load (open ("one.json"))["efficiency"]
sys.exit (0 if eval (sys.argv[1]) else str (e))' "$2"
}
# Of the time of four ranks a quarter at most is on a processor, outside MPI or not.
holds "they have a quarter of the time at most on a processor outside MPI" \
    'e["parallel"] * e["processors_least"] <= 0.26'
holds "their efficiency is no more than that where waiting is known" \
    'e["processors"] != e["processors_least"] or e["overall"] <= 0.26'
ok "nothing that is said of it is refuted" \
    python3 "$source_folder/tests/truth/refute.py" "$hpmagg" one.h5
finish
