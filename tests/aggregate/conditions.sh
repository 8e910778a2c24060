#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What a run must be like: --fail-if, --badge and --history.
. "${srcdir:-.}/tests/aggregate/lib.sh"

have_python xml.dom.minidom || {
    echo "1..0 # SKIP no $python"
    exit 0
}

# One run takes 10 s, the other 12.
result ten.h5 ranks=2 threads=1 events=2 calls=2 story=1
result twelve.h5 ranks=2 threads=1 events=2 calls=2 story=1 at=30 \
    milliseconds=12000

# judged STATUS TEXT ARGUMENT...: exit status and the one line on stderr.
judged () {
    wanted=$1
    text=$2
    shift 2
    run "$@"
    is "$status:$(wc -l <err | tr -d ' ')" "$wanted:1" \
        "hpmagg $* ends with $wanted and one line"
    has err "$text" "hpmagg $* says: $text"
}

refuses "no '<' or '>' in it" --fail-if wall ten.h5
refuses "no number behind the sign" --fail-if 'wall > much' ten.h5
refuses "something stands behind the number" --fail-if 'wall > 5 s' ten.h5
refuses "name the result file of a run" --fail-if 'wall > 5'
refuses "cannot read none.h5" --fail-if 'wall > 5' none.h5
refuses "--fail-if does not go with --history" --fail-if 'wall > 5' --history h
refuses "--quantity is what --badge=FILE shows" --quantity wall --fail-if 'wall>1' ten.h5
refuses "--per does not go with --fail-if" --per=rank --fail-if 'wall > 5' ten.h5

judged 3 "wall > 5 s: yes, it is 10" --fail-if 'wall > 5' ten.h5
judged 0 "wall > 10 s: no, it is 10" --fail-if 'wall>10' ten.h5
judged 3 "wall >= 10 s: yes, it is 10" --fail-if 'wall >= 10' ten.h5
judged 3 "parallel < 0.8: yes, it is 0." --fail-if 'parallel < 0.8' ten.h5
judged 2 "speed cannot be judged: no such quantity was measured" \
    --fail-if 'speed < 1' ten.h5
judged 2 "a change in % needs a base (--diff)" --fail-if 'wall > +5 %' ten.h5
judged 2 "wall cannot be judged: it is not in %" --fail-if 'wall > 5 %' ten.h5
run --fail-if 'wall > 5' --fail-if 'parallel > 1' ten.h5
is "$status:$(wc -l <err | tr -d ' ')" 3:2 "each of two conditions has a line"
run --fail-if 'wall > 5' --fail-if 'speed > 1' ten.h5
is "$status" 2 "a condition that cannot be judged outweighs one that holds"

judged 2 '"=>" is written ">="' --fail-if 'wall => 3' ten.h5
judged 2 '"=<" is written "<="' --fail-if 'wall =< 3' ten.h5

# Of a run whose efficiency is told as a range a condition holds, or not, or nobody
# knows.
result range.h5 ranks=8 hosts=2 threads=1 events=2 calls=1 story=1 useful=50 all_wait=40 \
    undivided=1
judged 0 "overall < 0.05: no, it is from 0.1 to 0.5" --fail-if 'overall < 0.05' range.h5
judged 3 "overall < 0.6: yes, it is from 0.1 to 0.5" --fail-if 'overall < 0.6' range.h5
judged 2 "overall cannot be judged: it is from 0.1 to 0.5" --fail-if 'overall < 0.3' range.h5
judged 2 "processors cannot be judged: it is from 0.2 to 1" --fail-if 'processors < 0.9' \
    range.h5
judged 3 "parallel < 0.6: yes, it is 0.5" --fail-if 'parallel < 0.6' range.h5

# run_of NAME AT USEFUL WAITED RANGE: what main threads waited is a part of the time
# outside MPI, all in percent of the run; 1: which one is not known.
run_of () {
    result "$1.h5" ranks=4 threads=1 events=2 calls=1 story=1 "at=$2" "useful=$3" \
        "all_wait=$4" "undivided=$5"
}

# So it is beside runs of which it is no range, which are their own lower ends.
run_of sure 1 60 31 0
run_of unsure 2 60 32 1
    undivided=1
run_of other 3 60 32 0
judged 3 "overall < 0.5: yes, it is 0.414" --fail-if 'overall < 0.5' sure.h5
judged 2 "overall cannot be judged: it is from 0.28 to 0.6" --fail-if 'overall < 0.5' unsure.h5
for files in "--spread sure.h5 unsure.h5 other.h5" "--diff sure.h5 unsure.h5"; do
    # shellcheck disable=SC2086
    run $files --fail-if 'overall < 0.41'
    is "$status" 2 "$files: a condition cannot be judged where one of the runs has a range"
done
run --diff --fail-if 'overall < -5 %' sure.h5 unsure.h5
is "$status" 2 "a change to a range cannot be judged where its ends disagree"
has err "overall cannot be judged: it is from -32.4 to +44.9 %" "both ends of the change are told"
run --diff --fail-if 'overall < -5 %' unsure.h5 sure.h5
is "$status" 2 "a change from a range cannot be judged where its ends disagree"
run --diff --fail-if 'overall < -60 %' sure.h5 unsure.h5
is "$status" 0 "a change of a range is judged where its ends agree"
has err "it may be chance; from -32.4 to +44.9 %" "what it may be is told there, too"
judged 0 "overall_least < 0.3: no, it is 0.414" --fail-if 'overall_least < 0.3' sure.h5
judged 2 "wall_least cannot be judged: no such quantity" --fail-if 'wall_least < 100' sure.h5
# The medians of these sides are farther apart than the median over pairs is.
sides=
for of in "14 70 3 1" "17 70 38 0" "27 95 20 0" "19 85 3 0" "12 55 38 1" "18 70 38 1" "8 55 3 1"; do
    # shellcheck disable=SC2086
    run_of "z${of%% *}" $of
    sides="$sides z${of%% *}.h5"
    [ "${of%% *}" != 27 ] || sides="$sides --to"
done
# shellcheck disable=SC2086
run --diff $sides --fail-if 'overall < -99 %'
is "$(sed -n 's/.*no, it is \(.*\) %, too few.*; from \(.*\) to \(.*\) %, as.*/\1 \2 \3/p' err)" \
    "-1.98 -29 +0.195" "what a change is lies between its ends, which are medians over pairs, too"

# A range that begins with 0 is one by ratios, too: its ends are no nearer than the change.
run_of zero 1 40 50 1
run_of full 2 60 1 0
for condition in '0 overall < -5 %' '3 overall > +5 %' '0 overall < -60 %'; do
    run --diff zero.h5 full.h5 --fail-if "${condition#* }"
    is "$status" "${condition%% *}" "from a range that begins with 0 ${condition#* } is judged"
    has err "from +48.5 % upwards, as a range that begins with 0 is compared" \
        "${condition#* }: it is told from what on"
done
run_of nothing0 3 50 100 0
run --diff full.h5 --to zero.h5 nothing0.h5 --fail-if 'overall < -60 %'
is "$status" 2 "a range beside a run that has 0 is not judged by its upper end"
has err "overall cannot be judged: it is 0 in one run, and a range in another" "it is told why"
# From 0 to a range is more where its lower end is.
run --diff nothing0.h5 zero.h5 --fail-if 'overall > +0 %'
is "$status" 2 "a change from 0 to a range is not judged by its upper end alone"
has err "overall cannot be judged: it is 0 in the base, from 0 to 0.4 now" \
    "both ends of what was 0 are told where they disagree"
run --diff nothing0.h5 unsure.h5 --fail-if 'overall > +0 %'
is "$status" 3 "a change from 0 to a range is judged where its ends agree"
has err "yes, it is 0 in the base, from 0.28 to 0.6 now" "both ends of what was 0 are told"
run_of nothing1 9 20 100 0
run --diff nothing0.h5 nothing1.h5 full.h5 --to unsure.h5 --fail-if 'overall > +0 %'
is "$status" 2 "a change to a range is not judged beside a base that has 0 in some runs"
run_of q0 31 31 0 0
run_of q1 47 47 95 1
run_of q2 88 88 0 0
run_of q3 39 39 0 0
run_of q4 8 8 98 1
sides="q0.h5 --to q1.h5 q2.h5 q3.h5 q4.h5"
# shellcheck disable=SC2086
run --diff $sides --fail-if 'overall < -60 %' --fail-if 'overall > +500 %'
ok "ends of which one is from 0 are in their order, and the change is between them" \
    "$python" -c '
import re
lines = [line for line in open ("err") if " from " in line]
assert len (lines) == 2, lines
for line in lines:
    least, most = re.search (r"from (\S+) to (\S+) %", line).groups ()
    told = re.search (r"no, it is (\S+) %", line)
    assert float (least) <= float (most), line
    assert not told or float (least) <= float (told[1]) <= float (most), line'

# Rounding decides nothing: of these the lower end is made of half and twice the base.
sides=
for of in "7 40 50 0" "12 40 39 1" "6 60 50 1" "11 80 30 0" "5 40 0 0" "13 20 50 0" "8 95 0 1"; do
    # shellcheck disable=SC2086
    run_of "n${of%% *}" $of
    sides="$sides n${of%% *}.h5"
    [ "${of%% *}" != 7 ] || sides="$sides --to"
done
# shellcheck disable=SC2086
run --diff $sides --fail-if 'overall > +0 %'
is "$status" 2 "an end of a change that is 0 but for rounding is no more than 0"
has err "it is from +0 to +124 %" "an end that is 0 but for rounding is told as 0"
run_of third 9 30 0 0
run --diff n13.h5 third.h5 --fail-if 'overall >= +200 %'
is "$status" 3 "a change that is less than its limit by rounding alone is equal to it"
run --diff third.h5 --to n12.h5 n11.h5 n8.h5 --fail-if 'overall > +5 %'
is "$status:$(grep -c ' from ' err)" 3:0 "ends of a change that are the same are told as no range"
# With a range from 0 on in one of two new runs the ends are those of the table.
run_of r2 3 20 50 0
run_of r10 11 80 30 0
run_of r13 14 40 90 1
run --diff r2.h5 --to r10.h5 r13.h5 --fail-if 'overall > -60 %'
is "$status" 3 "a range from 0 on in one new run leaves a change that can be judged"
ok "the ends of a change are the changes of the table" \
    sh -c 'grep -q "^overall_least .* +180 % " out && grep -q "^overall .* +230 % " out &&
        grep -q "it is +230 %.*; from +180 to +230 %, as a range is compared" err'
run --diff r10.h5 r13.h5 --to r2.h5 --fail-if 'overall > -60 %'
is "$status" 2 "a change of lower ends beyond the limit leaves one that cannot be judged"
ok "what a change is at least is no more than the change of lower ends in the table" \
    sh -c 'grep -q "^overall_least .* -64.3 % " out && grep -q "from -64.3 % upwards" err'

# What some runs know as a range is marked everywhere.
run --diff sure.h5 --to unsure.h5
has out "overall and processors are what they are at most in unsure.h5; at least" \
    "a comparison says which runs have a range"
for run in sure unsure; do
    run --history range.csv "$run.h5"
done
run --history range.csv
ok "a history has lower ends, of runs without a range, too" \
    sh -c 'grep -q "^overall  *0.6000  *0.4140 " out && grep -q "^overall_least  *0.2800  *0.4140 " out'
has out "overall is what it is at most in 1 of these runs: at least it is" \
    "a history says what is a range"
# One that was begun without lower ends.
"$python" -c '
import csv
rows = list (csv.DictReader (open ("range.csv", newline="")))
with open ("old.csv", "w", newline="") as file:
    names = [name for name in rows[0] if "_least" not in name]
    writer = csv.DictWriter (file, names, extrasaction="ignore")
    writer.writeheader ()
    writer.writerows (rows)'
run --history old.csv unsure.h5
run --history old.csv
is "$(tr -s '\n ' '  ' <out | grep -o 'note: overall and processors may be what they are at most: this table was begun without lower ends' | wc -l | tr -d ' ')" \
    1 "a history that was begun without lower ends says so, once"
run --history range.csv
ok "a history with lower ends does not say that it has none" sh -c '! grep -q "may be what" out'
run --history exact.csv sure.h5
run --history exact.csv
ok "a history of runs without ranges shows no lower ends" \
    sh -c 'grep -q "^overall  " out && ! grep -q _least out'
run --badge range.svg --quantity overall unsure.h5
has range.svg "overall: 0.2800 to 0.6000" "a badge has both ends"
run --badge range.svg --quantity overall_least sure.h5
has range.svg "overall_least: 0.4140" "a badge of a lower end is one of any run"

# A run that counted nothing has no time.
result nothing.h5 ranks=2 threads=1 events=2 calls=2 story=1 milliseconds=0
judged 2 "wall cannot be judged: no such quantity was measured" \
    --fail-if 'wall < 5' nothing.h5
refuses "of which nothing was counted" --history fresh.csv nothing.h5

# A change against the base.
run --diff --fail-if 'wall > +5 %' ten.h5 twelve.h5
is "$status" 3 "a change by 20 % is more than 5 %"
has err "it is +20 %, single runs: it may be chance" "single runs are told"
has out "run time +20 %" "the comparison is shown, too"
run --diff --fail-if 'wall > +25 %' ten.h5 twelve.h5
is "$status" 0 "a change by 20 % is not more than 25 %"
run --diff --fail-if 'wall > 11' ten.h5 twelve.h5
is "$status" 3 "a number without a sign is of the new run"
run --diff --fail-if 'wall < -5 %' twelve.h5 ten.h5
is "$status" 3 "a run that became faster is found by a minus"

# A picture.
run --badge wall.svg ten.h5
is "$status:$(cat out err)" 0: "--badge alone says nothing"
has wall.svg "wall: 10 s" "the picture has the run time"
ok "the picture is XML" "$python" -c '
import xml.dom.minidom
assert xml.dom.minidom.parse ("wall.svg").documentElement.tagName == "svg"'
run --badge p.svg --quantity parallel --fail-if 'parallel < 0.8' ten.h5
has p.svg '<title>parallel: 0.' "the picture has another quantity"
has p.svg '#e05d44' "the picture is red where a condition holds"
run --badge p.svg --quantity parallel --fail-if 'parallel < 0.1' ten.h5
has p.svg '#4c1' "the picture is green where none holds"
refuses "--badge: speed was not measured" --badge p.svg --quantity speed ten.h5
refuses "ten.h5 is there and is no badge" --badge ten.h5 ten.h5
echo '<svg xmlns="http://www.w3.org/2000/svg"></svg>' >logo.svg
cp logo.svg kept.svg
refuses "logo.svg is there and is no badge" --badge logo.svg --history l.csv ten.h5
ok "another picture is kept, and nothing else is written" \
    sh -c 'cmp logo.svg kept.svg && [ ! -e l.csv ]'
: >empty.svg
run --badge empty.svg ten.h5
has empty.svg "wall: 10 s" "an empty file becomes a badge"
run --badge /dev/null ten.h5
is "$status:$(cat out err)" 0: "a badge may go to a device"

# A line for each run.
refuses "cannot read none.csv" --history none.csv
cat >far.csv <<'END'
start_time,program,ranks,status,x
2026-01-01T00:00:00Z,/a,4,complete,1e308
2026-01-02T00:00:00Z,/a,4,complete,-1e308
2026-01-03T00:00:00Z,/a,4,complete,5
END
run --history far.csv
is "$status:$(grep -c '^x .* #_[-:=]$' out)" 0:1 "numbers that are farther apart than any number have a course"
run --history h.csv ten.h5
is "$status:$(cat out err)" 0: "--history alone says nothing"
run --history h.csv twelve.h5
run --history h.csv ten.h5
ok "the history has a line of CSV for each run" "$python" -c '
import csv
rows = list (csv.DictReader (open ("h.csv", newline="")))
assert [float (r["wall [s]"]) for r in rows] == [10, 12, 10], rows
assert rows[1]["start_time"] == "2026-01-02T03:04:30.678Z", rows
assert rows[0]["program"] == "/home/user/solver" and rows[0]["ranks"] == "2"'
run --history h.csv
has out "h.csv: 3 runs" "the history is shown"
ok "the course of the run time is shown" \
    grep -q 'wall \[s\] *10 *11 *-9.09 %  _#_' out
# Of numbers as they come the highest is the highest.
"$python" -c '
import csv
rows = list (csv.DictReader (open ("h.csv", newline="")))
with open ("odd.csv", "w", newline="") as file:
    writer = csv.DictWriter (file, rows[0])
    writer.writeheader ()
    for row, wall in zip (rows, (278.7, 258.1, 2815)):
        writer.writerow (row | {"wall [s]": wall})'
run --history odd.csv
ok "the highest number has the highest letter" \
    grep -q 'wall \[s\] .*  __#' out
# A line that was cut short costs itself alone.
printf '2026-01-02' >>h.csv
run --history h.csv twelve.h5
run --history h.csv
has out "h.csv: 4 runs" "a line that was cut short is no run"
ok "a run behind a line that was cut short is one" \
    grep -q 'wall \[s\] *12 *10 *+20 %  _#_#' out
for cut in '2026-01-02T03:04:05.678Z,"/home/my, sol' '2026-01-02T03:04:05.678Z,"' \
    '2026-01-02T03:04:05.678Z,/home/user/solver,2'; do
    cp h.csv named.csv
    printf '%s' "$cut" >>named.csv
    run --history named.csv ten.h5
    run --history named.csv
    has out "named.csv: 5 runs" "a line that ends in $cut costs no other"
    ok "the run behind a line that ends in $cut is the last" \
        grep -q 'wall \[s\] *10 *11 *-9.09 %  _#_#_' out
done
# One that ends in its last number, too, which may have had more digits.
head -c -3 h.csv >digit.csv
run --history digit.csv
has out "digit.csv: 3 runs" "a line without an end is no run"
is "$(cat err)" "hpmagg: digit.csv: 2 lines are not whole, and left out" \
    "lines that are left out are told"
sed '3s/$/,1/' h.csv >wide.csv
run --history wide.csv
has out "wide.csv: 3 runs" "a line of more columns than there are names is no run"
head -n 1 h.csv | head -c -5 >names.csv
refuses "names.csv is no history" --history names.csv ten.h5
# A line that does not fit is not begun: there are 20 bytes for it.
cp h.csv full.csv
head -c $((1024 - ($(wc -c <full.csv) + 20) % 512)) /dev/zero | tr '\0' '\n' >>full.csv
cp full.csv kept.csv
said=$(ulimit -f $((($(wc -c <full.csv) + 20) / 512))
       "$hpmagg" --history full.csv ten.h5 2>&1)
is "$?:$said" "2:hpmagg: cannot write full.csv: File too large" \
    "a history that may not grow is told"
ok "a history that may not grow stays as it is" cmp full.csv kept.csv
echo "my,own,table" >own.csv
refuses "own.csv is no history" --history own.csv ten.h5
is "$(cat own.csv)" "my,own,table" "another file is left alone"
refuses "own.csv is no history" --history own.csv
refuses "is no regular file" --history /dev/null ten.h5
mkfifo pipe
timeout 60 "$hpmagg" --history pipe ten.h5 >out 2>err
is "$?:$(cat err)" "2:hpmagg: --history: pipe is no regular file" \
    "a pipe that nobody reads is refused as a history"
ok "the pipe that was refused as a history is one still" test -p pipe
# A run without a value has a blank in the course.
cp h.csv gap.csv
run --history gap.csv nothing.h5
is "$status:$(cat err)" 0: "a run that counted nothing goes into a history"
run --history gap.csv
ok "the last value is that of the last run alone" \
    grep -q 'wall \[s\] *- *11 *-  _#_# *$' out
run --history gap.csv ten.h5
run --history gap.csv
ok "columns of the course stand for the same runs" \
    grep -q 'wall \[s\] *10 *11 *-9.09 %  _#_# _' out
ok "runs of one program and size have no note" sh -c '! grep -q note: out'
result other.h5 ranks=3 threads=1 events=2 calls=2 story=1 program=2
run --history gap.csv other.h5
run --history gap.csv
has out "another program in run 7, /home/user/solver2, not /home/user/solver" \
    "a history of several programs has a note"
has out "another number of ranks in run 7, 3, not 2" \
    "a history of several numbers of ranks has a note"
# One file by two flags is refused before anything is written.
cp h.csv kept.csv
ln -s h.csv link.csv
ln h.csv hard.csv
for name in h.csv ./h.csv link.csv hard.csv; do
    refuses "--output and --history name the same file" --history h.csv -o $name
    refuses "--badge and --history name the same file" --history h.csv \
        --badge $name ten.h5
done
mkdir sub
refuses "--output and --history name the same file" --spread ten.h5 \
    --history fresh -o sub/../fresh
refuses "--output and --badge name the same file" --spread ten.h5 \
    --badge fresh -o ./fresh
ok "no file was written that two flags name" \
    sh -c 'cmp h.csv kept.csv && [ ! -e fresh ]'
finish
