#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Runs on different numbers of ranks, compared: every number was computed by
# hand from the settings.  The story has 2 GHz and 1.5 instructions a cycle.
. "${srcdir:-.}/tests/aggregate/lib.sh"

have_python json || {
    echo "1..0 # SKIP no $python"
    exit 0
}
story='threads=1 events=2 calls=2 story=1'

# made NAME SETTING...
made () {
    name=$1
    shift
    # shellcheck disable=SC2086
    result "$name" $story "$@"
}

# told MEMBER VALUE...: of the runs, in their order; a value is a number, exact
# to a part in 10^12, or null.
told () {
    member=$1
    shift
    ok "$ran: $member is $*" "$python" -c '
import json, sys
runs = json.load (open ("out"))["runs"]
wanted = [None if w == "null" else float (w) for w in sys.argv[2:]]
found = [r[sys.argv[1]] for r in runs]
assert len (found) == len (wanted), found
for f, w in zip (found, wanted):
    assert (f is None) == (w is None), found
    assert w is None or abs (f - w) <= 1e-12 * abs (w), found' "$member" "$@"
}

# says TEXT: the output does, wherever it folds its lines.
says () {
    tr -s '\n ' '  ' <out >flat
    has flat "$1" "$ran: it says: $1"
}

# hushes TEXT: the output does not say it.
hushes () {
    tr -s '\n ' '  ' <out >flat
    ok "$ran: it does not say: $1" sh -c '! grep -qF -- "$1" flat' sh "$1"
}

# Bad uses first.  The run of one rank computes 9.5 s of 10, that is 28.5e9
# instructions.
made one.h5 ranks=1 useful=95
refuses "--scaling compares runs: name at least two files" --scaling
refuses "--scaling compares runs: name at least two files" --scaling one.h5
refuses "--scaling: named twice: one.h5" --scaling one.h5 one.h5
ln -f one.h5 link.h5
refuses "--scaling: named twice: ./one.h5" --scaling one.h5 ./one.h5
refuses "--scaling: named twice: link.h5" --scaling one.h5 link.h5
refuses "--scaling cannot be \"up\": expected strong|weak" --scaling=up one.h5 one.h5
refuses "cannot read none.h5: No such file" --scaling one.h5 none.h5
refuses "--per does not go with --scaling" --scaling --per=rank one.h5 none.h5
refuses "--reference goes with --scaling" --reference=one.h5 one.h5
echo "some text" >text.h5
refuses "text.h5 is no result file" --scaling one.h5 text.h5

# Two ranks, each with 30 % of 10 s of the usual work times 1.25, so 11.25e9
# instructions, at 1.2 a cycle, so 9.375e9 cycles, at 1 GHz, so 9.375 s.
made two.h5 ranks=2 useful=30 slow=-2 work=125 ipc=80 clock=50
refuses "--reference=three.h5 is none of the files" --scaling \
    --reference=three.h5 one.h5 two.h5
refuses "cannot write no/such/folder/x" -o no/such/folder/x --scaling one.h5 \
    two.h5

run --scaling --format=json two.h5 one.h5
is "$status" 0 "strong scaling, the larger run named first"
has out '"reference": "one.h5"' "the smallest run is the reference"
told ranks 1 2
told threads 1 1
told runtime 10 10
told speedup 1 1
told useful_time 9.5 9.375
told instructions 28.5e9 11.25e9
told ipc 1.5 1.2
told frequency 2 1
told parallel_efficiency 0.95 0.9375
told load_balance 1 1
told communication_efficiency 0.95 0.9375
told computation_scaling 1 0.50666666666666666
told instruction_scaling 1 1.26666666666666666
told ipc_scaling 1 0.8
told frequency_scaling 1 0.5
told global_efficiency 0.95 0.475
run --scaling=weak --format=json one.h5 two.h5
told speedup 1 2
told computation_scaling 1 1.01333333333333333
told instruction_scaling 1 2.53333333333333333
told frequency_scaling 1 0.5
told global_efficiency 0.95 0.95
run --scaling --reference=two.h5 --format=json one.h5 two.h5
has out '"reference": "two.h5"' "--reference names another reference"
told speedup 1 1
told computation_scaling 1.97368421052631579 1
told global_efficiency 1.875 0.9375

# The factors of global efficiency multiply to it, also where ranks differ.
made four.h5 ranks=4 useful=24 slow=2 work=150 ipc=75 clock=80 \
    milliseconds=7000
run --scaling --format=json one.h5 two.h5 four.h5
ok "the factors multiply to the whole" "$python" -c '
import json
runs = json.load (open ("out"))["runs"]
near = lambda a, b: abs (a - b) < 1e-12
for r in runs:
    assert near (r["load_balance"] * r["communication_efficiency"],
                 r["parallel_efficiency"])
    assert near (r["instruction_scaling"] * r["ipc_scaling"]
                 * r["frequency_scaling"], r["computation_scaling"])
    assert near (r["parallel_efficiency"] * r["computation_scaling"],
                 r["global_efficiency"])
    assert near (r["speedup"] / r["ranks"],
                 r["global_efficiency"] / runs[0]["global_efficiency"])'

# As people see it.
run --scaling one.h5 two.h5 four.h5
is "$(awk 'length > 79' out)" "" "the table is below 80 columns"
has out "strong scaling of 3 runs: ./solver --size 512" "the command is told once"
has out "  (1) one.h5, the reference" "the table says which run is the reference"
says "load balance 1.00 1.00 0.55 communication efficiency 0.95 0.94 0.60"
says "verdict from 1 to 4 ranks global efficiency goes from 0.95 to 0."
hushes notes
files=
for size in 8 9 10 11 12 13; do
    made n$size.h5 ranks=$size useful=50
    files="$files n$size.h5"
done
# shellcheck disable=SC2086
run --scaling one.h5 $files
is "$(grep -c '^ranks ' out)" 2 "seven runs make two tables"
is "$(awk 'length > 79' out)" "" "many runs: the table is below 80 columns"
is "$(sed -n 's/^ranks *//p' out | tr -s ' \n' '  ')" "1 8 9 10 11 12 13 " \
    "many runs: smaller runs come first"

# The factor that lost the most is named.
lost () {
    text=$1
    shift
    made x.h5 ranks=2 "$@"
    run --scaling one.h5 x.h5
    says "$text"
}
lost "global efficiency goes from 0.95 to 0.95 (good)" useful=95 milliseconds=5000
lost "(good)" useful=86 milliseconds=5500
# What is low with the reference already is no good result.
made low.h5 ranks=1 useful=60
made low2.h5 ranks=2 useful=57 milliseconds=5000
run --scaling low.h5 low2.h5
says "both are low, and the most is lost to communication (0.57)"
lost "the most is lost to communication (from 0.95 to 0.50)" useful=50
lost "the most is lost to load balance (from 1.00 to 0.60)" useful=19 slow=1 \
    work=500
lost "the most is lost to more instructions in all (from 1.00 to 0.53)" \
    useful=30 slow=-2 work=300
lost "the most is lost to fewer instructions per cycle (from 1.00 to 0.50)" \
    useful=45 slow=-2 ipc=50
lost "the most is lost to a lower frequency (from 1.00 to 0.50)" \
    useful=45 slow=-2 clock=50
made x.h5 ranks=2 useful=30 slow=-2 work=300 nopmu=1
run --scaling one.h5 x.h5
says "the most is lost to more useful time in all (from 1.00 to 0.53)"
run --scaling --reference=n13.h5 one.h5 n9.h5 n13.h5
says "verdict from 13 to 1 ranks"

# What is not known is not told, and why.
run --scaling --format=json one.h5 x.h5
told computation_scaling 1 0.527777777777777777
told instruction_scaling 1 null
told ipc_scaling 1 null
made time.h5 ranks=2 useful=90 calls=1
run --scaling one.h5 time.h5
says "notes (2): computation scaling is not divided, as instructions and cycles outside MPI are not known"
made off.h5 ranks=2 useful=90 calls=0
run --scaling one.h5 off.h5
says "(2): no efficiency, as time in MPI was not measured (hpmrun --mpi=time)"
hushes verdict
run --scaling --format=json one.h5 off.h5
told speedup 1 1
told global_efficiency 0.95 null
made off1.h5 ranks=1 calls=0
run --scaling off1.h5 off.h5
says "all: no efficiency, as time in MPI was not measured"
hushes "global efficiency "
made short.h5 ranks=2 milliseconds=99
run --scaling one.h5 short.h5
says "(2): too short to judge"
made part.h5 ranks=4 partial=2
run --scaling one.h5 part.h5
says "(2): ranks without a complete record are not in it"
made scaled.h5 ranks=2 scaled=1
run --scaling one.h5 scaled.h5
says "(2): ~ the counts were scaled up"
says "IPC scaling 1.00 ~1.00 frequency"
made cpu.h5 ranks=2 processor=2
made cpu1.h5 ranks=4 processor=2
run --scaling one.h5 cpu.h5 cpu1.h5
says "(2), (3): another model of processor than the reference"

# Waiting for processors is named where it grew: by 5 % of the time, and by more
# than half of what parallel efficiency lost, 0.48.
made alone.h5 ranks=1 useful=95 calls=1
made crowd.h5 ranks=2 useful=47 calls=1 all_wait=25
run --scaling alone.h5 crowd.h5
says "waiting for processors, not communication, is what grew (from 0.00 to 0.25 of the time, at least)"
says "without a processor, at least 0.00 0.25"
hushes "the most is lost to"
made crowd.h5 ranks=2 useful=47 calls=1 all_wait=23
run --scaling --format=json alone.h5 crowd.h5
told waiting 0 0.23
says "the most is lost to communication (from 0.95 to 0.47)"
hushes "what grew"
# Useful time in all is 1.9 times, and time with a processor 0.4 and 0.8 of it.
made crowd.h5 ranks=2 useful=90 calls=1 all_wait=60
run --scaling alone.h5 crowd.h5
says "waiting for processors, not computing, is what grew (from 0.00 to 0.60 of the time, at least)"
hushes "the most is lost to more useful time"
made crowd.h5 ranks=2 useful=90 calls=1 all_wait=20
run --scaling alone.h5 crowd.h5
says "the most is lost to more useful time in all (from 1.00 to 0.53)"
# It is where nobody can tell what of it was in MPI, too.
made undivided.h5 ranks=2 useful=47 calls=1 undivided=1 all_wait=25
run --scaling alone.h5 undivided.h5
says "waiting for processors, not communication, is what grew (from 0.00 to 0.25 of the time, at least)"
# Ranks of which one works at a time have it for their turn.
made turns.h5 ranks=5 useful=20 calls=1 milliseconds=20000 in_vain=1 all_wait=60
run --scaling alone.h5 turns.h5
says "; one rank works at a time there (serialisation)"
hushes "what grew"
# Good is not said beside it.
made waits2.h5 ranks=2 useful=95 calls=1 all_wait=6
run --scaling=weak alone.h5 waits2.h5
hushes "(good)"
made waits2.h5 ranks=2 useful=95 calls=1 all_wait=4
run --scaling=weak alone.h5 waits2.h5
says "(good)"

# Programs and sizes that differ are compared, with a note.
made other.h5 ranks=2 program=2
run --scaling one.h5 other.h5
is "$status" 0 "another program is no failure"
says "(2): another program than the reference"
made size.h5 ranks=2 size=1024
run --scaling one.h5 size.h5
says "(2): another command line than the reference: strong scaling supposes"
says "(2) size.h5 ./solver --size 1024"
run --scaling=weak one.h5 size.h5
hushes "another command"
run --scaling one.h5 two.h5 size.h5
says "(2), (3): as many ranks as another of the runs"
run --scaling two.h5 size.h5
hushes verdict
result pool.h5 ranks=2 threads=3 events=2 calls=2 story=1
run --scaling one.h5 two.h5 pool.h5
hushes "as many ranks"
says "(3): not as many threads a rank as the reference"

# CSV: a row for each run; the notes are on stderr.
run --scaling --format=csv -o table.csv one.h5 size.h5 two.h5
ok "CSV can be read" "$python" -c '
import csv
rows = list (csv.DictReader (open ("table.csv", newline="")))
assert [r["file"] for r in rows] == ["one.h5", "size.h5", "two.h5"]
assert [r["reference"] for r in rows] == ["1", "0", "0"]
assert [r["scaling"] for r in rows] == ["strong"] * 3
assert [round (float (r["ipc_scaling"]), 9) for r in rows] == [1, 1, 0.8]'
has err "hpmagg: note: (2): another command line" "a table in a file: notes are on stderr"
finish
