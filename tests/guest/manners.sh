#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs that do what few do find what they find without us: their files, the
# state of the processor, their status.
. "${srcdir:-.}/tests/guest/lib.sh"

manners=$top/tests/guest/manners

# beside NAME WORD...: the program with these words, plain and counted; NAME.plain
# and NAME.counted have its output, statuses beside.
beside () {
    name=$1
    shift
    timeout -k 5 60 "$@" >"$name.plain" 2>/dev/null </dev/null
    echo $? >>"$name.plain"
    # shellcheck disable=SC2086
    timeout -k 5 60 "$hpmrun" --backend=none -f --checkpoint="$work/checkpoint" \
        -o "$name.h5" $words "$@" >"$name.counted" 2>"$name.told" </dev/null
    echo $? >>"$name.counted"
    ok "$name: output and status are the same" diff "$name.plain" "$name.counted"
}
words=

# Descriptor 2 is a file of the program's, from the start or later.
beside own-file "$manners" own-file
is "$(cat own-file)" own "own-file: nothing of ours is in it"
ok "own-file: there is a result" test -s own-file.h5
rm -f own-file
timeout 60 "$hpmrun" --backend=none -f --checkpoint="$work/checkpoint" -o first.h5 \
    "$manners" own-file-first 2>&- >first.out
is $? 5 "without a standard error: the status is the program's"
is "$(cat own-file)" own "without a standard error: nothing of ours is in the file"
ok "without a standard error: there is a result" test -s first.h5

# Nobody but the program computes, to who looks at the processor's flags: none is
# set, and none of ours is trapped.
for trapped in 0x0 0x20 0x3d; do
    words=--snapshot=0.1
    beside exact-$trapped "$manners" exact $trapped
done
words=

# A thread killed by its filter is the process that is, but with a thread of the
# sanitizer's it is not the last one.
if [ "$sanitizer" = thread ]; then
    skip "filter" "the sanitizer has a thread of its own"
else
    beside filter "$manners" filter
fi

# Both are cut short, behind a snapshot where the machine is slow.
cut_short () {
    rm -rf "$work"/checkpoint/hpmmpi-*
}
cut_short

# _exit wins over exit.  Who calls it may be held up by the machine: three tries.
for try in 1 2 3; do
    timeout -k 5 60 "$hpmrun" --backend=none -f --checkpoint="$work/checkpoint" \
        -o leaves.h5 "$manners" _exit-meanwhile >leaves.out 2>&1 </dev/null
    status=$?
    [ $status = 5 ] || break
done
is $status 51 "_exit while another thread is in exit: the status is its"
cut_short

# Standard error is full, and nobody reads: the end is only a little later.  A file
# that may replace another one (-f) would be on the disk first, which may take long.
cat >full.py <<'E2'
"""full.py COMMAND...: its standard error is a full pipe; end with its status."""
import fcntl
import os
import subprocess
import sys

reader, writer = os.pipe()
flags = fcntl.fcntl(writer, fcntl.F_GETFL)
fcntl.fcntl(writer, fcntl.F_SETFL, flags | os.O_NONBLOCK)
try:
    while True:
        os.write(writer, b"x" * 4096)
except BlockingIOError:
    pass
fcntl.fcntl(writer, fcntl.F_SETFL, flags)
sys.exit(subprocess.run(sys.argv[1:], stderr=writer, timeout=50).returncode)
E2
timeout 60 python3 full.py "$hpmrun" --backend=none -o full.h5 \
    --checkpoint="$work/checkpoint" "$manners" exact 0 >full.out
is $? 5 "a full pipe as standard error: the status is the program's"
ok "a full pipe as standard error: there is a result" test -s full.h5
# The writer has to say that the file is in another folder.
if [ -z "$sanitizer" ]; then
    mkdir gone
    TMPDIR="$work" timeout 60 python3 full.py "$hpmrun" --backend=none --summary=none \
        -o gone/full.h5 --checkpoint="$work/checkpoint" sh -c 'rm -r gone; exit 5'
    is $? 5 "a full pipe, and a word of the writer: the status is the program's"
else
    skip "a full pipe, and a word of the writer" "the shell knows no sanitizer"
fi
# hpmrun has to say that an earlier run was cut short.
if [ "$sanitizer" != thread ]; then
    "$hpmrun" --backend=none -o cut.h5 --snapshot=0.1 \
        --checkpoint="$work/checkpoint" sleep 600 >cut.out 2>&1 &
    pid=$!
    for try in $(seq 100); do
        "$hpmagg" --recover "$work/checkpoint" -f -o live.h5 --summary=none \
            >cut.out 2>&1 && break
        sleep 0.2
    done
    kill -9 $pid
    wait $pid
    timeout 60 python3 full.py "$hpmrun" --backend=none -o after.h5 \
        --checkpoint="$work/checkpoint" "$manners" exact 0 >full.out
    is $? 5 "a full pipe, and a word of hpmrun: the status is the program's"
    ok "a full pipe, and a word of hpmrun: there is a result" test -s after.h5
    ok "a full pipe, and a word of hpmrun: the earlier run can be recovered" \
        "$hpmagg" --recover "$work/checkpoint" -o cut.h5 --summary=none
    cut_short
else
    skip "a full pipe, and a word of hpmrun" "sleep knows no ThreadSanitizer"
fi
for way in time split; do
    flags="--backend=none --mpi=$way"
    for trapped in 0x0 0x20; do
        both exact-mpi-$way-$trapped 2 "$top/tests/guest/exact" $trapped
    done
done

ok "nothing of the snapshots remains" left_nothing
finish
