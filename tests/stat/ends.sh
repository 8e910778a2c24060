#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# hpmstat: how a count ends, and what is kept of it where its output is not taken.
. "${srcdir:-.}/tests/stat/lib.sh"

may_count || skip_all "$(sed 's/^hpmstat: //' "$work/may_count")"

run -q -- sh -c 'exit 7'
is "$status" 7 "the status is the command's"
run -q -I 0.1 -C 1 -- sh -c 'sleep 0.5; : >went-on; exit 5'
is "$status:$(sed 1d out | wc -l)" 5:1 "-C ends the count beside a command, which is waited for"
ok "a command goes on behind the end of the count" test -e went-on
run -q -- sh -c 'kill -9 $$'
is "$status" 137 "a signal that ends the command is told as shells do"
run -q -- ./nowhere
is "$status:$(cat err)" "127:hpmstat: cannot run './nowhere': No such file or directory" \
    "a command that is not there is told"
: >plain
run -q -- ./plain
is "$status" 126 "a command that can't be executed is told"

# ends_by SIGNAL: a count without a command ends, with its totals.  Python starts
# it, since a shell has SIGINT ignored in what runs in the background.
ends_by () {
    env python3 -c '
import signal, subprocess, sys
signal.signal (signal.SIGINT, signal.default_int_handler)
count = subprocess.Popen (sys.argv[2:], stdout=subprocess.PIPE, text=True)
lines = [count.stdout.readline () for _ in range (2)]
count.send_signal (getattr (signal, sys.argv[1]))
rest = count.communicate ()[0]
print (count.returncode, "os::WALL_TIME" in rest)
' "$1" "$hpmstat" -I 0.1
}
is "$(ends_by SIGINT)" "0 True" "Ctrl-C ends the count, and totals follow"
is "$(ends_by SIGTERM)" "0 True" "SIGTERM ends it in the same way"

is "$(ends_by SIGUSR1)" "0 True" "a signal that has no meaning here ends a count without a command, too"
is "$(ends_by SIGRTMIN)" "0 True" "a real-time signal ends it in that way, too"

# A command that signals hpmstat, and waits until it is told.
run -q -o told.h5 -- sh -c '
trap "n=\$((n + 1)); echo \$n >told" USR1
n=0
for i in 1 2 3; do
    kill -USR1 $PPID
    for tick in $(seq 300); do
        [ $n -ge $i ] && break
        sleep 0.1
    done
done
exit 6'
is "$status:$(cat told)" 6:3 "SIGUSR1 is passed on to the command each time, and the count goes on"
ok "what was counted around SIGUSR1 is kept" "$hpmagg" told.h5
run -q -o ended.h5 -- sh -c 'kill -USR2 $PPID; exec sleep 60'
is "$status" 140 "a command that is ended by a signal passed on is told as shells do"
ok "what was counted until SIGUSR2 is kept" "$hpmagg" ended.h5

# A command that ignores the signal, and asks for it twice.
"$hpmstat" -q -o twice.h5 -- sh -c '
echo $$ >command
trap "" TERM
for i in 1 2; do
    kill -TERM $PPID
    sleep 0.5
done
exec sleep 60' >out 2>err &
twice=$!
wait $twice
is $? 143 "a second SIGTERM ends the count without waiting for the command"
ok "what was counted until the second SIGTERM is kept" "$hpmagg" twice.h5
kill -KILL "$(cat command)"

"$hpmstat" -I 0.1 -q -o full.h5 >/dev/full 2>err
is "$?:$(wc -l <err)" 2:1 "lines that can't be written end the count, and are an error that is told once"
ok "what was counted until then is kept" "$hpmagg" full.h5
"$hpmstat" -I 0.1 -o full.h5 -f -- sh -c 'sleep 0.3; : >waited' >/dev/full 2>err
is "$?:$(wc -l <err):$(ls waited)" 2:1:waited "a command is waited for without lines"
"$hpmstat" -I 0.05 -o piped.h5 -- sh -c 'sleep 0.4; : >alone' 2>err | head -n 1 >out
is "$(wc -l <out):$(ls alone)" 1:alone "a command is waited for where nobody reads lines any more"
ok "a count whose lines nobody reads is kept" "$hpmagg" piped.h5

# Nobody reads the standard output, or what is said, or both.
open_unread
"$hpmstat" -I 0.05 -o unread.h5 -- sh -c 'sleep 0.3; exit 7' >&9 2>err
is "$?:$(cat err)" 7: "the status is the command's where nobody reads lines"
ok "a count whose lines nobody ever read is kept" "$hpmagg" unread.h5
"$hpmstat" -- sh -c 'exit 7' >&9 2>err
is "$?:$(cat err)" 7: "the status is the command's where nobody reads the totals"
"$hpmstat" -A socket -- sh -c 'exit 7' >&9 2>&9
is "$?" 7 "the status is the command's where nobody reads anything"
"$hpmstat" -I 0.05 >&9 2>err
is "$?:$(cat err)" 0: "lines that nobody reads end a count without a command, and are no error"
"$hpmstat" -- ./nowhere >out 2>&9
is "$?" 127 "a command that is not there has its status where nobody reads standard error"
"$hpmstat" -I 0.1 >/dev/full 2>&9
is "$?" 2 "lines that can't be written are an error where nobody reads standard error"
"$hpmstat" -- true >/dev/full 2>err
is "$?" 2 "totals that can't be written are an error"
has err "hpmstat: no totals: " "it is said that there are no totals"

# Any name that a file may have.
for name in -dash.h5 --summary --; do
    "$hpmstat" -o "$name" -- true >out 2>err
    is "$?:$(cat err):$(ls ./"$name")" "0::./$name" "a result may be called $name"
    has out "results: $name" "totals are shown of a result that is called $name"
done
"$hpmstat" -A processor -o -rows.h5 -- true >out 2>err
is "$?:$(cat err)" 0: "rows are shown of a result that is called -rows.h5"
"$hpmstat" -o "$(printf 'n\nl.h5')" -- true >out 2>err
is "$?:$(cat err):$(ls -b ./n*.h5)" '0::./n\nl.h5' "a result may have a newline in its name"
has out os::WALL_TIME "totals are shown of a result with a newline in its name"

# The writer names another file where that one is there by now.
cat >writer <<E2
#!/bin/sh
[ "\$1" != --write ] || : >meanwhile.h5
exec "$hpmagg" "\$@"
E2
chmod +x writer
"$hpmstat" --writer="$work/writer" -o meanwhile.h5 -- sleep 0.2 >out 2>err
is "$?:$(wc -c <meanwhile.h5)" 0:0 "a file that is there by now is left alone"
has out "results: meanwhile.1.h5" "totals are those of the file that was written"
# Or in another folder, where there is no room.
cat >writer <<E2
#!/bin/sh
if [ "\$1" = --write ]; then
    stream=\$2
    shift 4
    set -- --write "\$stream" -o /proc/nowhere/hpmstat.h5 "\$@"
fi
exec "$hpmagg" "\$@"
E2
mkdir other
TMPDIR=$work/other "$hpmstat" --writer="$work/writer" -- true >out 2>err
is "$?:$(ls -A other)" 0: "no result that nobody asked for is left in another folder"
has err "hpmstat: removed $work/other/hpmstat.h5, as no -o asks for a file" \
    "it is said that the result in the other folder was removed"
has out os::WALL_TIME "totals are shown of the result in the other folder"
TMPDIR=$work/other "$hpmstat" --writer="$work/writer" -o asked.h5 -- true >out 2>err
is "$?:$(ls -A other)" 0:hpmstat.h5 "a result that was asked for is kept in another folder"
printf '#!/bin/sh\nulimit -f 1\nexec "%s" "$@"\n' "$hpmagg" >writer
"$hpmstat" --writer="$work/writer" -o limit.h5 -- true >out 2>err
is "$?:$(grep -c "no result file: limit.h5: cannot .*(ulimit -f)" err):$(wc -l <err)" 2:1:1 \
    "a result that cannot be written is told once, with the file and the reason"
printf '#!/bin/sh\nkill -KILL $$\n' >writer
"$hpmstat" --writer="$work/writer" -o killed.h5 -- true >out 2>err
is "$?:$(grep -c "no result file: .*writer failed" err):$(wc -l <err)" 2:1:1 \
    "a writer that ends without a word is told"

# stopped: times of lines of a count that was stopped for a while; it fails where
# one follows upon another at once.
stopped () {
    env python3 -c '
import signal, subprocess, sys, time
count = subprocess.Popen ([sys.argv[1], "-q", "-I", "0.2", "-C", "5"],
                          stdout=subprocess.PIPE, text=True)
lines = [count.stdout.readline () for _ in range (2)]
time.sleep (0.05) # it waits for the next moment
count.send_signal (signal.SIGSTOP)
time.sleep (0.7)
count.send_signal (signal.SIGCONT)
lines += count.communicate ()[0].splitlines ()
times = [float (line.split ()[0]) for line in lines[1:]]
assert len (times) == 5, times
assert min (b - a for a, b in zip (times, times[1:])) > 0.005, times
' "$hpmstat"
}
again () {
    stopped || stopped || stopped
}
ok "moments that have passed have no lines, when a count goes on that was stopped" again
finish
