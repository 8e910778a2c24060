#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Names may hold anything: a terminal is not told to clear itself, no name makes
# a line of ours, and no field of a table is a formula.
. "${srcdir:-.}/tests/aggregate/lib.sh"

escape=$(printf '\033')
# spoil FILE...: names of hosts, threads, programs, functions and events, by others
# of the same length: with an escape sequence and a line's end, or as formulas.
spoil () {
    sed -i -e "s/node00/\\nFH$escape[J/g" -e "s/worker/\\nFT$escape[J/g" \
        -e "s/solver/\\nFC$escape[J/g" -e "s/MPI_Allreduce/\\nFS$escape[2Jreduce/g" \
        -e 's/PAPI_FP_OPS/=1+2*cmd|A1/g' -e 's/PAPI_TOT_CYC/+SUM_OF_THEM/g' \
        -e 's/PAPI_TOT_INS/@SUM_OF_THEM/g' -e 's/TEST_EVENT_4/-SUM_OF_THEM/g' \
        "$@"
}

# tame FILE WHAT
tame () {
    is "$(LC_ALL=C tr -d '\r\n\040-\176' <"$1" | od -An -c)" "" \
        "$2 has no control character"
    is "$(grep -c '^"*F[HTCS]' "$1")" 0 "no forged line in $2"
}

stream ranks=4 hosts=2 events=5 threads=2 calls=2 story=1 slow=1 \
    work=150
spoil stream
run --recover stream -o bad.h5 --summary=full --definitions="$here/definitions"
is "$status" 0 "strange names are no damage"
tame err "the summary"
has err '\nFC\x1b[J' "the program's name is shown with escapes"
has err '\nFH\x1b[J' "the host's name is shown with escapes"

for per in job host rank thread; do
    run --per=$per --events bad.h5
    tame out "the table by $per"
    run --per=$per --format=csv bad.h5
    tame out "the CSV by $per"
    cp out $per.csv
done
has thread.csv '\nFT\x1b[J' "the name of a thread is in the CSV"
run --mpi bad.h5
tame out "the table of calls"
has out '\nFS\x1b[2Jreduce' "the table of calls has the function with escapes"
run --format=json bad.h5
cp out bad.json
stream ranks=2 hosts=1 events=5 calls=2
spoil stream
run --recover stream -o two.h5 --summary=none --definitions="$here/definitions"
for format in text csv; do
    run --scaling --format=$format two.h5 bad.h5
    tame out "the comparison as $format"
done

# A file's own name, in what is shown and in what is refused.
name=$(printf 'a\nFH\033[J.h5')
cp bad.h5 "$name"
run "$name"
tame out "a summary that names its file in commands"
run --scaling "$name" two.h5
tame out "a table that names files"
echo text >"$name"
run "$name"
is "$status:$(wc -l <err | tr -d ' ')" 2:1 "a refused file is told in one line"
tame err "the refusal"
if [ -x "$python" ]; then
    ok "no text of a table is a formula, and numbers are numbers" "$python" -c '
import csv, sys
def number (field):
    try:
        float (field)
        return True
    except ValueError:
        return False
seen = 0
for name in sys.argv[1:]:
    for row in csv.reader (open (name, newline="")):
        for field in row:
            assert field[:1] not in "=+-@" or not field or number (field), field
            seen += "=1+2*cmd|A1" in field
            assert not (field[:1] == "\x27" and number (field[1:])), field
assert seen > 3, seen
' job.csv host.csv rank.csv thread.csv
    ok "JSON has the names as they are" "$python" -c '
import json
run = json.load (open ("bad.json"))
assert run["run"]["program"].endswith ("\nFC\x1b[J"), run["run"]["program"]
assert "=1+2*cmd|A1" in [event["name"] for event in run["events"]]'
else
    skip "formulas in CSV" "no $python"
fi
finish
