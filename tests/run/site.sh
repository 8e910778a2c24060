#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Switched on for a site: patterns in names of results, the site's settings, and
# what is left alone.  Whatever is set there, the program ends as it would.
. "${srcdir:-.}/tests/run/lib.sh"

calls=${library%/*}/libhpmmpi-calls.so
export USER=ada TMPDIR="$work/tmp" HPM_SITE=none
for variable in SLURM_JOB_ID PBS_JOBID LSB_JOBID FLUX_JOB_ID COBALT_JOBID JOB_ID \
    OAR_JOB_ID; do
    unset "$variable"
done
mkdir tmp

# run ARGUMENT...: 2 ranks under hpmrun; the program prints "system 7" on each.
run () {
    launch 2 "$hpmrun" "$@" "$programs/ordinary" system >stdout 2>stderr \
        </dev/null
}

# everywhere ARGUMENT...: the same as a site has it, preloaded and without hpmrun;
# arguments are mpirun's, as -x NAME=value.
everywhere () {
    launch 2 -x LD_PRELOAD="$calls:$library" -x HPM_SITE -x TMPDIR "$@" \
        "$programs/ordinary" system >stdout 2>stderr </dev/null
}

# unharmed CLAIM: the program that was run last printed what it prints.
unharmed () {
    is "$status:$(cat stdout)" "0:system 7
system 7" "$1"
}

# silent CLAIM
silent () {
    is "$(cat stderr)" "" "$1"
}

# results: how many there are below log.
results () {
    find log -name '*.h5*' | wc -l | tr -d ' '
}

# ---- patterns

in_case pattern
run -o 'x-%q.h5'
is "$?:$(cat stdout)" 2: "hpmrun refuses an unknown letter before the program starts"
is "$(grep hpmrun stderr)" "hpmrun: 'x-%q.h5' has an unknown %q: after % stands one of u j p h Y m d H M S, or % for itself" \
    "the letters that are known are told in one line"
run -d '%' -o x.h5
is $? 2 "a percent sign alone is refused in a folder, too"
run -o 'nowhere/%u/x.h5'
is $? 2 "a folder before the first letter has to be there"
has stderr "nowhere" "the folder that is missing is named"

mkdir log
SLURM_JOB_ID=77 run -s none -o 'log/%u/%Y/%p-%j%%.h5'
status=$?
unharmed "a program with a pattern runs as without"
silent "a pattern is nothing to talk about"
year=$(date +%Y)
is "$(find log -name '*.h5')" "log/ada/$year/ordinary-77%.h5" \
    "user, year, program and job are put into the name"
is "$(stat -c %a log/ada "log/ada/$year")" "700
700" "folders are made for their owner alone"
ok "the result can be read" "$hpmagg" "log/ada/$year/ordinary-77%.h5"
rm -r log/ada
run -s none -d 'log/%h' -o a.h5
is "$(find log -name '*.h5')" "log/$(uname -n)/a.h5" \
    "a folder may be a pattern, and %h is the host"
rm -r "log/$(uname -n)"
run -s none -o 'log/%j.h5'
is "$(find log -name '*.h5' | grep -c '^log/[0-9]*\.h5$')" 1 \
    "without a batch system the job is a process id"
rm log/*
USER=../../x run -s none -o 'log/%u/a.h5'
is "$(find log -name '*.h5')" "log/_._.._x/a.h5" "a name cannot lead out of its folder"
rm -r log/*
everywhere -x HPM_OUTPUT='log/%q.h5' -x HPM_SUMMARY=none -x HPM_DIRECTORY=log
status=$?
unharmed "an unknown letter harms no program"
is "$(wc -l <stderr | tr -d ' ')" 1 "the library tells of it in one line"
has stderr "HPM_OUTPUT left out: 'log/%q.h5' has an unknown %q" \
    "the library tells which setting it leaves out"
is "$(results)" 1 "the result has its usual name then"
rm log/*

# ---- a folder that is everyone's

in_case everyone
mkdir shared away
chmod 1777 shared
run -s none -o shared/flat.h5
is "$(stat -c %a shared/flat.h5)" 600 "a result there is for its owner alone"
if [ "$(id -u)" = 0 ]; then
    ln -s "$work/away" shared/ada
    chown -h 65534 shared/ada
    run -s none -o 'shared/%u/a.h5'
    status=$?
    unharmed "a link of another user harms no program"
    is "$(find away -type f)" "" "a link of another user is not followed"
    has stderr "what is there is another user's" "the link is told of"
    is "$(find tmp -name 'a*.h5' | wc -l | tr -d ' ')" 1 \
        "the result is kept elsewhere"
    rm -f shared/ada tmp/*
    mkdir shared/ada
    chown 65534 shared/ada
    chmod 777 shared/ada
    run -s none -o 'shared/%u/a.h5'
    is "$(find shared/ada -type f)" "" "a folder of another user is not written to"
else
    skip "links of another user are not followed" "only root can make one"
fi
rm -rf shared tmp/*

# ---- the site's settings

in_case settings
export HPM_SITE="$work/site"
cat >site <<END
# of a site
HPM_OUTPUT "$work/log/%u/%p.%j.h5"
HPM_QUIET 1
HPM_BUFFER 8
END
everywhere
status=$?
unharmed "a program with the library in it runs as without"
silent "the library says nothing"
is "$(results)" 1 "there is a result where the site wants it"
everywhere -x HPM_QUIET=0
has stderr "wall time" "the environment wins over the site: there is a summary"
rm -r log/*
everywhere -x HPM_QUIET=0 -x HPM_OUTPUT="$work/own.h5" -x HPM_SUMMARY=none
ok "the environment wins over the site: the result has another name" test -s own.h5
is "$(results)" 0 "there is no other result then"
run --show-config
ok "hpmrun takes what the site says of counting" \
    grep -q "^HPM_BUFFER  *$work/site:4  *8" stdout
ok "hpmrun leaves out what is for programs that nobody asked for" \
    grep -q "^HPM_OUTPUT  *default" stdout
ok "hpmrun shows where the site's settings are" \
    grep -q "^settings, site  *found  *$work/site" stdout
mkdir asked
(cd asked && run -s short)
is "$(find asked -name 'ordinary.*.h5' | wc -l | tr -d ' ')" 1 \
    "what was asked for goes where it was asked for"
has asked/stderr "wall time" "what was asked for has its summary"
HPM_SITE=none run --show-config
ok "a site may be left out" grep -q "^HPM_BUFFER  *default" stdout
echo "HPM_SUMMARY none" >>site
run -s short -o flag.h5
has stderr "wall time" "a flag back at the default wins over the site"
cp -a "$top/tests/run/stage" moved
mkdir -p "moved$sysconfdir/hpmmpi"
echo "HPM_BUFFER 9" >"moved$sysconfdir/hpmmpi/hpmmpi.conf"
(unset HPM_SITE && "moved$bindir/hpmrun" --show-config >installed)
ok "the installation has a place for the site's settings" \
    grep -q "^HPM_BUFFER .*hpmmpi.conf:1  *9" installed
echo "HPM_SUMMARY none" >>"moved$sysconfdir/hpmmpi/hpmmpi.conf"
(unset HPM_SITE && hpmrun="moved$bindir/hpmrun" && run -s short -o moved.h5)
has stderr "wall time" "a flag back at the default wins over the installed settings"
rm -rf moved

in_case damage
printf 'HPM_BUFFER none\nHPM_SUMMARY none\nHPM_SCOPE none\nHPM_OUTPUT %s/log/x.h5\n' \
    "$work" >site
everywhere
status=$?
unharmed "settings that are wrong harm no program"
is "$(cat stderr)" "hpmmpi: of the site's settings one is left out: $work/site:1: HPM_BUFFER cannot be \"none\": expected a whole number above 0" \
    "the first that is wrong is told in one line"
is "$(results)" 1 "what is right is taken"
rm log/*
run -s none -o wrong.h5
is "$?:$(wc -l <stderr | tr -d ' ')" 0:1 "they do not stop hpmrun, which tells of them, too"
HPM_SITE=$work/log everywhere -x HPM_OUTPUT="$work/log/y.h5" -x HPM_SUMMARY=none
status=$?
unharmed "settings that cannot be read harm no program"
is "$(wc -l <stderr | tr -d ' '):$(results)" 1:1 \
    "settings that cannot be read are told in one line"
rm log/*
mkfifo pipe
HPM_SITE=$work/pipe everywhere -x HPM_OUTPUT="$work/log/y.h5" -x HPM_SUMMARY=none
status=$?
unharmed "settings that are a pipe hold nobody up"
rm pipe log/*
HPM_SITE=$work/none everywhere -x HPM_OUTPUT="$work/log/y.h5" -x HPM_SUMMARY=none
is "$(cat stderr)" "hpmmpi: of the site's settings one is left out: cannot read $work/none: No such file or directory" \
    "settings that are not where HPM_SITE says are missed in one line"
rm log/*
printf 'HPM_OUTPUT %s/log/x.h5\nHPM_SUMMARY none\nHPM_SIGNALS USR1,USR1\n' "$work" >site
everywhere
status=$?
unharmed "signals of a site that cannot be harm no program"
is "$(cat stderr)" "hpmmpi: of the site's settings one is left out: $work/site:3: HPM_SIGNALS: 'USR1,USR1': the signals that start and stop counting must not be the same" \
    "signals of a site that cannot be are left out"
is "$(results)" 1 "signals of a site that cannot be leave the program counted"
rm log/*
printf 'HPM_OUTPUT %s/log/x.h5\nHPM_SUMMARY none\nHPM_MPI split\n' "$work" >site
everywhere -x HPM_START=paused
has stderr "$work/site:3: HPM_MPI: counts are not split in parts of a run" \
    "a site's split of calls gives way to a user's pause"
is "$(results)" 1 "a site's split of calls leaves the program counted"
rm log/*

# ---- what is left alone

in_case exclude
printf 'HPM_OUTPUT %s/log/x.h5\nHPM_QUIET 1\nHPM_EXCLUDE bash,ordin*\n' "$work" >site
everywhere
status=$?
unharmed "a program that is left alone runs as without"
silent "nothing is said of a program that is left alone"
is "$(results)" 0 "a program that is left alone has no result"
everywhere -x HPM_QUIET=0 -x HPM_VERBOSE=1
has stderr "not counted, because --exclude names the program" "who asks is told why"
everywhere -x HPM_EXCLUDE='/usr/*'
is "$(results)" 1 "a pattern with a slash is for the path of the program"
rm log/*
run -s none -o asked.h5
ok "who types hpmrun has a result all the same" "$hpmagg" asked.h5
run -s none -o flagged.h5 --exclude=ordinary
is "$?:$(find . -name flagged.h5)" 0: "a program is left alone by a flag of hpmrun, too"
run -s none -o short.h5 --shortest=3600
is "$?:$(find . -name short.h5)" 0: "a run that is too short has no result under hpmrun, either"
ok "who types hpmrun is told that the run was too short" grep -q \
    '^hpmmpi: no result file, because the run took [0-9.e-]* s, and --shortest asks for 3600$' stderr
run -s none -o flagged.h5 --exclude=ordinary
is "$(cat stderr)" "hpmmpi: not counted, because --exclude names the program" \
    "who types hpmrun is told that the program is left alone"
cp "$programs/ordinary" other
printf 'HPM_OUTPUT %s/log/%%p.h5\nHPM_QUIET 1\nHPM_EXCLUDE bash,ordin*\n' "$work" >site
if runs_several true; then
    timeout -k 10 600 mpirun --bind-to none -np 1 -x HPM_SITE \
        -x LD_PRELOAD="$calls:$library" "$programs/ordinary" system : \
        -np 1 -x HPM_SITE -x LD_PRELOAD="$calls:$library" ./other system \
        >stdout 2>stderr </dev/null
    status=$?
    unharmed "a job with a program that is left alone ends as without"
    "$hpmagg" --format=json log/other.h5 >x.json
    ok "the other program of the job has its result" \
        grep -q '"status": "partial"' x.json
    is "$(ls log):$(grep '"program"' x.json)" \
        "other.h5:  \"program\": \"$work/other\"," \
        "the result has the name of a program that was counted"
    rm -f log/*
    timeout -k 10 600 mpirun --bind-to none \
        -np 1 "$hpmrun" -s none -o a.h5 --exclude=ordinary "$programs/ordinary" system : \
        -np 1 "$hpmrun" -s none -o b.h5 ./other system \
        >stdout 2>stderr </dev/null
    is "$?:$(echo ?.h5)" 0:b.h5 "the program that is counted names the result"
else
    skip "the other program of the job has its result" "mpirun cannot run two"
fi

in_case share
printf 'HPM_OUTPUT %s/log/%%j.h5\nHPM_QUIET 1\nHPM_ONE_IN 3\n' "$work" >site
for id in 1 2 3 4 5 6 7 8 9 10 11 12; do
    SLURM_JOB_ID=$id everywhere -x SLURM_JOB_ID
    silent "job $id: nothing is said of a share"
done
(cd log && echo *) >chosen
ok "a share of the jobs is counted: $(cat chosen)" \
    test "$(results)" -ge 1 -a "$(results)" -le 9
for id in 1 2 3 4 5 6; do
    SLURM_JOB_ID=$id everywhere -x SLURM_JOB_ID
done
is "$(cd log && echo *.h5 | tr ' ' '\n' | sed 's/\..*//' | sort -u | tr '\n' ' ')" \
    "$(tr ' ' '\n' <chosen | sed 's/\..*//' | sort -u | tr '\n' ' ')" \
    "a job is chosen by its id, each time alike"
rm log/*

in_case limits
printf 'HPM_OUTPUT %s/log/x.h5\nHPM_QUIET 1\nHPM_SHORTEST 3600\n' "$work" >site
everywhere
status=$?
unharmed "a program that is too short for a result ends as without"
# Open MPI 5 leaves a folder of its own.
is "$(results)$(cat stderr)$(ls -I 'prterun.*' tmp)" 0 \
    "a run that is too short leaves nothing"
everywhere -x HPM_SHORTEST=0.000001
is "$(results)" 1 "a run that is long enough has a result"
rm log/*

# 250 threads of 2 ranks, split by region, take 1 to 3 MiB.
for largest in 1 9; do
    printf 'HPM_OUTPUT %s/log/x.h5\nHPM_MPI split\nHPM_SUMMARY none\nHPM_LARGEST %s\n' \
        "$work" $largest >site
    launch 2 -x LD_PRELOAD="$calls:$library" -x HPM_SITE "$programs/threads" \
        short 250 >stdout 2>stderr </dev/null
    is $? 0 "a program that may leave $largest MiB ends as without"
    cp stderr stderr.$largest
    results >found.$largest
done
is "$(cat found.1 found.9)" "0
1" "a run whose records are too large has no result, another one has"
is "$(wc -l <stderr.1 | tr -d ' ')" 1 "a result that is too large is told in one line"
ok "it is told what would be too large" grep -q \
    "its records take [1-9] MiB, and --largest allows 1$" stderr.1
rm log/*

# ---- what may be wrong on a node

in_case node
printf 'HPM_OUTPUT %s/log/x.h5\nHPM_QUIET 1\n' "$work" >site
everywhere -x HPM_WRITER="$work/none"
status=$?
unharmed "a node without a writer harms no program"
silent "a node without a writer is nothing to tell the user of"
stream=$(find log -name 'x.h5.stream-*')
ok "the stream is kept where there is no writer" test -s "$stream"
ok "a result can be made of the stream" \
    "$hpmagg" --recover "$stream" -o late.h5 --summary=none
rm log/*
printf 'HPM_OUTPUT %s/site/%%u/x.h5\nHPM_QUIET 1\n' "$work" >site
everywhere
status=$?
unharmed "a log folder that is a file harms no program"
silent "a log folder that is a file is nothing to tell the user of"
ok "the result is kept in another folder" test -s tmp/x.h5

# What is no program of MPI has the library in it, and nothing else.
in_case other
LD_PRELOAD="$calls:$library" sh -c 'echo text; exit 3' >stdout 2>stderr
is "$?:$(cat stdout stderr)" 3:text "a program without MPI runs as without"
finish
