#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# When there is no place for the results at the end: they go to a second one,
# and stderr says so; the program does not notice.
. "${srcdir:-.}/tests/guest/lib.sh"

flags="--backend=$stub -e stub::N1"
export TMPDIR="$work/tmp"
mkdir tmp
c=complete p=partial

plain ends 2 "$ends" finalize

# finished NAME RESULT: the run was not disturbed, and its result is there
finished () {
    cp ends.plain "$1.plain"
    cp ends.plain-status "$1.plain-status"
    undisturbed "$1"
    ok "$1: hpmagg prints JSON" sh -c \
        "'$hpmagg' --format=json --per=rank $2 >'$1.json'"
    ok "$1: all counts are there" $ends_py "$1.json" $c $c
    ok "$1: nothing of the snapshots remains" left_nothing
}

# A folder that is none.  (hpmrun would have seen that before the run.)
launch 2 env LD_PRELOAD="$library" HPM_OUTPUT="$work/none/x.h5" \
    HPM_BACKEND="$stub" HPM_EVENTS=stub::N1 HPM_SUMMARY=none \
    HPM_CHECKPOINT="$work/checkpoint" "$ends" finalize >folder.guest 2>folder.stderr \
    </dev/null
echo $? >folder.guest-status
finished folder tmp/x.h5
ok "folder: stderr names the second place" grep -q "tmp/x.h5" folder.stderr
ok "folder: what the writer says is the library's to say" \
    grep -q '^hpmmpi: .*tmp/x.h5' folder.stderr
is "$(ls tmp)" x.h5 "folder: nothing else is left"
rm -rf tmp/*

# A working directory that has no name, as it is gone, or too long a one: one of
# each rank, since one that both shared could be gone before the second is in it.
cat >gone.py <<'END'
import os
import sys

own = "gone-%d" % os.getpid()
os.mkdir(own)
os.chdir(own)
if sys.argv[1] == "gone":
    os.rmdir("../" + own)
else:
    for _ in range(20):
        os.makedirs("0" * 250, exist_ok=True)
        os.chdir("0" * 250)
os.execvp(sys.argv[2], sys.argv[2:])
END
flags="--backend=$stub -e stub::N1"
for kind in gone long; do
    # shellcheck disable=SC2086
    launch 2 /usr/bin/env python3 "$work/gone.py" $kind "$hpmrun" --checkpoint="$work/checkpoint" \
        --summary=none -o x.h5 $flags "$ends" finalize >$kind.guest \
        2>$kind.stderr </dev/null
    echo $? >$kind.guest-status
    finished $kind tmp/x.h5
    is "$(grep -c "^hpmmpi: no path leads to the working directory .*: results go to $TMPDIR/x.h5" \
        $kind.stderr)" 1 "$kind: one rank tells the place, and why"
    is "$(ls tmp)" x.h5 "$kind: nothing else is left there"
    rm -rf tmp/* gone-*
done

# A full disk: a file system of two pages, where one can be had.
cat >full.sh <<'END'
mount -t tmpfs -o size=8k tmpfs full || exit 77
"$@"
END
mkdir full
for how in "unshare -m" "unshare -rm"; do
    $how sh full.sh true 2>/dev/null && break
    how=
done
if [ -n "$how" ]; then
    flags="--backend=$stub -e stub::N1 -o $work/full/x.h5"
    launch=$(command -v mpirun)
    $how sh full.sh "$launch" --bind-to none -np 2 "$hpmrun" --summary=none \
        --checkpoint="$work/checkpoint" $flags "$ends" finalize >full.guest \
        2>full.stderr </dev/null
    echo $? >full.guest-status
    finished full tmp/x.h5
    ok "full: stderr names the second place" grep -q "tmp/x.h5" full.stderr
else
    skip "a full disk" "no file system can be mounted"
fi
rm -rf tmp/*

# No room in /dev/shm: 8 kB hold nothing, 264 kB the table of slots alone.
cat >shm.sh <<'END'
mount -t tmpfs -o size="$1" tmpfs /dev/shm || exit 77
shift
"$@"
status=$?
ls -A /dev/shm >shm.left
exit $status
END
for size in 8k 264k; do
    [ -n "$how" ] || continue
    kind=shm-$size
    flags="--backend=$stub -e stub::N1 -o $work/$kind.h5 --snapshot=0.1"
    for end in finalize SIGKILL-all; do
        $how sh shm.sh $size "$launch" --bind-to none -np 2 "$hpmrun" \
            --summary=none $flags -f "$ends" $end >/dev/null 2>$kind.stderr \
            </dev/null
        is "$(cat shm.left)" "" "$kind: nothing is left there after $end"
        [ $end = finalize ] || continue
        is "$(ls tmp)" "" "$kind: nothing is left in TMPDIR"
        is "$(cat $kind.stderr)" "" "$kind: and nothing is said"
    done
    if "$hpmagg" --recover tmp -o $kind.h5 -f --summary=none 2>$kind.told; then
        "$hpmagg" --format=json --per=rank $kind.h5 >$kind.json
        ok "$kind: all counts are there" $ends_py $kind.json $p $p
    else
        ok "$kind: the snapshots in TMPDIR are recovered" cat $kind.told false
    fi
    rm -rf tmp/*
done
[ -n "$how" ] || skip "no room in /dev/shm" "no file system can be mounted"

# The folder of the result, TMPDIR and /dev/shm are full, and /tmp is not, or is.
cat >all.sh <<'END'
room=$1
shift
for folder in full tmp /dev/shm; do
    mount -t tmpfs -o size=4k tmpfs $folder || exit 77
    dd if=/dev/zero of=$folder/.filler bs=4096 count=1 2>/dev/null
done
mount -t tmpfs -o size="$room" tmpfs /tmp || exit 77
[ "$room" != 4k ] || dd if=/dev/zero of=/tmp/.filler bs=4096 count=1 2>/dev/null
"$@"
status=$?
ls -A full tmp /dev/shm /tmp | grep -v filler >all.left
cp /tmp/*.h5 all.h5 2>/dev/null
exit $status
END
all=$how
why="no file system can be mounted"
case $work in
/tmp/*)
    all=
    why="the tests themselves are below /tmp"
    ;;
esac
if [ "$sanitizer" = thread ]; then
    all=
    why="no program that was built without it bears libtsan"
fi
for room in 10m 4k; do
    [ -n "$all" ] || continue
    $all sh all.sh $room "$hpmrun" --summary=none -o full/x.h5 sh -c 'exit 7' \
        >all.out 2>all.stderr </dev/null
    is $? 7 "$room in /tmp: the program is not disturbed"
    [ $room = 4k ] && continue
    ok "$room in /tmp: the result is there" "$hpmagg" all.h5
    ok "$room in /tmp: as stderr says" grep -q "wrote /tmp/x.h5 instead" \
        all.stderr
done
if [ -n "$all" ]; then
    ok "4k in /tmp: all that was counted is lost, as stderr says" \
        grep -q "what was counted is lost" all.stderr
    is "$(grep -v : all.left | tr -d '\n')" "" "4k in /tmp: nothing is left half written"
else
    skip "no room anywhere" "$why"
fi

# A process that has left its namespace of processes: its children are the
# first ones of the new one, and whoever comes later ends with them.
if [ "$sanitizer" = thread ]; then
    skip "a namespace of processes" \
        "no program that was built without it bears libtsan"
elif $how -p -f true 2>/dev/null; then
    for flags in -p "-p -f"; do
        # shellcheck disable=SC2086
        "$hpmrun" --summary=none -o "$work/pid.h5" $how $flags true \
            2>pid.stderr </dev/null
        is $? 0 "unshare $flags: the program is not disturbed"
        if [ ! -e pid.h5 ]; then
            has pid.stderr "no result file, because" \
                "unshare $flags: that there is no writer is told"
            command=$(sed -n 's/.*with: hpmagg \(--recover .*\)$/\1/p' \
                pid.stderr)
            # shellcheck disable=SC2086
            ok "unshare $flags: and its stream is kept" \
                "$hpmagg" $command --summary=none
        fi
        rm -f pid.h5*
    done
else
    skip "a namespace of processes" "none can be made"
fi

# A writer that is killed while it writes: by the limit of file sizes.
cat >writer <<END
#!/bin/sh
ulimit -f 8
exec "$hpmagg" "\$@"
END
chmod +x writer
flags="--backend=$stub -e stub::N1 --writer=$work/writer"
guest killed 2 "$ends" finalize
ok "killed: no file under the final name" test ! -e killed.h5
command=$(sed -n 's/.*with: hpmagg \(--recover .*\)$/\1/p' killed.stderr)
is "$(grep -c "no result file" killed.stderr)" 1 "killed: that there is none is told once"
ok "killed: it is told which, and what to do" \
    grep -q "killed.h5: cannot .*: raise the limit of the size of files (ulimit -f)" killed.stderr
ok "killed: stderr names the command that makes one" test -n "$command"
# shellcheck disable=SC2086
ok "killed: which does" "$hpmagg" $command --summary=none
finished killed killed.h5

# No file can grow at all.
flags="--backend=$stub -e stub::N1"
both limit 2 "$ends" limit
ok "limit: stderr tells that there is no result" \
    grep -q "no result file" limit.stderr
ok "limit: the snapshots are complete" recover limit
ok "limit: all counts are there" $ends_py limit.json $c $c

# No place for snapshots.
flags="--backend=$stub -e stub::N1 --checkpoint=$work/none"
guest uncheckpointed 2 "$ends" finalize
finished uncheckpointed uncheckpointed.h5
is "$(grep -c "no snapshots while it runs" uncheckpointed.stderr)" 1 \
    "uncheckpointed: it is said once"

"$hpmagg" --recover "$work/checkpoint" -o nothing.h5 2>nothing.told
is $? 2 "a folder without snapshots is an error"
ok "the message says that the folder has no snapshots" grep -q "no snapshots" nothing.told
head -c 5000 /dev/urandom >bad.checkpoint
"$hpmagg" --recover bad.checkpoint -o nothing.h5 2>nothing.told
is $? 2 "a file of noise is an error"

if [ "$sanitizer" = thread ]; then
    skip "a writer that does not start, and another root" \
        "no program that was built without it bears libtsan"
    finish
fi

# A writer that does not start: the loader speaks for it.
echo 'int lost (void) { return 0; }' >lost.c
echo 'int lost (void); int main (void) { return lost (); }' >lame.c
if ${CC:-cc} -shared -fPIC -o liblost.so lost.c && ${CC:-cc} -o lame lame.c -L. -llost
then
    rm liblost.so
    HPM_WRITER="$work/lame" "$hpmrun" --backend=none --summary=none \
        --checkpoint="$work/checkpoint" -o lame.h5 true >lame.out 2>lame.stderr
    is $? 0 "lame: the program ends well"
    ok "lame: the loader's line is the library's" \
        grep -q '^hpmmpi: .*liblost.so' lame.stderr
    ok "lame: and so are all others" sh -c "! grep -v '^hpmmpi: ' lame.stderr"
    rm -f lame.h5.stream-*
else
    skip "a writer that does not start" "no library can be built"
fi

# Another root, which has a folder for temporary files.
cat >change.c <<'END'
#include <stdlib.h>
#include <unistd.h>

int
main (void)
{
    exit (chroot ("root") ? 77 : 3);
}
END
mkdir -p "root$TMPDIR" && ${CC:-cc} -o change change.c || bail_out "no program"
"$hpmrun" --backend=none --summary=none --checkpoint="$work/checkpoint" \
    -o change.h5 ./change >change.out 2>change.stderr
status=$?
if [ $status = 77 ]; then
    rm -f change.h5
    skip "another root" "it takes more rights"
else
    is $status 3 "change: the program ends as it would"
    ok "change: it is said that the counts are below another root" \
        grep -q 'below the root that the program changed to' change.stderr
    command=$(sed -n "s|.*--recover ROOT\([^ ]*\) -o .*|--recover root\1|p" \
        change.stderr)
    # shellcheck disable=SC2086
    ok "change: and the command that is told makes a file of them" \
        "$hpmagg" $command -o change.h5 --summary=none
fi
finish
