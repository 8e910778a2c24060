#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Tables of many ranks: made in a time that grows with the rows, in memory that
# does not.
. "${srcdir:-.}/tests/aggregate/lib.sh"

# What nobody has a value of is told, and is nothing to sort by.
result none.h5 ranks=3 nopmu=1 events=2
run --per=rank --metrics=ipc --events=PAPI_TOT_CYC none.h5
tr -s '\n ' '  ' <out >flat
has flat "no row has a value of: PAPI_TOT_CYC (this machine shows no hardware counters)" \
    "an event without any value is told, and why"
has flat "ipc (events not counted, or all 0)" \
    "a metric without any value is told, and what it may be"
for form in text csv json; do
    run --per=rank --sort=-ipc --format=$form none.h5
    is "$status:$(cat err)" "0:hpmagg: not sorted: no row has a value of 'ipc'" \
        "$form: a key that no row has a value of is told"
done
run --per=rank --sort=user_time --metrics=user_time none.h5
is "$status:$(cat err)$(grep -c 'no row' out)" "0:0" \
    "nothing is said where there are values"

ranks=20000
result many.h5 ranks=$ranks hosts=10 threads=1 events=16 os=0
result scaled.h5 ranks=300 hosts=10 threads=2 events=16 os=0 scaled=1

run --per=rank --format=csv many.h5
is "$status:$(wc -l <out | tr -d ' ')" 0:$((ranks + 1)) \
    "the table of $ranks ranks has a line for each"
is "$(wc -c <err | tr -d ' ')" 0 "nothing is said beside that table"
cut -d, -f1 out | sed 1d >numbers
ok "the ranks come in the order of their numbers" sort -c -n numbers
mv out unsorted

# What is read back from chunks is what was added up before they were written.
# sums FILE: the total of each event, as its columns have it.
sums () {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^(PAPI_|TEST_)[A-Z0-9_]*$/) name[i] = $i }
             NR > 1 { for (i in name) sum[i] += $i }
             END { for (i in name) printf "%s %.0f\n", name[i], sum[i] }' "$1" | sort
}
run --per=job --format=csv many.h5
awk -F, '$1 == "event" { printf "%s %.0f\n", $3, $6 }' out | sort >totals
sums unsorted >added
is "$(wc -l <totals | tr -d ' '):$(cat added)" "16:$(cat totals)"     "counts of $ranks ranks read back add up to their totals"

run --per=rank --format=csv --sort=-PAPI_TOT_INS many.h5
column=$(head -n 1 out | tr , '\n' | grep -n '^PAPI_TOT_INS$' | cut -d: -f1)
cut -d, -f"$column" out | sed 1d >numbers
ok "sorting by a count brings the rows in its order" sort -c -n numbers
sort unsorted >all
sort out | cmp -s - all
is "$?" 0 "sorting by a count changes nothing else about the rows"

run --per=thread --format=csv scaled.h5
ok "columns of errors are those of the event whose counter was shared" \
    grep -q 'ratings,PAPI_TOT_CYC:coverage,PAPI_TOT_CYC:error,' out

# Whatever is made of a part of the counts is marked, not the counts alone.
result partial.h5 ranks=3 partial=1 threads=1 events=3
run --per=rank --events=PAPI_TOT_INS --metrics=mips partial.h5
is "$(grep '^ *1  node' out | tr -cd '~')" '~~' \
    "a metric of a rank that ended early is marked as its count is"
is "$(grep '^ *0  node' out | tr -cd '~')" '' "that of another rank is not"

# A count of one thread that was scaled, beside another thread that was not counted:
# what it is at least, for which no error holds.
result least.h5 ranks=5 threads=2 events=2 scaled=1 holes=1
run --per=rank --events=PAPI_TOT_CYC least.h5
is "$(awk '$1 ~ /^[0-9]/ && $2 ~ /^node/ { print $1 (/~/ ? " ~" : "") (/%/ ? " %" : "") }' out |
    tr '\n' ,)" "0 ~ %,1 ~ %,2 ~ %,3 ~,4 ~," \
    "a count that lacks a thread has no error"

# wide EVENTS: --per=rank -e of so many events shows all of them.
wide () {
    result wide.h5 ranks=2 threads=1 events="$1" os=0
    run --per=rank --events wide.h5
    is "$(grep '^ *rank ' out | grep -o '[A-Z0-9]*_[A-Z0-9_]*' |
        wc -l | tr -d ' ')" "$1" \
        "a table of $1 events has a column for each"
}
wide 300

# Memory, in kB.
peak () {
    "$python" -c '
import resource, subprocess, sys
subprocess.run (sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print (resource.getrusage (resource.RUSAGE_CHILDREN).ru_maxrss)' "$@"
}
if [ -n "$sanitizer" ] || ! have_python resource; then
    skip "memory of tables" "no $python, or a sanitizer, which takes more"
    finish
    exit
fi
result few.h5 ranks=200 hosts=10 threads=1 events=16 os=0
for form in text csv json; do
    few=$(peak "$hpmagg" --per=rank --format=$form few.h5)
    many=$(peak "$hpmagg" --per=rank --format=$form many.h5)
    ok "$ranks ranks as $form take $many kB of memory, 200 take $few kB" \
        test "$many" -lt $((few + 8000))
done
"$hpmagg" --per=rank --format=json many.h5 >out
"$python" -c '
import csv, json
rows = json.load (open ("out"))["rank"]
table = list (csv.DictReader (open ("unsorted")))
assert len (rows) == len (table)
for row, line in zip (rows, table):
    assert row["rank"] == int (line["rank"])
    for name, value in row["counts"].items ():
        assert value == int (line[name])
    for name, value in row["metrics"].items ():
        assert value == float (line[name])
'
is "$?" 0 "JSON and CSV give every rank the same numbers"
# What may as well be 0.
for inexact in 40 60; do
    result vague.h5 ranks=4 threads=1 events=2 calls=2 story=1 inexact=$inexact
    mv vague.h5 vague$inexact.h5
done
run --per=rank -e mpi::CPU_TIME vague40.h5
has out "~4 (80 %)" "a number with an error less than it is shown"
run --per=rank -e mpi::CPU_TIME vague60.h5
has out " - (120 %)" "of a number that its error exceeds the error alone is shown"
run -e mpi::CPU_TIME vague60.h5
ok "a summary shows nothing of a count that its error exceeds" \
    grep -Eq '^mpi::CPU_TIME +s( +-){5}' out
has out "not shown, their errors are as large: mpi::CPU_TIME" \
    "a summary says why it shows nothing of a count"
cat >polling.metric <<'END'
event polling_count = mpi::CPU_TIME

metric polling
  title    Polling
  unit     1
  formula  polling_count
  sense    higher
  good     above 1
  about    Good, were it known.
END
run -m polling,./polling.metric vague60.h5
ok "a summary shows and rates nothing of a metric that its error exceeds" \
    grep -Eq '^ *Polling +10\^9( +-){5}' out
has out "errors of metrics (95 % confidence): Polling 120 % (not shown)" \
    "a summary says why it shows nothing of a metric"
run -m polling,./polling.metric vague40.h5
ok "a metric that its error does not exceed is rated" grep -q '^[*] Polling' out
run -e mpi::CPU_TIME vague40.h5
ok "a summary says nothing of errors where a count is shown" sh -c '! grep -q "not shown" out'
mkdir own
cp polling.metric own
for inexact in 40 60; do
    stream ranks=4 threads=1 events=2 calls=2 story=1 inexact=$inexact
    run --recover stream -o own$inexact.h5 --summary=none --definitions=own
    run --fail-if 'polling > 0' own$inexact.h5
    echo "$status" >>judged
done
is "$(tr '\n' ' ' <judged)" "3 2 " \
    "a condition on a number that its error exceeds cannot be judged"
for inexact in 40 60; do
    run --format=csv own$inexact.h5
    awk -F, '/^metric,program,polling,/ { print $(NF - 1) }' out >>rated
    run --per=rank --metrics=polling own$inexact.h5
    grep -c 'by the thresholds of the metric' out >>told
done
is "$(tr '\n' ' ' <rated)" "good  " "CSV rates no metric that its error exceeds"
is "$(tr '\n' ' ' <told)" "1 0 " "a table explains marks that stand in it"
run --format=csv -e mpi::CPU_TIME vague60.h5
ok "CSV has the number and its error, whatever it is" \
    grep -q '^event,program,mpi::CPU_TIME,.*,1\.2,' out
finish
