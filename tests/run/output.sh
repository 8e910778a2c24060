#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Where results go: nothing is overwritten by surprise, and a file under its
# final name is complete.
. "${srcdir:-.}/tests/run/lib.sh"

program="$programs/ordinary well"

# shellcheck disable=SC2086
run () {
    launch 2 "$hpmrun" --summary=none "$@" $program >stdout 2>stderr </dev/null
}

echo "precious" >precious.h5
ok "a run whose result file exists" run -o precious.h5
is "$(cat precious.h5)" "precious" "leaves it as it was"
ok "and says so" grep -q "precious.h5" stderr

ok "--force overwrites" run --force -o precious.h5
ok "with a result" "$hpmagg" precious.h5

ok "--directory" run --directory="$work/results"
ok "takes the default name, which begins with the program's" \
    sh -c 'ls results/ordinary.*.h5'
ok "and nothing else is left" \
    sh -c 'test "$(ls -A results | wc -l)" = 1'

mkdir default
cd default || exit 99
ok "a run with no name given" run
ok "names it after the program and the job" sh -c 'ls ordinary.*.h5'
ok "a second run" run
is "$(find . -name '*.h5' | wc -l)" 2 "leaves both results"
cd "$work" || exit 99

run -o "/proc/no-such-folder/x.h5"
is $? 0 "a place that cannot be written does not harm the program"
ok "and is told" grep -q "no-such-folder" stderr

# What is no result is told in one line, with status 2.
echo "no result" >text.h5
head -c 4000 precious.h5 >cut.h5
: >empty.h5
for file in text.h5 cut.h5 empty.h5 missing.h5; do
    "$hpmagg" $file >stdout 2>stderr
    is $? 2 "hpmagg $file: status 2"
    is "$(wc -l <stderr)" 1 "hpmagg $file: one line"
    ok "hpmagg $file: that names it" grep -q $file stderr
done
finish
