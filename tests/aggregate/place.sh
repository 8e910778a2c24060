#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Where the result file goes: never over another one, never half, never lost.
. "${srcdir:-.}/tests/aggregate/lib.sh"

# write ARGUMENT...: hpmagg --write of a fresh stream, its last words in done.
write () {
    stream ranks=2 events=2
    write_stream "$@"
}

write_stream () {
    "$hpmagg" --write stream --definitions="$here/definitions" --done-fd=7 \
        "$@" >out 2>err </dev/null 7>done
    status=$?
}

# An unwritable folder: /proc refuses root, too.
write -o /proc/nowhere/x.h5 --summary=none
is "$status" 0 "where the folder is not there, a second place is used"
is "$(cat done)" "ok $TMPDIR/x.h5" "the second place is named to whoever waits"
has err "cannot write to folder /proc/nowhere/" "the message says why the first place was not used"
has err "wrote $TMPDIR/x.h5 instead" "the second place is named on stderr"
ok "the result in the second place is whole" "$hpmagg" "$TMPDIR/x.h5"
ok "the stream is gone after the result is in the second place" test ! -e stream

# A program that waits for its result does not wait for the disk.
LD_PRELOAD="$top/tests/aggregate/crash.so" CRASH=fsync \
    ASAN_OPTIONS=verify_asan_link_order=0 \
    write -o "$work/early.h5" --summary=none 2>killed
is "$(cat done)" "ok $work/early.h5" "whoever waits is told of the result before the disk has it"
ok "the result is whole before the disk has it" "$hpmagg" early.h5
ok "the stream is gone when the result is told" test ! -e stream

# Whoever waited is gone, and nobody else says what is left.
stream ranks=2 events=2
cat >left.py <<'E2'
"""left.py COMMAND...: descriptor 7 is a pipe that nobody reads."""
import os
import subprocess
import sys

reader, writer = os.pipe ()
os.dup2 (writer, 7)
os.set_inheritable (7, True)
os.close (reader)
sys.exit (subprocess.run (sys.argv[1:], pass_fds=[7]).returncode)
E2
(
    ulimit -f 8
    TMPDIR=$work "$python" left.py "$hpmagg" --write stream --done-fd=7 -o left.h5 2>err
)
is "$?" 2 "a file that cannot be written for somebody who is gone is an error"
has err "the counts are in stream; make a result file of them with: hpmagg --recover stream -o left.h5" \
    "it is said then what makes a file of them"
rm -f stream
"$python" left.py "$hpmagg" --write stream --done-fd=7 -o left.h5 2>err
is "$?" 2 "a stream that is gone, and he who waited for its file, is an error"
has err "the counts were in stream, which is no longer there" "a stream that is gone is told"
ok "no file can be made of a stream that is gone, and none is advised" \
    sh -c '! grep -q -e --recover err'

own=hpmagg-test-$$.h5
TMPDIR=/proc/nowhere write -o /proc/nowhere/$own --summary=none
is "$(cat done)" "ok /tmp/$own" "where TMPDIR refuses, too, /tmp is used"
has err "wrote /tmp/$own instead" "it is said that /tmp was used"
rm -f "/tmp/$own"

# As on a full disk: no file may grow beyond 4 kB.
mkdir full
stream ranks=2 events=2
(
    ulimit -f 8
    TMPDIR=$work/full write_stream -o full/x.h5 --summary=none
    exit "$status"
)
is "$?" 2 "where nothing can be written, the exit status is 2"
has done "failed full/x.h5: cannot" "done says that nothing could be written"
is "$(ls -A full)" "" "nothing half is left where nothing can be written"
ok "the stream is kept where nothing can be written" test -s stream

# A writer that is killed leaves a file that the next one removes; those of
# writers that live, of others and of another name stay.
mkdir left
stream ranks=2 events=2
cp stream again
LD_PRELOAD="$top/tests/aggregate/crash.so" CRASH=pwrite \
    ASAN_OPTIONS=verify_asan_link_order=0 \
    write_stream -o left/x.h5 --summary=none 2>killed
ok "a writer that is killed has no exit status of its own" test "$status" -gt 2
is "$(find left -name '.hpmagg-*' | wc -l | tr -d ' ')" 1 "a writer that is killed leaves a file"
temporary=$(basename "$(echo left/.hpmagg-*)")
key=${temporary#.hpmagg-}
key=${key%%-*}
touch "left/.hpmagg-$key-$$-aaaaaa" left/.hpmagg-bbbbbb left/.hpmagg-0-1-cccccc \
    "left/.hpmagg-$key-x-dddddd"
touch -d "2 days ago" left/.hpmagg-eeeeee left/.hpmagg-0-1-ffffff left/.other
mkdir left/.hpmagg-gggggg
cp again stream
write_stream -o left/x.h5 --summary=none
is "$status" 0 "the next writer has a result"
for name in ".hpmagg-$key-$$-aaaaaa" .hpmagg-bbbbbb .hpmagg-0-1-cccccc \
    ".hpmagg-$key-x-dddddd" .other .hpmagg-gggggg x.h5; do
    echo "$name"
done | sort >wanted
is "$(ls -A left | sort)" "$(cat wanted)" \
    "the next writer removes what nobody writes to any more"
rm -r left

# Names.
write -o a.h5 --summary=none
is "$status:$(cat done)" "0:ok a.h5" "the file gets its name"
ok "nothing is said with --summary=none" test ! -s err
cp a.h5 before.h5
write -o a.h5 --summary=none
is "$(cat done)" "ok a.1.h5" "an existing file is left alone"
has err "a.h5 exists and was left alone" "it is said that the existing file was left alone"
ok "the existing file is the same byte for byte" cmp a.h5 before.h5
write -o a.h5 --summary=none
is "$(cat done)" "ok a.2.h5" "the next one has the next number"
write -o plain --summary=none
write -o plain --summary=none
is "$(cat done)" "ok plain.1" "a name without .h5 gets its number at the end"
echo old >b.h5
write -o b.h5 --force --summary=none
is "$(cat done)" "ok b.h5" "--force replaces an existing file"
ok "--force leaves a whole file" "$hpmagg" b.h5
ln -s target.h5 link.h5
write -o link.h5 --summary=none
is "$(cat done)" "ok link.1.h5" "a dangling link counts as taken"
is "$(find . -name '.hpmagg*')" "" "no temporary file was left"
umask 027
write -o masked.h5 --summary=none
is "$(stat -c %a masked.h5)" 640 "the file has the rights that umask leaves"
umask 022

# Streams.
stream ranks=2
run --recover stream -o kept.h5
ok "--recover keeps the stream" test -s stream
has err "results: kept.h5" "the summary names the file"
run --write stream -o c.h5 --metrics=./none.metric \
    --definitions="$here/definitions"
is "$status" 0 "metrics that can't be read do not stop the counts"
has err "metrics left out" "it is said that metrics were left out"
ok "the metrics that can be read are there" grep -q "Instructions per cycle" err

# The settings of the run are in its stream.
stream ranks=2 asked=1
cp stream other
echo old >asked.h5
run --recover other -o asked.h5 --definitions="$here/definitions"
is "$(cat asked.h5):$(grep -c 'left alone' err)" "old:1" \
    "--recover goes by what it is told"
run --write other -o asked.h5 --definitions="$here/definitions"
ok "--write replaces a file where the run was to" \
    cmp -s -n 4 asked.h5 asked.1.h5
has err "cannot read none.metric" "--write reads the definitions of the run"
has err "os::USER_TIME" "--write prints the summary the run was to print"
has err "costs of events" "--write tells of costs where the run was to"
run --write stream -o asked.h5 --summary=none --metrics='an other.metric' \
    --definitions="$here/definitions"
is "$(grep -c 'cannot read an other.metric' err):$(grep -c 'results:' err)" 1:0 \
    "what --write is told wins over that"
stream ranks=2
"$hpmagg" --write stream -o d.h5 --summary=none --done-fd=77 \
    >out 2>err </dev/null
is "$?" 0 "a descriptor that is not open does no harm"
finish
