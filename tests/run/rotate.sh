#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Events spread over the ranks.  Rank r counts m (1000 + r) of stub::N<m>.
. "${srcdir:-.}/tests/run/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "ThreadSanitizer has a thread of its own on every rank"

cat >extra.metric <<'END'
metric one_three
  title    One to three
  unit     1
  formula  "stub::N3" / "stub::N1"
  sense    none
  about    Events of different ranks.
END
export STUB_COUNTERS=1
flags="--summary=none --backend=$stub --rotate=ranks -m $work/extra.metric"
flags="$flags -e stub::N1,stub::N2,stub::N3"

# Groups N1, N2, N3: ranks 0 and 3 count N1, 1 counts N2, 2 counts N3.
ok "three groups on four ranks are counted" counted 4 four.h5 "$programs/threads" none 0
ok "hpmagg prints JSON of four.h5" json four.h5 --per=rank
is "$(cat stderr)" "" "nothing is said"
ok "every rank counts its group, exactly" $known value four.h5.json \
    '[[count_of (r, f"stub::N{m}") for m in (1, 2, 3)] for r in rows ("rank")]
    == [[1000, None, None], [None, 2002, None], [None, None, 3006],
        [1003, None, None]]'
ok "instructions are counted by all" $known value four.h5.json \
    'of ("PAPI_TOT_INS") == 4006'
ok "an event that all ranks count is exact" $known quality four.h5.json PAPI_TOT_INS exact
for event in N1:4006 N2:8008 N3:12024; do
    ok "stub::${event%:*} is projected to all ranks" $known value four.h5.json \
        "of ('stub::${event%:*}') == ${event#*:}"
    ok "the projected sum of $event is marked so" $known quality four.h5.json "stub::${event%:*}" scaled
done
ok "its spread is stated" $known value four.h5.json \
    'abs (event ("stub::N1")["error"]
          - 2 * (4 * 4.5 ** 0.5 / 2 ** 0.5 * 0.5 ** 0.5) / 4006) < 1e-9'
ok "the spread of what one rank counts is stated" $known value four.h5.json \
    'abs (event ("stub::N2")["error"] * 8008
          - 2 * 4 * 2002 * 1.25 ** 0.5 / 1001.5 * 0.75 ** 0.5) < 1e-6'
ok "a metric over events of different ranks has a total" $known value \
    four.h5.json 'abs (metric ("one_three")["total"] - 12024 / 4006) < 1e-12
    and metric ("one_three")["values"] == 0'
"$hpmagg" --events four.h5 >text 2>&1
ok "the text says what was projected" \
    grep -q "counted: stub::N1 on 2 of 4 ranks (error 0.21 %)," text
ok "the summary of rotated groups has no gap" sh -c '! grep -q "not counted" text'
"$hpmagg" --format=csv four.h5 >csv
ok "CSV has the projected total" grep -q "stub::N2,1,scaled,8008,2002," csv

# Ranks of which one does another thing.
STUB_UNLIKE=1
export STUB_UNLIKE
ok "ranks that are not alike are counted" counted 4 unlike.h5 "$programs/threads" none 0
unset STUB_UNLIKE
ok "hpmagg prints JSON of unlike.h5" json unlike.h5
ok "there is no total" $known value unlike.h5.json \
    'of ("stub::N1") is None and event ("stub::N1")["max"] == 10030'
ok "the reason is given why nothing is projected" $known value unlike.h5.json \
    '"not alike" in event ("stub::N1")["reason"]'
ok "what all ranks count has one" $known value unlike.h5.json \
    'of ("PAPI_TOT_INS") == 1000 + 10 * (1001 + 1002 + 1003)'
"$hpmagg" --events unlike.h5 >text 2>&1
ok "the text says why" grep -q "these are not alike: there is no total" text
ok "a metric over them has none, either" \
    sh -c '! grep -q "One to three" text'
"$hpmagg" --format=csv unlike.h5 >csv
ok "CSV has an empty field for it" grep -q "stub::N2,1,partial,,20020," csv

# Lists that stay together: N1, N2 on ranks 0 and 3, N2, N3 on 1, N4 on 2.
STUB_COUNTERS=2
flags="--summary=none --backend=$stub --rotate=ranks"
flags="$flags -e stub::N1,stub::N2;stub::N2,stub::N3;stub::N4"
ok "three lists on four ranks are counted" counted 4 lists.h5 "$programs/threads" none 0
ok "hpmagg prints JSON of lists.h5" json lists.h5 --per=rank
ok "every rank counts one list, whole" $known value lists.h5.json \
    '[[count_of (r, f"stub::N{m}") for m in (1, 2, 3, 4)] for r in rows ("rank")]
    == [[1000, 2000, None, None], [None, 2002, 3003, None],
        [None, None, None, 4008], [1003, 2006, None, None]]'
ok "what is in two lists is projected from both" $known value lists.h5.json \
    'abs (of ("stub::N2") - 4 * (2000 + 2002 + 2006) / 3) <= 1'
STUB_COUNTERS=1
ok "lists that do not fit are divided among ranks" counted 4 part.h5 "$programs/threads" none 0
ok "hpmagg prints JSON of part.h5" json part.h5 --per=rank
ok "behind those that do, each event once" $known value part.h5.json \
    '[[count_of (r, f"stub::N{m}") for m in (1, 2, 3, 4)] for r in rows ("rank")]
    == [[None, None, None, 4000], [1001, None, None, None],
        [None, 2004, None, None], [None, None, 3009, None]]'
flags="--summary=none --backend=$stub --rotate=ranks -m $work/extra.metric"
flags="$flags -e stub::N1,stub::N2,stub::N3"

# Fewer ranks than groups.
# shellcheck disable=SC2086
launch 2 "$hpmrun" $flags -o two.h5 "$programs/threads" none 0 >stdout 2>stderr
is "$?" 2 "fewer ranks than groups are refused"
is "$(cat stderr | grep ^hpmrun)" \
    "hpmrun: 3 groups of events for 2 ranks: nobody would count stub::N3" \
    "once, with the events that nobody would count"
launch 2 -x LD_PRELOAD="$library" -x HPM_SUMMARY=none -x HPM_BACKEND="$stub" \
    -x HPM_ROTATE=ranks -x HPM_EVENTS=stub::N1,stub::N2,stub::N3 \
    -x HPM_OUTPUT="$work/two.h5" "$programs/threads" none 0 >stdout 2>stderr
is "$?" 0 "the library alone goes on"
ok "hpmagg prints JSON of two.h5" json two.h5
ok "the library alone says what nobody counted" $known quality two.h5.json stub::N3 \
    unavailable "fewer ranks than groups"
ok "the others are projected" $known value two.h5.json 'of ("stub::N1") == 2000'

# Hosts with different numbers of ranks: the ranks of each take turns.
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
ok "three groups on hosts of 3 and of 1 ranks" mpirun --bind-to none \
    --mca plm_rsh_agent "$work/agent" --host nodeA:3,nodeB:1 -np 4 "$hpmrun" \
    -o hosts.h5 $flags "$programs/threads" none 0
ok "hpmagg prints JSON by host" json hosts.h5 --per=host
ok "a host's total is that of its own ranks" $known value hosts.h5.json \
    '[count_of (h, "stub::N2") for h in rows ("host")] == [6006, None]'
ok "the job's sum is projected from all hosts" $known value hosts.h5.json \
    'of ("stub::N2") == 8008 and of ("stub::N1") == 4006'
finish
