#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Values that can't be, good ones and poor ones.
. "${srcdir:-.}/tests/aggregate/lib.sh"

# The ranks have an ipc from 0.78 to 1.19, and from 1411 to 2371 MIPS.
cat >rated.metric <<'F'
metric ipc
  title    Instr. per cycle
  unit     1
  formula  "PAPI_TOT_INS" / "PAPI_TOT_CYC"
  sense    higher
  good     above 1.15
  poor     below 1
metric mips
  title    Instruction rate
  unit     MIPS
  formula  1e-6 * "PAPI_TOT_INS" / wall
  range    1000 2000
metric known
  title    Width known
  unit     1
  formula  "PAPI_TOT_INS" / "PAPI_TOT_CYC"
  range    0 width
metric bytes
  title    Bandwidth
  unit     B/s
  formula  "os::BYTES_READ" / wall
  range    0 peak_bandwidth * hosts
  sense    higher
F
rated () {
    run --metrics=./rated.metric,ipc,mips,known,bytes "$@" r.h5
    [ "$status" = 0 ] || say "$(cat err)"
}
result r.h5 ranks=4 hosts=2 mpi=1 scaled=1 events=6

rated
if [ -n "$HPM_BLESS" ]; then cp out "$here/golden/rated.txt"; fi
ok "rated.txt: marks and notes" diff "$here/golden/rated.txt" out
is "$(awk 'length > 80' out)" "" "in 80 columns"
rated --per=rank
if [ -n "$HPM_BLESS" ]; then cp out "$here/golden/rated-rank.txt"; fi
ok "rated-rank.txt: marks of ranks" diff "$here/golden/rated-rank.txt" out
ok "no color goes to a file" sh -c '! grep -q "$(printf "\033")" out'
if script -qec true typed >/dev/null 2>&1; then
    TERM=xterm script -qec "$hpmagg -m./rated.metric,mips,ipc r.h5" typed >color
    ok "color goes to a terminal" grep -q "$(printf '\033')" color
    NO_COLOR=1 TERM=xterm script -qec "$hpmagg -m./rated.metric,mips,ipc r.h5" \
        typed >color
    ok "unless NO_COLOR is set" sh -c '! grep -q "$(printf "\033")\[3" color'
    NO_COLOR='' TERM=dumb script -qec "$hpmagg -m./rated.metric,mips,ipc r.h5" typed \
        >color
    ok "a dumb terminal gets no color" sh -c '! grep -q "$(printf "\033")" color'
    NO_COLOR='' TERM=xterm script -qec "$hpmagg -m./rated.metric,mips,ipc r.h5" typed \
        >color
    ok "an empty NO_COLOR is as none" grep -q "$(printf '\033')" color
    OMPI_COMM_WORLD_RANK=0 TERM=xterm script -qec \
        "$hpmagg -m./rated.metric,mips,ipc r.h5" typed >color
    ok "none goes to the terminal that mpirun makes" \
        sh -c '! grep -q "$(printf "\033")\[3" color'
else
    skip "colors" "script(1) gives no terminal here"
fi

# What the machine can do comes from the table of costs.
rated
tr '\n' ' ' <out | tr -s ' ' >line
has line "because it is not known what the machine can do: Bandwidth (peak_bandwidth)" \
    "ranges that nobody knows are told, and not checked"
printf 'width 0.5 IPC\npeak_bandwidth 0.0001 GB/s\n' >narrow.costs
rated --costs=narrow.costs --format=json
"$python" -c '
import json
metrics = {m["name"]: m for m in json.load (open ("out"))["metrics"]}
job = metrics["known"]
assert job["total"] > 0.51 and job["rating"] == "suspect", job
assert "total %.4f above 0.5" % job["total"] in job["suspect"], job
assert "max %.3f @%d above 0.5" % (job["max"], job["max_rank"]) in job["suspect"]
# Two hosts can do twice as much as the one of a rank.
bytes = metrics["bytes"]
ranks = "max" in bytes.get ("suspect", "")
assert ("total" in bytes.get ("suspect", "")) == (bytes["total"] > 2.02e5), bytes
assert ranks == (bytes["max"] > 1.01e5), bytes
assert metrics["ipc"].get ("rating") in (None, "poor", "good")
assert "suspect" not in metrics["ipc"]' >told 2>&1
ok "JSON has rating and reason" test $? = 0 || cat told
rated --costs=narrow.costs
ok "the text has the reason" grep -q "^? suspect, beyond what the machine can do:" out
ok "the text marks the metric" grep -q '^? Width known' out

rated --format=json --per=rank
"$python" -c '
import json
count = 0
for rank in json.load (open ("out"))["rank"]:
    value = rank["metrics"]["ipc"]
    word = "good" if value > 1.15 else "poor" if value < 1 else None
    assert rank.get ("rating", {}).get ("ipc") == word, rank
    value = rank["metrics"]["mips"]
    side = ("below" if value < 990 else "above" if value > 2010 else None)
    told = rank.get ("suspect", {}).get ("mips", "")
    assert told.split (" ")[0] == (side or ""), rank
    count += side is not None
assert 0 < count < 4, count' >told 2>&1
ok "JSON has them by rank" test $? = 0 || cat told
rated --format=csv
ok "CSV has columns for them" grep -q '^what,.*,rating,suspect.$' out
ok "CSV gives the reason in them" \
    grep -q '^metric,run,mips,.*,suspect,".*@[0-9] \(above 2,000\|below 1,000\)' out
"$python" -c '
import csv
lines = list (csv.reader (open ("out", newline="")))
assert len ({len (line) for line in lines}) == 1, lines' >told 2>&1
ok "every line has the same columns" test $? = 0 || cat told
rated --format=csv --per=rank
ok "CSV by rank has a column for the ratings of a rank" \
    grep -q 'mips=suspect: \(above 2,000\|below 1,000\)' out
rated --format=csv --per=host
ok "CSV by host has one for the ratings of a host" grep -q '^node001,.*"ipc=poor; mips=suspect: above 2,000"' out
# ipc may be off by 4 %, and is up to 1.19.
cat >near.metric <<'F'
metric near
  title    Within the error
  unit     1
  formula  "PAPI_TOT_INS" / "PAPI_TOT_CYC"
  range    0 1.16
metric far
  title    Beyond the error
  unit     1
  formula  "PAPI_TOT_INS" / "PAPI_TOT_CYC"
  range    0 1.1
F
run --metrics=./near.metric,near,far r.h5
has out "? suspect, beyond what the machine can do: Beyond the error: max 1.190 @1" \
    "what is further beyond a limit than its error is suspect"
ok "what the error may have put beyond a limit is not" sh -c '! grep -q "^?.*Within" out'
finish
