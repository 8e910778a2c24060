#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A command that is run several times, and by turns with another one.  The
# programs tell their calls, and no test looks at times.
. "${srcdir:-.}/tests/run/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "ThreadSanitizer has a thread of its own on every rank"
ln -s "$programs/ordinary" program
# The launcher that the tests use, by its name.
mpirun="mpirun --bind-to none -np 2"

# repeat ARGUMENT...: hpmrun with its output in out and err.
repeat () {
    timeout -k 10 600 "$hpmrun" "$@" >out 2>err </dev/null
    status=$?
}

# refused TEXT ARGUMENT...: exit status 2 and one line.
refused () {
    text=$1
    shift
    repeat "$@"
    is "$status:$(wc -l <err | tr -d ' ')" 2:1 "hpmrun $* is refused in a line"
    has err "$text" "hpmrun $* is refused for its reason: $text"
}

refused "expected a number from 1 to 50" --repeat=0 ./program system
refused "expected a number from 1 to 50" --repeat=many ./program system
refused "no command given to repeat" --repeat=2
refused "--against goes with --repeat" --against true ./program system
refused "is no single command" --repeat=2 --against 'a | b' ./program system
refused "leave '%' out of -o and -d" --repeat=2 -o %p.h5 ./program system
touch taken.2.h5
refused "taken.2.h5 exists" --repeat=2 -o taken.h5 ./program system
OMPI_COMM_WORLD_RANK=0 refused "--repeat starts the launcher" --repeat=2 \
    ./program system

# shellcheck disable=SC2086
repeat --repeat=2 --quiet -o run.h5 $mpirun ./program system
is "$status" 0 "a job of two ranks is run twice"
is "$(grep -c 'system 7' out)" 4 "the output of both runs is that of the program"
ok "both results are kept" test -s run.1.h5 -a -s run.2.h5
has err "mean and standard deviation of 2 runs" "the spread is shown on stderr"
"$hpmagg" --spread -F json run.?.h5 >run.json
ok "each result is one of two ranks" python3 -c '
import json
runs = json.load (open ("run.json"))["new_runs"]
assert [r["ranks"] for r in runs] == [2, 2], runs'

# By turns: base, new, new, base.  An hpmrun that stands there gets the flags.
# shellcheck disable=SC2086
repeat -r 2 -o turn --against "$mpirun $hpmrun ./program compute" \
    $mpirun ./program system
is "$status" 0 "two commands are run by turns"
is "$(sed -n 's/^hpmrun: run . of .: //p' err | tr '\n' ' ')" \
    "turn-base.1.h5 turn-new.1.h5 turn-new.2.h5 turn-base.2.h5 " \
    "the order is base, new, new, base"
has err "base turn-base.1.h5" "the comparison is shown"
"$hpmagg" --diff -F json turn-base.?.h5 --to turn-new.?.h5 >turn.json
ok "the results say that the sides took turns" python3 -c '
import json
found = json.load (open ("turn.json"))
assert found["took_turns"] is True, found
assert "compute" in found["new_runs"][0]["command"], found'

# Words that look like flags are values of the flags before them.
cat >-o <<'EOF'
metric mine_alone
  title    Mine
  unit     s
  formula  wall
EOF
repeat -m -o -r2 -q -o kept ./program system
is "$status" 0 "a file of metrics may be called -o"
ok "the result has the name that -o gave" test -s kept.1.h5 -a -s kept.2.h5
ok "each run has the file's metric" sh -c \
    '"$1" --metrics=mine_alone -F json kept.2.h5 | grep -q "\"title\": \"Mine\""' - "$hpmagg"

# What goes wrong ends the series with its status.
repeat -r 3 -o bad.h5 --quiet sh -c 'exit 7'
is "$status" 7 "a run that fails ends the series with its status"
has err "ended with status 7" "the run that failed is told"
ok "no run comes behind one that failed" test ! -e bad.2.h5
repeat -r 2 -o none.h5 --quiet "$hpmrun" -o other.h5 true
is "$status" 2 "a run that left its result elsewhere ends the series"
has err "the run left no none.1.h5" "the result that is not there is named"

# Nobody reads what is said.
open_unread
"$hpmrun" -r 3 -o unread.h5 sh -c 'exit 5' >out 2>&9 </dev/null
is "$?" 5 "a run that fails ends the series with its status where nobody reads standard error"
"$hpmrun" -r 2 -o heard.h5 ./program system >out 2>&9 </dev/null
is "$?:$(ls heard.?.h5 | wc -l)" 0:2 \
    "a series is complete where nobody reads the comparison"

# Ranks of a program without MPI have a file each.
cat >parts <<'EOF'
#!/bin/sh
touch "part[1].1.0.h5" "part[1].1.1.h5"
EOF
chmod +x parts
repeat -r 2 -o 'part[1].h5' --quiet "$hpmrun" -o another.h5 ./parts
is "$status" 2 "a run that left files of single processes ends the series"
has err "the run left no part[1].1.h5, but 2 files of one process each" \
    "files of single processes are told"
has err "such as part[1].1.0.h5" "one of the files of single processes is named"
refused "part[1].1.0.h5 exists" --repeat=2 -o 'part[1].h5' ./program system

# signalled NAME: one to hpmrun alone while its second run goes on, which says
# what it got.
signalled () {
    rm -f begun got out err
    "$hpmrun" -r 3 -o "cut$1.h5" --quiet ./second "$1" >out 2>err </dev/null &
    series=$!
    while [ ! -e begun ] && kill -0 "$series" 2>/dev/null; do
        sleep 0.1
    done
    kill -s "$1" "$series"
    wait "$series"
    status=$?
}

cat >second <<'EOF'
#!/bin/bash
# The first run counts a program, the second one waits for its signal.
if [ ! -e cut$1.1.h5 ]; then
    exec ./program system
fi
trap 'echo got >got; exit 9' "$1"
touch begun
for ((i = 0; i < 6000; i++)); do
    sleep 0.1
done
EOF
chmod +x second
# Under nohup no program gets SIGHUP.
case $(sed -n 's/^SigIgn:.*\(.\)$/\1/p' /proc/$$/status) in
[13579bdf]) signals=TERM:143 ;;
*) signals="TERM:143 HUP:129" ;;
esac
for signal in $signals; do
    name=${signal%:*}
    signalled $name
    is "$status" ${signal#*:} \
        "SIG$name to a series ends it with the status of a shell"
    is "$(cat got)" got "SIG$name to a series reaches the run, which is waited for"
    has err "SIG$name came and ended the run for cut$name.2.h5" \
        "the run that SIG$name cut off is told"
    has err "1 of 3 are complete, the last one is cut$name.1.h5" \
        "SIG$name leaves the runs before, which are told"
    ok "no run comes behind SIG$name" test ! -e cut$name.3.h5
done
finish
