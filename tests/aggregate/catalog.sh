#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Many result files as a list of jobs: every number was computed by hand from the
# settings, and what is no result is left out and named.
. "${srcdir:-.}/tests/aggregate/lib.sh"

have_python json || {
    echo "1..0 # SKIP no $python"
    exit 0
}
mkdir definitions
cat >definitions/rate.metric <<'END'
event instructions = PAPI_TOT_INS

metric mflops
  title    FP rate
  unit     MFLOPS
  formula  1e-6 * instructions / wall
  sense    higher
  about    As if each instruction were an operation.
END

# made NAME SETTING...: a result file of 10 s on ranks that are alike.
made () {
    name=$1
    shift
    stream threads=1 events=2 story=1 "$@"
    run --recover stream -o "$name" --force --summary=none \
        --definitions="$work/definitions"
    [ "$status" = 0 ] || bail_out "no $name: $(cat err)"
    keep_result "$name"
}

# says EXPRESSION WANTED CLAIM: of the JSON in out, whose members are names here.
says () {
    ok "$3" "$python" -c '
import json, sys
names = json.load (open ("out"))
names["by"] = lambda key, name: {r[key]: r for r in names[key + "s"]}[name]
found = eval (sys.argv[1], names)
wanted = eval (sys.argv[2])
near = isinstance (wanted, float) and abs (found - wanted) <= 1e-9 * wanted
assert near or found == wanted, found' "$1" "$2"
}

# Bad uses first.
mkdir tree tree/deep tree/empty
refuses "--catalog lists the result files below folders: name one" --catalog
refuses "cannot read nowhere: No such file" --catalog nowhere
refuses "--per does not go with --catalog" --catalog --per=rank tree
refuses "--scaling and --catalog exclude each other" --catalog --scaling tree
refuses "cannot be \"xml\": expected text|csv|json|openmetrics" --catalog \
    --format=xml tree

# Of a run that is too short nothing is judged.
mkdir short
made short/brief.h5 ranks=2 calls=1 useful=20 milliseconds=50
made short/long.h5 ranks=2 calls=1 useful=20 milliseconds=500
run --catalog --format=json short
says '[j["efficiency"] and round (j["efficiency"], 6) for j in sorted (jobs, key=lambda j: j["file"])]' '[None, 0.2]' \
    "a run that is too short to judge has no efficiency"

# An empty tree is no failure: whoever exports it every minute starts with one.
run --catalog tree
is "$status:$(cat out)" "0:0 jobs, 0 processor-hours" \
    "a catalog of nothing says so"
is "$(cat err)" "" "a catalog of nothing has nothing to complain of"

# Where it is not known how long ranks waited for a processor outside MPI, half of
# their time at most: an efficiency is a range, and what is lost is more.
mkdir range
made range/all.h5 ranks=2 calls=1 useful=60 all_wait=50 undivided=1
made range/one.h5 ranks=4 calls=1 useful=60 program=2
run --catalog --format=json range
says '[[round (j[key], 6) for key in ("efficiency", "efficiency_least")] for j in sorted (jobs, key=lambda j: j["file"])]' \
    "$(for file in all one; do
        "$hpmagg" --format=json range/$file.h5 | "$python" -c '
import json, sys
e = json.load (sys.stdin)["efficiency"]
print ([round (e["overall"], 6), round (e["parallel"] * e["processors_least"], 6)])'
    done | paste -sd, | sed 's/.*/[&]/')" "what an efficiency is at least is told beside it"
says 'jobs[0]["efficiency"] - jobs[0]["efficiency_least"] > .1 or jobs[1]["efficiency"] - jobs[1]["efficiency_least"] > .1' \
    True "the one of a run that waited is a range"
says 'abs (total["efficiency_least"] - sum (j["efficiency_least"] * j["processor_hours"] for j in jobs) / total["processor_hours"]) < 1e-9' \
    True "that of a sum is weighted in the same way"
run --catalog range
is "$(grep -c '^2026.* <0\.[0-9]* ' out):$(grep -c '^2026.* 0\.[0-9]* ' out):$(grep -c '^<: at most' out)" 1:1:1 \
    "a table marks the efficiency that is a range, and says what the mark means"
mkdir upper
made upper/a.h5 ranks=4 calls=1 at=1 useful=1 all_wait=50 undivided=1
made upper/b.h5 ranks=4 calls=1 at=2 useful=1 all_wait=50 undivided=1
made upper/c.h5 ranks=4 calls=1 at=3 useful=2 all_wait=50 undivided=1
made upper/d.h5 ranks=4 calls=1 at=4 useful=7 all_wait=50 undivided=1 program=2
run --catalog upper
is "$(grep -c '^solver .* <0\.02 ' out)" 1 "an upper end of 0.0133 is rounded up"
is "$(grep -c '^2026.* <0\.07 ' out)" 1 "an upper end of 0.07 is told as that"
run --catalog short
is "$(grep -c '<' out)" 0 "a table without a range has no mark, and explains none"
run --catalog --format=openmetrics range
is "$(grep -c '^hpmmpi_job_efficiency_least_ratio{' out)" 2 \
    "OpenMetrics has what an efficiency is at least"

# Two jobs of one user and program, one of another program, and one of another
# user and program without efficiency.  At 2 GHz a cycle has 1.5 instructions, in MPI 1.
made tree/a.h5 ranks=2 calls=2 useful=80
made tree/deep/b.h5 ranks=4 calls=2 useful=50
made tree/c.h5 ranks=8 calls=2 useful=90 program=2 hosts=2
made tree/d.h5 ranks=16 calls=0 user=7 program=3
run --catalog --format=json tree
is "$status:$(cat err)" 0: "a catalog of four jobs is made"
says total\[\"jobs\"\] 4 "all jobs below the folder are listed"
says 'total["processor_hours"]' '(2 + 4 + 8 + 16) * 10 / 3600.' \
    "processor-hours are ranks times run time"
says 'total["jobs_judged"]' 3 "a job without efficiency is not judged"
says 'total["processor_hours_lost"]' '(2 * .2 + 4 * .5 + 8 * .1) * 10 / 3600.' \
    "hours lost are processor-hours times what efficiency lacks of 1"
says 'total["efficiency"]' '1 - (2 * .2 + 4 * .5 + 8 * .1) / 14.' \
    "efficiency of all is weighted by processor-hours"
says 'by ("program", "solver")["processor_hours_lost"]' \
    '(2 * .2 + 4 * .5) * 10 / 3600.' "hours lost are summed up by program"
says '[p["program"] for p in programs]' '["solver", "solver2", "solver3"]' \
    "the program that loses most comes first"
says 'by ("user", "user7")["processor_hours"]' '160 / 3600.' \
    "processor-hours are summed up by user"
says 'by ("user", "user7")["efficiency"]' None \
    "a user without a judged job has no efficiency"
says 'by ("user", "user7")["processor_hours_lost"]' None \
    "nobody knows what a user without a judged job has lost"
says '{j["file"]: j["mflops"] for j in jobs}["tree/a.h5"]' \
    '2 * (.8 * 1.5 + .2) * 2e3' "MFLOPS are those of the whole job"
says '[(j["ranks"], j["hosts"]) for j in jobs]' \
    '[(2, 1), (8, 2), (16, 1), (4, 1)]' "ranks and hosts of each job are told"
says 'jobs[0]["start_time"]' '"2026-01-02T03:04:05.678Z"' \
    "a job has its time of start"
says 'jobs[0]["run_time"], jobs[2]["run_time"]' '(10.0, 10.0)' \
    "a run time is known with and without MPI calls"

# As people see it, and as a table.
run --catalog tree
is "$(tail -n 2 out | tr -s '\n ' ' ')" \
    "4 jobs, 0.08333 processor-hours; of 0.03889 of 3 judged, 0.008889 (23 %) are lost " \
    "the text ends in the sum of all jobs"
is "$(grep -c '^2026-01-02 03:04  user' out)" 4 "the text has a line for each job"
ok "the text has the sums of a program" \
    grep -q '^solver  *2  *0.01667  *0.60  *0.006667$' out
# Without a terminal there are 80 columns.
is "$(awk 'length > most { most = length } END { print (most <= 80) }' out)" 1 \
    "no line of a catalog is longer than 80 columns"
is "$(sed 1q out | tr -s ' ')" "start (UTC) user program job ranks time/s eff. MFLOPS hours lost" \
    "the text of a catalog goes without hosts first"
for width in 60 200; do
    COLUMNS=$width "$hpmagg" --catalog tree >out
    is "$(awk 'length > most { most = length } END { print (most <= '$width') }' out)" 1 \
        "no line of a catalog is longer than $width columns where there are so many"
done
is "$(sed 1q out | tr -s ' ')" "start (UTC) user program job ranks hosts time/s eff. MFLOPS hours lost" \
    "the text of a catalog has all columns where there is room"
mkdir twice
ln tree/a.h5 twice/link.h5
run --catalog --format=json tree ./tree/ tree/a.h5 twice
says "total['jobs']" 4 "a file is one job, however often it is named"
cp tree/a.h5 twice/copy.h5
run --catalog --format=json tree twice/copy.h5
says "total['jobs']" 4 "a copy of a file is no other job"
has err "left out 1 file: 1 of a run that is listed already (twice/copy.h5)" \
    "a copy is left out by name"
rm -r twice
run --catalog --format=csv -o jobs.csv tree
ok "the jobs are rows of CSV" "$python" -c '
import csv
rows = list (csv.DictReader (open ("jobs.csv", newline="")))
assert [r["file"] for r in rows] \
    == ["tree/a.h5", "tree/c.h5", "tree/d.h5", "tree/deep/b.h5"], rows
assert [r["efficiency"] for r in rows] == ["0.8", "0.9", "", "0.5"]
assert rows[0]["command"] == "./solver --size 512"'
run --catalog tree/deep/b.h5 tree/a.h5
has out "2 jobs" "files may be named instead of folders"

# OpenMetrics, by its rules.
cat >openmetrics.py <<'END'
import re, sys
lines = open ("out").read ().split ("\n")
assert lines[-2:] == ["# EOF", ""], lines[-2:]
family, seen, values = None, set (), {}
for line in lines[:-2]:
    comment = re.fullmatch (r"# (TYPE|UNIT|HELP) (\w+) (.*)", line)
    if comment:
        kind, name, text = comment.groups ()
        if kind == "TYPE":
            assert name not in seen and text == "gauge", line
            seen.add (name)
            family = name
        assert name == family, line
        assert kind != "UNIT" or name.endswith ("_" + text), line
        continue
    sample = re.fullmatch (
        r'(\w+)\{(\w+="(?:[^"\\]|\\["\\n])*"(?:,\w+="(?:[^"\\]|\\["\\n])*")*)\}'
        r' (\S+)', line)
    assert sample and sample.group (1) == family, line
    assert sample.group (1, 2) not in values, line
    values[sample.group (1, 2)] = float (sample.group (3))
find = lambda name, label: [v for (n, l), v in values.items ()
                            if n == "hpmmpi_" + name and label in l]
assert eval (sys.argv[1]), values
END
run --catalog --format=openmetrics tree
ok "OpenMetrics has sums by user and program" "$python" openmetrics.py \
    'find ("jobs", "user=\"user\",program=\"solver\"") == [2]'
ok "OpenMetrics tells times in seconds" "$python" openmetrics.py \
    'abs (find ("processor_lost_seconds", "\"solver\"")[0] - 24) < 1e-9'
ok "OpenMetrics has each job" "$python" openmetrics.py \
    'find ("job_ranks", "c.h5") == [8] and len (find ("job_ranks", "")) == 4'
ok "OpenMetrics has no sample of what is not known" "$python" openmetrics.py \
    'len (find ("job_efficiency_ratio", "")) == 3'
ok "OpenMetrics has no sum of what is not known" "$python" openmetrics.py \
    '[len (find (f, "")) for f in ("processor_lost_seconds", "processor_seconds")] == [2, 3]'
run --format=openmetrics tree/a.h5
ok "OpenMetrics can be had of one result" "$python" openmetrics.py \
    'abs (find ("job_efficiency_ratio", "")[0] - .8) < 1e-12'
refuses "--format=openmetrics is about the job" --format=openmetrics \
    --per=rank tree/a.h5
refuses "--format=openmetrics does not go with --scaling" \
    --scaling --format=openmetrics tree/a.h5 tree/c.h5
cp tree/a.h5 'quote".h5'
run --format=openmetrics 'quote".h5'
ok "OpenMetrics escapes a name with a quote" "$python" openmetrics.py \
    'len (find ("job_ranks", "quote\\\".h5")) == 1'

# What is no result is left out, in one line; nothing else changes.
echo "some text" >tree/text.h5
: >tree/nothing.h5
head -c 9000 tree/a.h5 >tree/deep/cut.h5
mkfifo tree/pipe.h5
ln -s a.h5 tree/link.h5
mkdir away
cp tree/a.h5 away/other.h5
ln -s ../away tree/gone
cp tree/a.h5 tree/notes.txt
echo stream >tree/e.h5.stream-77
mkdir tree/hpmmpi-0-12-ab tree/hpmmpi-none tree/other
echo snapshots | tee tree/hpmmpi-0-12-ab/n1.checkpoint \
    tree/hpmmpi-0-12-ab/n2.checkpoint >tree/other/n3.checkpoint
run --catalog --format=json tree
is "$status" 0 "files that are no results are no failure"
is "$(wc -l <err | tr -d ' ')" 1 "what is left out is told in one line"
has err "left out 5 files: 1 damaged or cut short (tree/deep/cut.h5), 2 no result of hpmmpi (tree/nothing.h5, tree/text.h5), 1 no result yet: hpmagg --recover (tree/e.h5.stream-77), 1 of runs under way or cut: hpmagg --recover (tree/hpmmpi-0-12-ab)" \
    "the line names what is left out, and why"
says 'total["jobs"]' 4 "neither links nor pipes nor other names are listed"
says '{f["file"]: f["why"] for f in left_out}' \
    '{"tree/deep/cut.h5": "damaged", "tree/nothing.h5": "foreign", "tree/text.h5": "foreign", "tree/e.h5.stream-77": "stream", "tree/hpmmpi-0-12-ab": "snapshots"}' \
    "JSON names all that is left out"
refuses "tree/text.h5 is no result of hpmmpi" --format=openmetrics tree/text.h5
refuses "tree/pipe.h5 is neither a file nor a folder" --catalog tree/pipe.h5
ln -s tree/deep named
run --catalog --format=json named
says '[j["file"] for j in jobs]' '["named/b.h5"]' \
    "a link to a folder is followed where it is named"
# Root may read all: what it is kept from is tried as somebody else.
as=
[ "$(id -u)" != 0 ] ||
    as="setpriv --reuid=65534 --regid=65534 --clear-groups --"
chmod 755 .
# shellcheck disable=SC2086
if ! $as test -x "$hpmagg" -a -r tree/a.h5 2>/dev/null; then
    skip "files and folders of others are left out" "nobody else can read here"
else
    chmod 0 tree/c.h5 tree/empty
    # shellcheck disable=SC2086
    $as "$hpmagg" --catalog --format=json tree >out 2>err
    says 'sorted (f["file"] for f in left_out if f["why"] == "unreadable")' \
        '["tree/c.h5", "tree/empty"]' "files and folders of others are left out"
    chmod 755 tree/c.h5 tree/empty
fi

# A file that ends the process that reads it costs that file alone.
cp tree/a.h5 tree/crash.h5
cp tree/a.h5 tree/deep/crash.h5
LD_PRELOAD="$top/tests/aggregate/crash.so" CRASH=open ASAN_OPTIONS=verify_asan_link_order=0 \
    run --catalog --format=json tree
is "$status" 0 "a crash of the reader is no failure of the catalog"
says 'total["jobs"]' 4 "a crash of the reader costs no other file"
says 'sum (f["why"] == "damaged" for f in left_out)' 3 \
    "a file that crashes the reader is called damaged"
finish
