#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# valgrind finds no error and no leak of ours in a program that runs with us.  What
# Open MPI loses by itself has none of our functions above it.
. "${srcdir:-.}/tests/guest/lib.sh"

command -v valgrind >/dev/null || skip_all "there is no valgrind"
[ -z "$sanitizer" ] || [ "$sanitizer" = none ] ||
    skip_all "no sanitizer bears valgrind"

timeout 300 mpirun --bind-to none -np 1 valgrind -q --trace-children=yes \
    --trace-children-skip='*/hpmagg' --leak-check=full --track-origins=no \
    --show-leak-kinds=definite,indirect,possible --log-file="$work/log.%p" \
    "$hpmrun" --backend="$stub" -e stub::N1 --mpi=split --snapshot=0.1 \
    --checkpoint="$work/checkpoint" --summary=none -o "$work/x.h5" "$ends" finalize \
    >out 2>err </dev/null
is $? 0 "the program runs in valgrind"
ok "there is a result" "$hpmagg" x.h5
cat log.* >log
ok "valgrind knows our functions" grep -Eq 'init_thread|libhpmmpi' log
awk '/^==[0-9]+== *$/ { if (ours) printf "%s", block; block = ""; ours = 0; next }
    { block = block $0 "\n" }
    / hpm_[a-z_]+ |libhpmmpi[^ ]*\.so/ { ours = 1 }
    END { if (ours) printf "%s", block }' log >ours
ok "none of what it finds is ours" sh -c "cat ours; ! test -s ours"
ok "it knows all system calls that are made" sh -c \
    "! grep -E 'unknown|unhandled|[Ww]arning' log"

# What a program has not flushed when it ends is written once.
cat >late.c <<'END'
#include <stdio.h>

int
main (void)
{
    puts ("once");
    return 3;
}
END
if ${CC:-cc} -o late late.c; then
    "$hpmrun" --backend=none --summary=none --checkpoint="$work/checkpoint" \
        -o late.h5 valgrind -q --log-file="$work/late.log" ./late >late.out \
        2>late.err </dev/null
    is $? 3 "a program without MPI ends in valgrind as it would"
    is "$(cat late.out)" once "its output is written once"
    ok "its result is there" "$hpmagg" late.h5
else
    skip "output in valgrind" "no program can be built"
fi
finish
