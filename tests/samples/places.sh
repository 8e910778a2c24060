#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Code in libraries, without names, made at run time; children, and what a
# program that samples itself finds.
# Measures: samples.
. "${srcdir:-.}/tests/samples/lib.sh"

library=$profile/libprofile.so

ok "code in a library that was loaded late is sampled" \
    sampled 2 "$profile/profile" library 60 "$library"
[ ! "$names" ] || holds "functions of a library have their shares" \
    'agrees ("lib_five", "lib_three", "lib_two")'
holds "its module is told" \
    'any (r["module"] and r["module"].endswith ("libprofile.so") for r in rows)'

ok "code in a library that was unloaded is sampled" \
    sampled 2 "$profile/profile" closed 60 "$library"
[ ! "$names" ] || holds "functions of a library that is gone have their shares" \
    'agrees ("lib_five", "lib_three", "lib_two")'

if [ "$(uname -m)" = x86_64 ]; then
    ok "code that is made at run time is sampled" \
        sampled 2 "$profile/profile" made 60
    holds "made code is of unknown place" \
        'rows[0]["place"] == "[unknown]" and 2 * rows[0]["samples"] > total'
else
    skip "code that is made at run time" "the test makes code of x86-64 alone"
fi

ok "a stripped program is sampled" sampled 2 "$profile/profile_stripped" plain 60
holds "a function without a name has its module" \
    'rows[0]["place"] == "(profile_stripped)" and rows[0]["routine"] is None and 2 * rows[0]["samples"] > total'
holds "a place without a name has its address" \
    'rows[0]["place"].startswith ("profile_stripped+0x")' lines.json

ok "a program with a child runs" sampled 1 "$profile/profile" child 40
has stdout "child 0" "the child that calls MPI's clock ends well"
holds "the work of a child is not the program's" \
    'total * period <= 2 * sum (spent) + 4 * math.sqrt (total) * period'

ok "a program that samples itself runs" sampled 2 "$profile/profile" own 40
is "$(grep -c 'own ticks some, count some' stdout)" 2 \
    "its own timer and counter go on"
is "$(grep -c 'descriptors 0, rings [1-9]' stdout)" 2 \
    "a sampled thread has a ring, and no descriptor"
is "$(grep -c 'rings after 0' stdout)" 2 "the ring is gone after MPI_Finalize"

flags="--summary=none --backend=none"
ok "a program that is not sampled runs" sampled 2 "$profile/profile" plain 2
is "$(grep -c 'descriptors 0, rings 0' stdout)" 2 "nothing is there unless asked for"
holds "its file has no samples" 'rows == [] and "samples" not in run'
"$hpmagg" --per=routine run.h5 >shown
has shown "no samples: hpmrun --sample takes them" "a file without samples says how to get them"

flags="--summary=none --backend=none --sample=1000"
flags="$flags --start=paused" sampled 2 "$profile/profile" plain 10
holds "a pause has no samples" 'run["samples"] == 0 and rows == []'

sampled 2 "$profile/profile" plain 5
cp run.h5 first.h5
sampled 2 "$profile/profile" plain 5
"$hpmagg" --join --force first.h5 run.h5 -o joined.h5 --summary=none >/dev/null 2>&1 ||
    "$hpmagg" --join first.h5 run.h5 -o joined.h5 --summary=none >/dev/null 2>joining
{ "$hpmagg" --per=routine joined.h5 | tr -s ' \n' ' '; echo; } >shown
has shown "a file of joined runs has none" "a joined file says that it has no samples"
finish
