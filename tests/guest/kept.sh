#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What a run that is cut short leaves: one line says how to get at it, whoever
# can say it, and a later run tidies up.
. "${srcdir:-.}/tests/guest/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "later runs are of programs built without it, which do not bear libtsan"
flags="--backend=$stub -e stub::N1"

# left: the folder of the run that is in the place of snapshots.
left () {
    find "$work/checkpoint" -mindepth 1 -maxdepth 1 -name 'hpmmpi-*'
}

# told FILE: how many lines say how to recover that.
told () {
    grep -c "hpmagg --recover $(left) -o FILE" "$1"
}

for kind in exit _exit quick_exit return MPI_Abort; do
    in_case "$kind"
    guest $kind 3 "$ends" $kind
    is "$(told $kind.stderr)" 1 "one of three ranks says what was kept"
    has $kind.stderr "ends ended without MPI_Finalize" "and why there is no result"
    ok "what it names can be recovered" "$hpmagg" --recover "$(left)" \
        -o again.h5 --force --summary=none
    rm -rf "$work"/checkpoint/hpmmpi-*
done

# Nobody of ours is there when a signal kills a rank: the next run says it.
in_case "after SIGSEGV"
guest SIGSEGV 2 "$ends" SIGSEGV
run=$(left)

# next NAME FOLDER: another run in that folder, with its stderr in NAME.
next () {
    name=$work/$1
    # shellcheck disable=SC2086
    (cd "$2" && "$hpmrun" --checkpoint="$work/checkpoint" --summary=none -f \
        -o "$work/next.h5" $flags true) >/dev/null 2>"$name" </dev/null
}

# edit FILE FIELD VALUE: change what a file of snapshots says of its run.
edit () {
    /usr/bin/env python3 - "$@" <<'END'
import struct
import sys

path, field, value = sys.argv[1:]
at, form = {"version": (8, "I"), "told": (40, "I"), "space": (44, "I"), "touched": (48, "Q")}[field]
with open(path, "r+b") as file:
    file.seek(at)
    file.write(struct.pack("=" + form, int(value)))
END
}

# over: wait until no process of the run is there.
over () {
    for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        next first "$work"
        grep -q recover first && break
        sleep 0.5
    done
    say "the run was over at try $try"
}
mkdir elsewhere
next away elsewhere
is "$(grep -c recover away)" 0 "a run in another folder says nothing"
over
is "$(grep -c "an earlier run of ends here was cut short.*--recover $run -o FILE" \
    first)" 1 "the next run in this folder says how to get at it"
next second "$work"
is "$(grep -c recover second)" 0 "the run after that says nothing more"
for file in "$run"/*; do edit "$file" told 0; done
(export HPM_QUIET=1 && next hushed "$work")
is "$(cat hushed)" "" "a run that is to be quiet does not tell it"
next again "$work"
is "$(grep -c recover again)" 1 "it leaves that to the next one"

in_case "while it runs"
# shellcheck disable=SC2086
become 2 "$hpmrun" $flags --checkpoint="$work/checkpoint" --snapshot=0.1 \
    --summary=none "$ends" hang >out 2>err </dev/null &
job=$!
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ "$(left | wc -l)" = 2 ] && break
    sleep 0.5
done
is "$(left | wc -l)" 2 "the job has snapshots at some try"
sleep 1
next beside "$work"
is "$(grep -c recover beside)" 0 "a run beside it does not take it for dead"
kill -TERM $job
wait $job
find "$work/checkpoint" -mindepth 1 -maxdepth 1 -name 'hpmmpi-*' ! -path "$run" \
    -exec rm -r {} +

# Only where --checkpoint is not given things are removed; TMPDIR is such a place.
in_case "tidying up"
mkdir tmp
mv "$run" tmp/
run=$work/tmp/${run##*/}
file=$(find "$run" -name '*.checkpoint')
export TMPDIR="$work/tmp"
later () {
    # shellcheck disable=SC2086
    "$hpmrun" --snapshot=0 --summary=none -f -o next.h5 $flags true \
        >/dev/null 2>later </dev/null
}
days () {
    echo $(($(date +%s) - $1 * 86400))000000000
}
edit "$file" touched "$(days 6)"
later
ok "what is six days old stays" test -f "$file"
edit "$file" touched "$(days 8)"
edit "$file" space 0
cp -r "$run" copy
later
ok "what is eight days old is removed with its folder" test ! -e "$run"
# Of another version nobody knows when it was written to; who has it mapped is there.
cp -r copy "$run"
edit "$file" version 99999
touch -d '8 days ago' "$file"
/usr/bin/env python3 -c 'import mmap, sys, time
file = open (sys.argv[1], "r+b")
held = mmap.mmap (file.fileno (), 0)
print (flush=True)
time.sleep (600)' "$file" >held &
holder=$!
until [ -s held ]; do kill -0 $holder 2>/dev/null || break; done
later
ok "old snapshots of another version stay while a process has them" test -f "$file"
kill $holder
wait $holder 2>/dev/null
later
ok "old snapshots of another version go when no process has them" test ! -e "$run"
cp -r copy "$run"
ln -s "$run" "$work/tmp/hpmmpi-$(id -u)-link"
chmod 770 "$run"
later
ok "a folder that others may write to is left alone" test -f "$file"
chmod 700 "$run"
echo none >"$run/other"
later
is "$(ls "$run")" other "what is no file of snapshots stays"
# Marks of a job that was cut in MPI_Init, and what only looks like them.
for name in 0123456789abcdef fedcba9876543210 0123456789abcde 0123456789abcdeg; do
    : >"tmp/hpmmpi-$name"
    touch -d '8 days ago' "tmp/hpmmpi-$name"
done
touch -d '6 days ago' tmp/hpmmpi-fedcba9876543210
mkdir tmp/hpmmpi-aaaaaaaaaaaaaaaa
touch -d '8 days ago' tmp/hpmmpi-aaaaaaaaaaaaaaaa
later
is "$(cd tmp && find . -name "hpmmpi-[0-9a-f]*" ! -name "hpmmpi-$(id -u)-*" | sed "s,^\./,," | sort)" \
    "hpmmpi-0123456789abcde
hpmmpi-0123456789abcdeg
hpmmpi-aaaaaaaaaaaaaaaa
hpmmpi-fedcba9876543210" "marks of a job go when they are eight days old, and nothing else"
unset TMPDIR

# Programs without MPI under mpirun: one summary.
in_case "without MPI"
# shellcheck disable=SC2086
launch 3 "$hpmrun" $flags -f -o alike.h5 true >out 2>alike </dev/null
is "$(grep -c '^results: ' alike)" 1 "three ranks show one summary"
is "$(grep -c 'that was rank 0; and 2 like it, each with a file of its own if it ends by itself$' alike)" \
    1 "which says how many are like it, and when they have a file"
is "$(ls alike.*.h5)" "alike.0.h5
alike.1.h5
alike.2.h5" "and each has a file"
if runs_several true; then
    # shellcheck disable=SC2086
    mpirun --bind-to none -np 2 "$hpmrun" $flags -f -o a.h5 true \
        : -np 2 "$hpmrun" $flags -f -o b.h5 sleep 0 >out 2>several </dev/null
    is "$(sed -n 's/^hpmmpi: that was //p' several | sort)" \
        "rank 0; and 1 like it, with a file of its own if it ends by itself
rank 2; and 1 like it, with a file of its own if it ends by itself" "two programs show one summary each"
else
    skip "two programs show one summary each" "mpirun runs no two programs here"
fi
# shellcheck disable=SC2086
SLURM_NTASKS=4 SLURM_PROCID=0 "$hpmrun" $flags -f -o c.h5 true 2>batch.err
is "$(grep -c 'like it' batch.err) $(ls c*.h5)" "0 c.h5" \
    "a batch script is like no other process, and its result has no rank in its name"
# shellcheck disable=SC2086
SLURM_STEP_NUM_TASKS=4 SLURM_NTASKS=4 SLURM_PROCID=2 "$hpmrun" $flags -f -o d.h5 true \
    2>step.err
is "$(ls d*.h5)" d.2.h5 "one of the processes of a step has its number in that name"
finish
