#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What --recover is given may be anything: it is read within what the file can
# hold, by a process that may crash, and only if it is one's own.
. "${srcdir:-.}/tests/aggregate/lib.sh"
export ASAN_OPTIONS=handle_segv=0:allocator_may_return_null=1:detect_leaks=0:verify_asan_link_order=0

# recover PLACE [ARGUMENT...]: into r.h5.  What hangs is ended after a minute.
recover () {
    timeout -k 5 60 "$hpmagg" --recover "$@" -o r.h5 --force --summary=none \
        --definitions="$here/definitions" >out 2>err </dev/null
    status=$?
}

# refused PLACE TEXT: status 2, one line that has the text, no file.
refused () {
    place=$1 text=$2
    shift 2
    rm -f r.h5
    recover "$place" "$@"
    ok "$place $* is refused in one line: $text" test "$status:$(wc -l <err | tr -d ' ')" = 2:1 ||
        say "status $status: $(head -c 400 err)"
    has err "$text" "$place $* is refused for its reason: $text"
    ok "$place $* is refused and no file is made: $text" test ! -e r.h5
}

# Pipes do not hang it.
mkfifo pipe pipe.checkpoint
refused pipe "pipe is no record stream: not a file"
refused pipe.checkpoint "pipe.checkpoint holds no snapshots: not a file"
mkdir folder
mkfifo folder/host.checkpoint
refused folder "folder/host.checkpoint holds no snapshots: not a file"

# Announced ranks that nothing speaks of.
stream ranks=1 events=1 os=0 said=16777215
refused stream "stream announces 16777215 ranks"
stream ranks=2 events=1 said=3000
recover stream
is "$status" 0 "ranks that are missing are no damage"

# A limit of the shell's is no damage.
(
    ulimit -f 1
    TMPDIR=/proc/nowhere recover stream
    exit "$status"
)
is "$?" 2 "a result that may not grow is an error"
ok "the message says which result cannot be written, and what to do" \
    grep -q "no result file: r.h5: cannot .*: raise the limit of the size of files (ulimit -f)" err

# Snapshots.
checkpoint () {
    "$python" "$here/make_checkpoint.py" stream "$@"
}
if [ -x "$python" ]; then
    stream ranks=3 hosts=1 events=2 threads=2
    checkpoint host.checkpoint
    recover host.checkpoint
    is "$status:$(sed -n 1p err)" "0:hpmagg: complete: 3 of 3 ranks (0-2)" \
        "sound snapshots become a result"
    "$hpmagg" --per=rank --format=csv r.h5 >got
    run --recover stream -o s.h5 --summary=none \
        --definitions="$here/definitions"
    "$hpmagg" --per=rank --format=csv s.h5 >wanted
    ok "the result of snapshots has the counts of the stream" cmp got wanted

    # Rows of a running program come in any order.
    stream ranks=3 hosts=1 events=2 threads=3 calls=2 partial=1
    checkpoint turned.checkpoint turned
    recover turned.checkpoint
    is "$status" 0 "snapshots of a run that was cut short become a result"
    "$hpmagg" --per=thread --format=csv r.h5 >got
    run --recover stream -o s.h5 --force --summary=none \
        --definitions="$here/definitions"
    "$hpmagg" --per=thread --format=csv s.h5 >wanted
    ok "the result of a run that was cut short has the rows of threads in their order" cmp got wanted
    "$hpmagg" --per=thread --events='mpi::CALLS,PAPI*' r.h5 >out
    is "$(awk '$4 ~ /main|worker/ { n[$1] += gsub ("~", "") }
            END { print n[0] + 0, n[1] + 0, n[2] + 0 }' out)" "0 9 0" \
        "all counts of the rank that ended early are partial" ||
        cat out
    stream ranks=2
    refuses "a result file cannot go to the standard output" --recover stream -o -
    refuses "a result file cannot go to the standard output" --join r.h5 r.h5 -o -
    ok "no file is called as the standard output" test ! -e ./-
    # A call under way has no bytes yet.
    stream ranks=3 hosts=1 events=2 threads=1 calls=1 story=1 under_way=1
    run --recover stream -o s.h5 --force --summary=none --definitions="$here/definitions"
    ok "of a run that has ended, the mean size is that of all calls" \
        sh -c '"$1" s.h5 | grep -q "MPI_Allreduce .* 55.94 B$"' sh "$hpmagg"
    checkpoint way.checkpoint
    recover way.checkpoint
    ok "of a run that was recovered, the mean size is marked as inexact" \
        sh -c '"$1" r.h5 | grep -q "MPI_Allreduce .* ~55.94 B$"' sh "$hpmagg"
    stream ranks=3 hosts=1 events=2 threads=3 calls=2 partial=1
    checkpoint calls.checkpoint calls
    recover calls.checkpoint
    is "$status" 0 "a snapshot that makes no sense does not cost other ranks"
    has err "checkpoint calls.checkpoint was cut short: 2 of 3 ranks are in it" \
        "it is told that one rank is missing"
    is "$("$hpmagg" --per=rank --format=csv r.h5 | cut -d , -f 1,3 | tr '\n' ' ')" \
        "rank,status 0,complete 1,missing 2,complete " "the table says which rank is missing"
    stream ranks=3 hosts=1 events=2 threads=2
    checkpoint host.checkpoint
    for fault in wrap regions cells room; do
        checkpoint "$fault.checkpoint" "$fault"
        refused "$fault.checkpoint" "$fault.checkpoint: no rank left a snapshot"
        rm "$fault.checkpoint"
    done
    checkpoint beyond.checkpoint beyond
    refused beyond.checkpoint "beyond.checkpoint is damaged: it refers to more than it has"
    checkpoint overlap.checkpoint overlap
    refused overlap.checkpoint \
        "overlap.checkpoint is damaged: it refers to more than it has"

    # A damaged file beside a sound one costs its own ranks.
    mkdir both
    mv beyond.checkpoint both/a.checkpoint
    cp host.checkpoint both/b.checkpoint
    recover both
    is "$status" 0 "a damaged file does not cost the others"
    has err "a.checkpoint is damaged: it refers to more than it has; left out" \
        "the message tells of the damaged file"

    LD_PRELOAD="$top/tests/aggregate/crash.so" recover host.checkpoint
    is "$status" 2 "a crash of the reader is an exit status"
    # ThreadSanitizer makes an exit status of the signal.
    has err "hpmagg: reading host.checkpoint ended " "a line names what the reader was reading"
    LD_PRELOAD="$top/tests/aggregate/crash.so" CRASH=fsync recover host.checkpoint
    is "$status" 2 "a crash of the writer is an exit status, too"
    is "$(find . -name '.hpmagg*')" "" "a crash of the writer leaves no temporary file"

    if [ "$(id -u)" = 0 ]; then
        chown 65534 host.checkpoint
        refused host.checkpoint "host.checkpoint belongs to another user (65534)"
        recover host.checkpoint --any-owner
        is "$status" 0 "--any-owner reads it"
        mkdir shared shared/hpmmpi-65534-1
        cp host.checkpoint shared/hpmmpi-65534-1/
        chown 65534 shared/hpmmpi-65534-1
        refused shared/hpmmpi-65534-1 \
            "shared/hpmmpi-65534-1 belongs to another user (65534)"
        refused shared "no snapshots of a run of yours in shared"
        recover shared --any-owner
        is "$status" 0 "--any-owner finds the folder"
        mkdir shared/hpmmpi-0-2
        cp host.checkpoint shared/hpmmpi-0-2/
        recover shared
        is "$status" 0 "runs of others do not hide one's own"
        chown 65534 stream
        refused stream "stream belongs to another user (65534)"
        recover stream --any-owner
        is "$status" 0 "--any-owner reads a stream, too"
    else
        skip "files of others" "only root can make them"
    fi
else
    skip "snapshots" "no $python"
fi
is "$(find . -name '.hpmagg*')" "" "no temporary file was left"
finish
