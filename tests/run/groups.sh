#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Groups of metrics, from the command line to the summary.
. "${srcdir:-.}/tests/run/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "ThreadSanitizer has a thread of its own on every rank"

# A folder of definitions of the user's own.
XDG_CONFIG_HOME=$work/config
export XDG_CONFIG_HOME
mkdir -p config/hpmmpi
cat >config/hpmmpi/groups.metric <<'END'
event work = PAPI_NONE | stub::N3
event exported = sde:::*::COUNT
metric ins_per_work
  title    Instr. per work
  unit     1
  formula  "PAPI_TOT_INS" / work
metric work
  title    Work done
  unit     1
  formula  work_event
metric program
  title    From the program
  unit     1
  formula  exported
event work_event = work_native | stub::N3
group mine
  about    The work.
  metrics  work, ins_per_work
group exports
  about    What the program exports.
  metrics  program
END
# One name for two things is an error, told before anything starts.
flags="--summary=none --backend=$stub -g mine"
counted 2 bad.h5 "$programs/threads" none 0 >told
is "$?" 2 "broken definitions end the run"
is "$(grep -c '^hpmrun: .*groups.metric:[0-9]*: defined twice in this file: "work"$' told)" 1 \
    "with one line that names the place"
sed 's/^metric work$/metric work_done/; s/metrics  work,/metrics  work_done,/' \
    config/hpmmpi/groups.metric >fixed && mv fixed config/hpmmpi/groups.metric

flags="--backend=$stub --mpi=off -g mine,time"
ok "a run that asks for groups" counted 2 mine.h5 "$programs/ordinary" compute
# titles FILE: the metrics of a summary.
titles () {
    sed -n '/^metric /,/^$/p' "$1" |
        sed -e '1d;/^$/d;/^no value/,$d;/ poor: \| good[,:]\|suspect,\|^~ \|^errors of/,$d' \
            -e 's/^[*!? ] //;s/  .*//' | tr '\n' ,
}
shown="Work done,Instr. per work,CPU time,User time,Utilization,System share,Waiting for CPU,"
ok "hpmagg prints JSON of mine.h5" json mine.h5
is "$(titles stderr)" "$shown" "the summary shows their metrics, in their order"
"$hpmagg" mine.h5 >text 2>&1
is "$(titles text)" "$shown" "hpmagg shows their metrics in their order"
has text "no value, events not counted, or all 0: Time in MPI" "what has no value is named"
"$hpmagg" -g mine mine.h5 >text 2>&1
is "$(titles text)" "Work done,Instr. per work," "other groups may be asked for"
ok "the events were the first that can be counted" $known value mine.h5.json \
    'of ("stub::N3") == 3000 + 3003 and metric ("work_done")["total"] == 6003'
ok "the file has the choice" $known value mine.h5.json \
    'data["run"]["groups"] == "mine,time"'
ok "the default events were not counted" $known value mine.h5.json \
    'not [e for e in data["events"] if e["name"] == "PAPI_TOT_CYC"]'

# What nobody can compute is not in the file, but for what was asked for.
ok "metrics without events are not stored" $known value mine.h5.json \
    'not [m for m in data["metrics"] if m["name"] == "program"]'
"$hpmagg" -g branch mine.h5 >text 2>&1
is "$?:$(sed 's/overview,.*os,/.../' text)" \
    "2:hpmagg: no group 'branch' in the definitions; there are ... mine, own" \
    "groups of nothing else are refused, too"
flags="--summary=none --backend=$stub"
ok "a run that asks for nothing" counted 2 none.h5 "$programs/threads" none 0
cat >later.metric <<'END'
metric miss_ratio
  title    Misses
  unit     1
  formula  mispredicted / branches
metric cycles_later
  title    Cycles later
  unit     1
  formula  2 * cycles
END
"$hpmagg" none.h5 >text 2>&1
ok "the summary shows the overview" grep -q '^  *Instr. per cycle\|^Instr. per cycle' text
ok "the summary does not show all metrics" sh -c '! grep -q "Instruction rate" text'
ok "the summary says that there are more" grep -q '^[0-9]* more metrics: hpmagg --metrics none.h5$' text
"$hpmagg" --metrics none.h5 >text 2>&1
ok "hpmagg --metrics shows all metrics" grep -q "Instruction rate" text
"$hpmagg" -m ./later.metric none.h5 >text 2>&1
is "$?" 0 "later definitions may use events of installed ones"
ok "later definitions that use installed events are shown" grep -q "^  *Cycles later\|^Cycles later" text

# Each group on some of the ranks.
STUB_COUNTERS=1
export STUB_COUNTERS
cat >two.metric <<'END'
metric two
  title    Two
  unit     1
  formula  "stub::N2"
group second
  metrics  two
END
flags="--summary=none --backend=$stub --rotate=ranks -g mine,second -m two.metric"
ok "groups on different ranks are counted" counted 2 rotate.h5 "$programs/threads" none 0
ok "hpmagg prints JSON of rotate.h5" json rotate.h5 --per=rank
ok "each rank counts one" $known value rotate.h5.json \
    '[[count_of (r, e) for e in ("stub::N3", "stub::N2")]
      for r in rows ("rank")] == [[3000, None], [None, 2002]]'
unset STUB_COUNTERS

# The runs that a split proposes, joined again.
cat >mixed.metric <<'END'
metric mixed
  title    Two to work
  unit     1
  formula  "stub::N2" / "stub::N3"
END
flags="--summary=none --backend=$stub -g mine"
ok "a run for one group ends well" counted 2 one.h5 "$programs/threads" none 0
flags="--summary=none --backend=$stub -g second -m two.metric"
ok "a run for another group ends well" counted 2 two.h5 "$programs/threads" none 0
ok "runs for different groups are joined" "$hpmagg" --join one.h5 two.h5 -o joined.h5
"$hpmagg" joined.h5 >text 2>&1
is "$(titles text | sed 's/\([^,]*\) *,/\1,/g')" "Work done,Instr. per work,Two," \
    "what is shown is what was asked for in both"
"$hpmagg" --join -m./mixed.metric --format=json one.h5 two.h5 >joined.json
ok "a metric over both runs has a value" $known value joined.json \
    'abs (metric ("mixed")["total"] - 4002 / 6003) < 1e-12'

# The library alone counts by default, and shows what was asked for.
launch 2 -x LD_PRELOAD="$library" -x HPM_BACKEND="$stub" -x HPM_GROUPS=os \
    -x HPM_OUTPUT="$work/alone.h5" "$programs/threads" none 0 >stdout 2>stderr
is "$?" 0 "a run with the library alone ends well"
ok "the summary follows the choice" grep -q '^[*!? ]* *Preemptions ' stderr
ok "the summary of a run without hpmrun shows no other metric" sh -c '! grep -q "^Instr. per cycle" stderr'
ok "hpmagg prints JSON of alone.h5" json alone.h5
ok "a run without hpmrun counts the default events" $known value alone.h5.json \
    'of ("PAPI_TOT_CYC") > 0'
if [ -x "$programs/exact" ]; then
    flags="--summary=none -g exports"
    ok "a program that exports counters is counted" counted 2 exact.h5 "$programs/exact"
    ok "hpmagg prints JSON of exact.h5" json exact.h5
    ok "has them in a group" $known value exact.h5.json \
        'metric ("program")["total"] == of ("sde:::exact::COUNT")'
else
    skip "a program that exports counters" "PAPI's libsde is not installed"
fi
finish
