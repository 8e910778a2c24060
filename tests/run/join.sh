#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Runs of one command that counted other events each, joined.  Rank r counts
# m (1000 (k + 1) + r) of stub::N<m> on its k-th thread.
. "${srcdir:-.}/tests/run/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "ThreadSanitizer has a thread of its own on every rank"

# By a short name: what is said of commands is cut where it is long.
ln -s "$programs/threads" program

common=PAPI_TOT_INS,PAPI_TOT_CYC
# run FILE EVENTS [RANKS [FLAG...]]: a run that counted these.
run () {
    file=$1
    flags="--summary=none --backend=$stub -e $2"
    ranks=${3:-2}
    shift "$(($# < 3 ? $# : 3))"
    ok "a run for $file ends well" counted "$ranks" "$file" "$@" ./program \
        pool 2
}
# refused CLAIM TEXT ARGUMENT...: exit status 2, one line, which has the text.
refused () {
    claim=$1
    text=$2
    shift 2
    "$hpmagg" "$@" >out 2>err
    is "$?" 2 "$claim is refused"
    is "$(wc -l <err) $(wc -c <out)" "1 0" "$claim: there is one line, and nothing else"
    ok "$claim: the line tells it" grep -q -e "$text" err || cat err
}

run a.h5 "$common,stub::N1"
run b.h5 "$common,stub::N3"

# What cannot be joined.
refused "one file" "two runs or more" --join a.h5
refused "a file that is not there" "cannot read no.h5" --join a.h5 no.h5
echo text >text.h5
refused "a file that is no result" "text.h5 is no result" --join a.h5 text.h5
head -c 20000 b.h5 >cut.h5
refused "a file that was cut short" "cut.h5" --join a.h5 cut.h5
refused "a record stream" "--write and --join exclude each other" \
    --join --write=x a.h5 b.h5
refused "the same run twice" "of the same run" --join a.h5 a.h5
run ranks.h5 "$common,stub::N3" 1
refused "another number of ranks" "another number of ranks, '1', not '2'" \
    --join a.h5 ranks.h5
HPM_DOMAIN=all run domain.h5 "$common,stub::N3"
refused "another domain" "another domain, 'all', not 'user'" \
    --join a.h5 domain.h5
HPM_SCOPE=process run scope.h5 "$common,stub::N3"
refused "another scope" "another scope" --join a.h5 scope.h5
HPM_MPI="split" run split.h5 "$common,stub::N3"
refused "one that was split" "split by --mpi=split" --join a.h5 split.h5
HPM_MPI="off" run off.h5 "$common,stub::N3"
refused "a run whose times in MPI the first one has not" "name it first" \
    --join off.h5 a.h5
ok "the other way round they are joined, with times in MPI" sh -c \
    "'$hpmagg' --join -e 'mpi::TIME' a.h5 off.h5 | grep -q '^mpi::TIME'"
flags="--summary=none --backend=$stub -e $common"
ok "another command is counted" counted 2 command.h5 ./program none 0
refused "another command" "another command, '.*none 0', not '.*pool 2'" \
    --join a.h5 command.h5
STUB_PERCENT=94 run less.h5 "$common,stub::N3"
refused "runs that did not do the same" \
    "6.0 % fewer instructions, more than 5 % (--force joins them)" \
    --join a.h5 b.h5 less.h5

# Exact counts.
cat >extra.metric <<'END'
metric one_three
  title    One to three
  unit     1
  formula  "stub::N3" / "stub::N1"
  sense    none
  about    Events of different runs.
metric one_work
  title    One by work
  unit     1
  formula  "stub::N1" / "PAPI_TOT_INS"
  sense    none
  about    Events of the first run.
metric three_three
  title    Three by three
  unit     1
  formula  "stub::N3" / "stub::N3"
  sense    none
  about    Events of the second run.
metric three_rate
  title    Three a second
  unit     1/s
  formula  "stub::N3" / wall
  sense    none
  about    Events of the second run over the time of the first.
END
show="--metrics=./extra.metric"
# joined CLAIM EXPRESSION: true of joined.json.
joined () {
    ok "$1" $known value joined.json "$2"
}
"$hpmagg" --join a.h5 b.h5 --format=json --per=rank $show >joined.json 2>err
is "$? $(cat err)" "0 " "two runs alike are joined, and nothing is said"
joined "with the events of both" \
    'of ("stub::N1") == 12003 and of ("stub::N3") == 36009'
joined "sums by rank are those of the runs" '[[count_of (r, f"stub::N{m}") for m in (1, 3)]
    for r in rows ("rank")] == [[6000, 18000], [6003, 18009]]'
joined "what both counted is of the first" 'of ("PAPI_TOT_INS") == 12003
    and event ("PAPI_TOT_INS")["runs"] == [1]'
joined "each event has its run" 'event ("stub::N3")["runs"] == [2]'
joined "a metric over both has its value" 'metric ("one_three")["total"] == 3'
joined "a metric over both is marked so" 'metric ("one_three")["runs"] == [1, 2]'
joined "one over the first is not" 'metric ("one_work")["runs"] == [1]'
joined "a metric over the second is not marked" 'metric ("three_three")["runs"] == [2]'
joined "one over the time is" 'metric ("three_rate")["runs"] == [1, 2]'
joined "the runs are named" \
    '[r["file"] for r in data["joined"]] == ["a.h5", "b.h5"]'
joined "the runs in the file are alike" 'data["joined"][1]["distance"] == 0
    and data["joined"][1]["differences"]["PAPI_TOT_CYC"] == 0'
# Threads w0 to w2 of two ranks, three times as much.
printf '%s\n' "0 3000" "0 6000" "0 9000" "1 3003" "1 6003" "1 9003" >expected
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "stub::N3") print i }' \
    >column <<END
$("$hpmagg" --join a.h5 b.h5 --per=thread --format=csv | head -n 1)
END
"$hpmagg" --join a.h5 b.h5 --per=thread --format=csv | tr -d '\r' |
    awk -F, -v c="$(cat column)" 'NR > 1 && $4 != "mpi" { print $1, $c }' |
    sort >threads
ok "every thread has the counts of both runs" diff expected threads

# A file of them.
"$hpmagg" --join a.h5 b.h5 -o joined.h5 --summary=none >out 2>err
is "$? $(cat out err)" "0 " "a file is made of two runs"
"$hpmagg" --join a.h5 b.h5 --format=csv >shown.csv
"$hpmagg" joined.h5 --format=csv >read.csv
ok "it reads as what was shown" cmp shown.csv read.csv
ok "CSV tells the runs" grep -q "^event,program,stub::N3,.*,2.\$" read.csv
"$hpmagg" joined.h5 $show,one_three,three_three >text 2>&1
ok "the text tells the runs, too" \
    grep -q "2  b.h5, .*, wall time .*, wall .* %," text
ok "the text tells how far the runs are alike" grep -q "PAPI_TOT_INS +0 %" text
ok "a metric over both is marked" grep -q "^One to three  *~3 " text
ok "a metric over both is explained" grep -q "over counts of several runs: .*One to three" text
ok "one over a single run is not" grep -q "^Three by three  *1 " text
"$hpmagg" --join a.h5 b.h5 -o joined.h5 --summary=none >out 2>err
is "$? $(ls joined*.h5)" "0 joined.1.h5
joined.h5" "a file that exists is left alone"
refused "what was joined already" "was joined already" --join a.h5 joined.h5

# Runs of which one did more, within the limit.
STUB_PERCENT=104 run more.h5 "$common,stub::N3"
"$hpmagg" --join a.h5 more.h5 --format=json $show >joined.json 2>err
is "$? $(cat err)" "0 " "runs 4 % apart are joined"
joined "their difference is told" \
    'abs (data["joined"][1]["differences"]["PAPI_TOT_INS"] - (12483 / 12003 - 1)) < 1e-9'
joined "it is the error of a metric over both" \
    'abs (metric ("one_three")["error"] - (12483 / 12003 - 1)) < 1e-9'
joined "a metric over one of them has no error" \
    '"error" not in metric ("one_work") and "error" not in metric ("three_three")'
"$hpmagg" --join a.h5 less.h5 --force --format=json >joined.json 2>err
is "$?" 0 "runs 6 % apart are joined by force"
ok "runs 6 % apart are joined with a warning" grep -q "less.h5 is 6.0 % off a.h5 in PAPI_TOT_INS, which both counted: metrics over both are uncertain (it took [0-9.e-]* s, not [0-9.e-]* s)" err

# The best count of an event is taken.
run worse.h5 stub::SCALED,stub::CONFLICT,stub::N1
run better.h5 stub::N1,stub::N3
"$hpmagg" --join worse.h5 a.h5 --format=json >joined.json 2>err
is "$?" 0 "runs without a common hardware event are joined"
joined "an event that one of them counted is its" 'of ("stub::N1") == 12003'
"$hpmagg" --join worse.h5 better.h5 --format=json >joined.json 2>err
joined "what nobody counted is unavailable" \
    'event ("stub::CONFLICT")["quality"] == "unavailable"'
joined "a scaled count stays scaled" \
    'event ("stub::SCALED")["quality"] == "scaled"
    and event ("stub::SCALED")["coverage"] == 0.25'
run conflict.h5 PAPI_TOT_INS,stub::NONE
"$hpmagg" --join conflict.h5 a.h5 b.h5 --format=json >joined.json 2>err
joined "three runs are joined" '[len (data["joined"]), of ("stub::N1"),
    of ("stub::N3")] == [3, 12003, 36009]'

# Ranks placed in another way.
unshare --uts --ipc true 2>/dev/null || {
    skip "unshare --uts --ipc is not allowed here (it takes root)"
    finish
}
cat >agent <<'END'
#!/bin/sh
host=$1
shift
exec unshare --uts --ipc \
    sh -c 'hostname "$1"; shift; exec sh -c "$*"' sh "$host" "$@"
END
chmod +x agent
flags="--summary=none --backend=$stub -e $common,stub::N3"
for hosts in nodeA:1,nodeB:1 nodeC:1,nodeD:1; do
    ok "a run on $hosts ends well" mpirun --bind-to none --mca plm_rsh_agent \
        "$work/agent" --host $hosts -np 2 "$hpmrun" -o "${hosts%%:*}.h5" \
        $flags ./program pool 2
done
refused "another placement" "placed in another way" --join a.h5 nodeA.h5
"$hpmagg" --join nodeA.h5 nodeC.h5 >out 2>err
is "$? $(cat err)" "0 hpmagg: nodeC.h5 ran on other hosts than nodeA.h5" \
    "other hosts are told, and joined"
finish
