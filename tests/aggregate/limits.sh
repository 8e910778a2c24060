#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What hpmagg says when it does not come to its end: which signal or limit struck;
# and what then is on the standard output: a whole table or nothing.
. "${srcdir:-.}/tests/aggregate/lib.sh"

# A sanitizer must leave signals to the test.
export ASAN_OPTIONS=handle_segv=0:handle_abort=0:detect_leaks=0
export TSAN_OPTIONS=handle_segv=0:handle_abort=0
export UBSAN_OPTIONS=handle_segv=0:handle_abort=0

# told WHAT TEXT: one line with the text, nothing about damage, and no output.
told () {
    is "$status:$(wc -c <out | tr -d ' ')" 2:0 "$1: the status is 2 and there is no output"
    has err "$2" "$1: the message names it"
    is "$(grep -c damaged err)" 0 "$1: no damage is made up"
    is "$(wc -l <err | tr -d ' ')" 1 "$1: the message is one line"
}

result many.h5 ranks=20000 hosts=10 threads=1 events=16 os=0

HPMAGG_SECONDS=0.02 run --per=rank --format=csv many.h5
told "a time limit" "0.02 s of processor time"
HPMAGG_SECONDS=0 run --per=rank --format=csv many.h5
is "$status:$(wc -l <out | tr -d ' ')" 0:20001 "HPMAGG_SECONDS=0 is no limit"
HPMAGG_SECONDS=soon run many.h5
has err "HPMAGG_SECONDS=soon: not a number of seconds" \
    "a limit that is no number is refused"

# The reader waits for somebody to open the pipe, and is a child of hpmagg.
mkfifo pipe
# strike SIGNAL: end it by that.
strike () {
    "$hpmagg" --per=rank many.h5 -o pipe >out 2>err </dev/null &
    parent=$!
    child=
    until [ -n "$child" ]; do
        child=$(cat "/proc/$parent/task/$parent/children" 2>/dev/null) ||
            break
        kill -0 "$parent" 2>/dev/null || break
    done
    kill -s "$1" "$child"
    wait "$parent"
    status=$?
}
if [ -e "/proc/$$/task/$$/children" ]; then
    strike SEGV
    told "a crash" "signal 11"
    strike ABRT
    told "an abort" "signal 6"
    strike KILL
    told "a kill" "signal 9"
else
    skip "signals" "no list of children in /proc"
fi

if [ -n "$sanitizer" ]; then
    skip "a memory limit" "a sanitizer takes more memory"
else
    # Down to the first that is too little to read, which is enough to start.
    room=100000
    status=0
    while [ "$status" = 0 ]; do
        room=$((room - 2000))
        (ulimit -v $room && exec "$hpmagg" --per=rank --sort=ipc many.h5) \
            >out 2>err
        status=$?
    done
    told "a memory limit" "memory"
fi

# Damage in the last part of a large table, when its first rows are made.
if have_python h5py; then
    "$python" - <<'END'
import h5py
with h5py.File ("many.h5") as file:
    count = file["count"]
    at = max (count.id.get_chunk_info (i).byte_offset
              for i in range (count.id.get_num_chunks ())
              if count.id.get_chunk_info (i).chunk_offset[2] > 0)
data = bytearray (open ("many.h5", "rb").read ())
for i in range (at + 100, at + 140):
    data[i] ^= 255
open ("spoiled.h5", "wb").write (data)
END
    for form in csv json text; do
        refuses "spoiled.h5 is damaged or cut short (count)" --per=rank \
            --format=$form spoiled.h5
    done
else
    skip "damage behind the first rows" "no h5py"
fi

# The standard output.
"$hpmagg" --per=rank --format=csv many.h5 >/dev/full 2>err
is "$?:$(cat err)" \
    "2:hpmagg: cannot write the output: No space left on device" \
    "a full disk behind the standard output is told"
"$hpmagg" --per=rank --format=csv many.h5 2>err | head -n 1 >out
is "$(wc -l <out | tr -d ' '):$(wc -c <err | tr -d ' ')" 1:0 \
    "a pipe that nobody reads any more is no matter for a message"
finish
