#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The program comes first: stdout, standard input, children and exit status
# are the same with and without us.
. "${srcdir:-.}/tests/run/lib.sh"

# compare WHAT: run plain and counted on two ranks; stdout (lines of ranks come
# in any order) and mpirun's exit status must not differ.
compare () {
    printf '1 2\n39\n' | launch 2 "$programs/ordinary" "$1" >plain.out \
        2>plain.err
    plain=$?
    # shellcheck disable=SC2086
    printf '1 2\n39\n' | launch 2 "$hpmrun" -o "$1.h5" --checkpoint="$work/checkpoint" \
        $flags "$programs/ordinary" "$1" >counted.out 2>counted.err
    is $? $plain "$1: the exit status is $plain with and without us"
    sort plain.out >plain.sorted
    sort counted.out >counted.sorted
    ok "$1: stdout is the same with and without us" cmp plain.sorted counted.sorted
    ok "$1: there is a result" "$hpmagg" "$1.h5"
    # Also where the rank that ends first makes mpirun end the other one.
    is "$(ls -A "$work/checkpoint")" "" "$1: no snapshot remains"
}

mkdir "$work/checkpoint"
for what in well status one stdin fork late; do compare $what; done
for what in system popen; do
    if [ "$sanitizer" = thread ]; then
        skip "$what" "no program that was built without it bears libtsan"
    else
        compare $what
    fi
done
is "$(launch 1 "$hpmrun" -o lines.h5 $flags "$programs/ordinary" system)" \
    "system 7" "the tool prints nothing to stdout"
launch 1 "$hpmrun" -o quiet.h5 --summary=none "$programs/ordinary" well \
    2>stderr
ok "--summary=none leaves stderr empty where all is well" \
    sh -c '! grep -v "hardware counters\|not counted\|remedy\|virtual" stderr'

if [ "$sanitizer" = thread ]; then
    skip "a shell" "no program that was built without it bears libtsan"
else
    launch 1 "$hpmrun" -o parent.h5 $flags sh -c "exit 3" >stdout 2>stderr
    is $? 3 "a shell that never calls MPI keeps its status"
fi

"$hpmrun" --no-such-flag true 2>stderr
status=$?
ok "a wrong flag of hpmrun is an error" test $status != 0
ok "the message names the wrong flag" grep -q "no-such-flag" stderr
launch 1 "$hpmrun" ./no-such-program 2>stderr
status=$?
ok "a program that is not there is an error" test $status != 0
ok "the message names the program that is not there" grep -q "no-such-program" stderr
finish
