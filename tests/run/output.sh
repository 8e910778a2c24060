#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Where results go: nothing is overwritten by surprise, and a file under its
# final name is complete.
. "${srcdir:-.}/tests/run/lib.sh"

# The program prints "system 7" on each rank when it runs.
run () {
    launch 2 "$hpmrun" --summary=none "$@" "$programs/ordinary" system \
        >stdout 2>stderr </dev/null
}

# The same without hpmrun, which can't refuse beforehand.
preloaded () {
    launch 2 -x LD_PRELOAD="$library" -x HPM_OUTPUT="$1" -x TMPDIR="$work/tmp" \
        -x HPM_SUMMARY=none "$programs/ordinary" system >stdout 2>stderr \
        </dev/null
}

mkdir tmp
echo "precious" >precious.h5
run -o precious.h5
is $? 2 "hpmrun refuses a result file that exists"
ok "hpmrun says which file exists" grep -q "precious.h5" stderr
is "$(cat stdout)" "" "hpmrun refuses an existing file before the program starts"
is "$(cat precious.h5)" "precious" "hpmrun leaves the existing file as it was"

run -o nowhere/x.h5
is $? 2 "hpmrun refuses a folder that is not there"
ok "hpmrun says which folder is not there" grep -q "nowhere" stderr
is "$(cat stdout)" "" "hpmrun refuses a missing folder before the program starts"

preloaded "$work/precious.h5"
is $? 0 "the library alone does not harm a program for a file that exists"
is "$(cat stdout)" "system 7
system 7" "the library alone does not change the output for it"
is "$(cat precious.h5)" "precious" "the library leaves the file as it was"
ok "the library says which file it left" grep -q "precious.h5" stderr

preloaded "$work/nowhere/x.h5"
is $? 0 "a place that can't be written does not stop the program"
ok "the library says which place can't be written" grep -q "nowhere" stderr

ok "--force overwrites the file" run --force -o precious.h5
ok "--force leaves a result" "$hpmagg" precious.h5

mkdir results default
ok "--directory is taken" run --directory="$work/results"
ok "--directory takes the default name, which begins with the program's" \
    sh -c 'ls results/ordinary.*.h5'
is "$(find results -mindepth 1 | wc -l)" 1 "nothing else is left in --directory"

cd default || exit 99
ok "a run with no name given ends well" run
ok "names it after the program and the job" sh -c 'ls ordinary.*.h5'
ok "a second run ends well" run
is "$(find . -name '*.h5' | wc -l)" 2 "leaves both results"
cd "$work" || exit 99

# The longest names there are; what is made of them is cut.
long=$(printf '%0252d' 0).h5
ok "a name of 255 bytes" run -o "$long"
is "$(cat stderr)" "" "a name of the full length is one like any other"
ok "a name of the full length has a result" "$hpmagg" "$long"
mkdir long
if [ "$sanitizer" = thread ]; then
    skip "ranks of no MPI" "no program that was built without it bears libtsan"
else
    ok "ranks of no MPI, and a name of 255 bytes" \
        launch 2 "$hpmrun" --summary=none -o "long/$long" true
    is "$(cd long && echo *)" \
        "$(printf '%0250d' 0).0.h5 $(printf '%0250d' 0).1.h5" \
        "keep the numbers of the ranks"
fi
rm -f long/*
touch "long/$long"
preloaded "$work/long/$long"
is "$(cd long && find . -type f -size +0)" "./$(printf '%0250d' 0).1.h5" \
    "where a name of the full length is taken, the next one has its number"
rm long/*
if [ "$sanitizer" = thread ]; then
    skip "a program whose name has 255 bytes" \
        "no program that was built without it bears libtsan"
else
    cp /bin/true "$(printf '%0255d' 0)"
    ok "a program whose name has 255 bytes" sh -c \
        "cd long && '$hpmrun' --summary=none ../$(printf '%0255d' 0)"
    ok "has a result" sh -c 'ls long/0*0.*.h5'
fi
run -o "0$long"
is $? 2 "a name of 256 bytes is refused"
ok "hpmrun says that the name is too long" grep -q "File name too long" stderr
is "$(cat stdout)" "" "a name that is too long is refused before the program starts"

if [ "$sanitizer" = thread ]; then
    skip "names of any byte, and warnings" \
        "no program that was built without it bears libtsan"
else
    # A name may have any byte.
    odd='a
b\c.h5'
    "$hpmrun" --summary=none -o "$odd" true >stdout 2>stderr
    "$hpmagg" --format=json "$odd" >odd.json
    ok "a line's end in a setting is in JSON as it was" python3 -c '
import json
options = json.load (open ("odd.json"))["run"]["options"].split ("\n")
value, = (o[11:] for o in options if o.startswith ("HPM_OUTPUT="))
assert value == "a\\nb\\\\c.h5", value'

    # hpmrun has said it, and the library need not.
    HPM_OUTPT=x "$hpmrun" --summary=none -f -o warned.h5 true >stdout 2>stderr
    is "$(cat stderr)" \
        "hpmrun: unknown setting HPM_OUTPT ignored; did you mean HPM_OUTPUT?" \
        "what both could warn of is told once"
fi
HPM_OUTPT=x HPM_SUMMARY=none HPM_OUTPUT="$work/by-hand.h5" launch 1 \
    env LD_PRELOAD="$library" "$programs/ordinary" system >stdout 2>stderr
ok "without hpmrun the library tells it" grep -q "hpmmpi: unknown setting HPM_OUTPT" stderr

# What is no result is told in one line, with status 2.
echo "no result" >text.h5
head -c 4000 precious.h5 >cut.h5
: >empty.h5
for file in text.h5 cut.h5 empty.h5 missing.h5; do
    "$hpmagg" $file >stdout 2>stderr
    is $? 2 "hpmagg $file: the exit status is 2"
    is "$(wc -l <stderr)" 1 "hpmagg $file: the message is one line"
    ok "hpmagg $file: that names it" grep -q $file stderr
done
finish
