#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The summary on screens of other widths, and the commands that it names.
. "${srcdir:-.}/tests/aggregate/lib.sh"

result r.h5 ranks=8 hosts=2 threads=1 events=6 calls=1 story=1 slow=5 useful=70 \
    work=115 clock=85 masks=2

# longest COLUMNS: characters of the longest line on a screen of so many.
longest () {
    COLUMNS=$1 "$hpmagg" --events r.h5 | awk '{ if (length > most) most = length } END { print most }'
}

for columns in 50 80 120 200; do
    at=$(longest $columns)
    ok "on $columns columns no line is longer" test "$at" -le $columns
done
ok "on 200 columns lines are longer than on 120" test "$(longest 200)" -gt 120
is "$(longest 9999)" "$(longest 200)" "more columns than 200 are not used"
is "$(longest 1)" "$(longest 40)" "less than 40 are not kept to"
for columns in "" 0 -5 wide; do
    is "$(longest "$columns")" "$(longest 80)" "COLUMNS=$columns is as none"
done
# Tables of rows, with what is asked for by name: parts of it stand one below the
# other.
for per in rank thread "region --metrics" interval "rank --events"; do
    # shellcheck disable=SC2086
    at=$(COLUMNS=60 "$hpmagg" --per=$per r.h5 | sed '1,/^$/d' | awk '{ if (length > most) most = length } END { print most }')
    ok "a table of rows fits 60 columns with --per=$per" test "$at" -le 60 || say "$at"
done
# The long name of a metric is cut for those of numbers.
cat >long.metric <<'E2'
event instructions = PAPI_TOT_INS

metric a_rate_whose_name_is_longer_than_what_is_left_beside_numbers
  title    Rate
  unit     MIPS
  formula  1e-6 * instructions / wall
  sense    higher
  about    Its name is long.
E2
mkdir definitions
mv long.metric definitions
for run in 1 2; do
    stream ranks=8 hosts=2 threads=1 events=2 calls=2 story=1 bytes=1 useful=$((20 + 5 * run)) at=$run
    "$hpmagg" --recover stream -o even$run.h5 --summary=none --definitions=definitions
done
for files in "--spread even1.h5" "--diff even1.h5 --to even2.h5"; do
    # shellcheck disable=SC2086
    COLUMNS=75 "$hpmagg" $files >out
    at=$(sed -n '/^a_rate/,$p' out | awk '{ if (length > most) most = length } END { print most }')
    ok "$files: a table keeps to 75 columns" test "${at:-99}" -le 75 || say "$at"
    ok "$files: a long name is cut in its middle" grep -q '^a_r[a-z_]*\.\.\.[a-z_]*s ' out
done
COLUMNS=60 "$hpmagg" --per=rank --events r.h5 | sed '1,/^$/d' >parts
COLUMNS=200 "$hpmagg" --per=rank --events r.h5 | sed '1,/^$/d' >whole
ok "parts of a table have all cells of the whole, and begin with the rank" \
    env python3 -c '
def cells (name):
    found, ranks = {}, None
    for part in open (name).read ().split ("\n\n"):
        lines = part.split ("\n")
        if lines[0].split ()[:1] != ["rank"]:
            continue
        for line in lines[1:]:
            fields = line.split ()
            if fields and fields[0].isdigit ():
                found.setdefault (fields[0], []).extend (fields[2:])
    return found
whole, parts = cells ("whole"), cells ("parts")
assert len (whole) == 8 and all (whole.values ()), whole
assert whole == parts, (whole, parts)
'
COLUMNS=50 "$hpmagg" --events r.h5 >narrow
"$hpmagg" --format=json --events r.h5 >r.json
lost=$(sed -n 's/^ *"name": "\([A-Za-z]*:*:*[A-Z][A-Z_0-9]*\)",$/\1/p' r.json |
    while read -r name; do grep -q "^$name " narrow || echo "$name"; done)
is "$lost" "" "on 50 columns events have their whole names"
if script -qec true typed >/dev/null 2>&1; then
    script -qec "stty cols 120; TERM=dumb $hpmagg r.h5" typed </dev/null >screen
    ok "a terminal is used in its width" sh -c \
        'tr -d "\r" <screen | awk "length > 80 { found = 1 } length > 120 { exit 1 } END { exit !found }"'
else
    skip "a terminal is used in its width" "script(1) gives no terminal here"
fi

# ---- what comes next ------------------------------------------------------
# next_of FILE: the command that its summary names.
next_of () {
    "$hpmagg" "$1" | sed -n 's/^  next: hpmagg //p'
}

is "$(next_of r.h5)" "--per=rank r.h5" "a slow rank leads to the table of ranks"
cp r.h5 "it's a \$file;.h5"
command=$(next_of "it's a \$file;.h5")
ok "a shell takes the command as it is" \
    sh -c "'$hpmagg' $command | grep -q '^rank  *host'"
cp r.h5 ./-r.h5
command=$("$hpmagg" -- -r.h5 | sed -n 's/^  next: hpmagg //p')
ok "a shell takes a name that begins as a flag, too" \
    sh -c "'$hpmagg' $command | grep -q '^rank  *host'"
is "$(next_of even1.h5)" "--mpi even1.h5" "time in MPI leads to its functions"
result good.h5 ranks=4 hosts=2 threads=1 events=2 calls=2 story=1 useful=95
is "$(next_of good.h5)" "" "a good run leads nowhere"

# ---- what comes first -----------------------------------------------------
# order FILE: which of the table of events and the verdict come first.
order () {
    "$hpmagg" "$1" | sed -n 's/^\(event\|verdict\|metric\)\(:* .*\)*$/\1/p' | tr '\n' ' '
}

is "$(order r.h5)" "verdict metric " "a run has its verdict first"
result asked.h5 ranks=8 hosts=2 threads=1 events=6 calls=1 story=1 slow=5 asked=2
is "$(order asked.h5)" "event metric verdict " "counts that were asked for come first"
finish
