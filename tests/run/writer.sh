#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The process that writes the result file: what it says arrives, or keeps it from
# nothing, and the program does not go in its place.
. "${srcdir:-.}/tests/run/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "no program that was built without it bears libtsan"

# Node.js is such a program.
cat >closing.py <<'END'
import fcntl
fcntl.fcntl (2, fcntl.F_SETFD, fcntl.FD_CLOEXEC)
END
"$hpmrun" -o closing.h5 python3 closing.py >stdout 2>stderr </dev/null
ok "the summary comes where the program closes standard error on exec" \
    grep -q "^results: .*closing.h5" stderr

# Nobody reads it any more when the summary is written.
{
    "$hpmrun" -o unread.h5 awk 'BEGIN { while ((getline <"gone") < 0); }' \
        2>&1 >stdout </dev/null
    echo $? >status
} | sh -c 'exec <&-; : >gone'
is "$(cat status)" 0 "a reader of standard error that has gone changes no exit status"
ok "there is a result file all the same" "$hpmagg" --format=json unread.h5
is "$(ls unread.h5.stream-* 2>/dev/null)" "" "no record stream is left where nobody reads what the writer says"

# The folder of the result goes while the writer starts.
cat >remover <<END
#!/bin/sh
rm -r removed
exec "$hpmagg" "\$@"
END
chmod +x remover
mkdir removed
"$hpmrun" --writer="$work/remover" -o removed/r.h5 sh -c 'exit 3' >stdout 2>stderr </dev/null
is "$?" 3 "a folder that goes before the result is written changes no exit status"
ok "it is said that the counts went with the folder" \
    grep -q "the counts were in $work/removed/r.h5.stream-.*, which is no longer there" stderr
ok "nothing is advised that needs counts that are not there" \
    sh -c '! grep -q -e --recover stderr'

# Elsewhere than in Greenwich, and at a moment of its own, it is a time.
TZ=XYZ-5 "$hpmrun" -o zone.h5 sh -c 'exit 3' >stdout 2>stderr </dev/null
ok "no job is told that nobody has named" \
    sh -c 'grep -q "exit status 3" stderr && ! grep -q "job" stderr'
SLURM_JOB_ID=4711 "$hpmrun" -o named.h5 true >stdout 2>stderr </dev/null
ok "the job of a batch system is told" grep -q "job 4711" stderr

if strace -f -o traced true 2>/dev/null; then
    strace -f -e trace=openat,write -o traced "$hpmrun" --summary=none -o first.h5 \
        true >stdout 2>stderr </dev/null
    ok "the writer offers itself to the kernel that is short of memory" sh -c \
        'writer=$(sed -n "s,^\([0-9]*\) .*oom_score_adj.*,\1,p" traced) &&
        grep -q "^$writer *write(.*\"1000\", 4) *= 4" traced'
    is "$(grep -c oom_score_adj traced)" 1 "no other process offers itself"
else
    skip "who goes where memory is short" "strace does not work here"
fi
finish
