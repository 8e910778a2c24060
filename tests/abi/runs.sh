#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Runs of programs of the standard ABI of MPI 5 end, and say, what they do without
# us, and the file has all ranks.
. "${srcdir:-.}/tests/abi/lib.sh"

flags="--backend=$stub -e stub::N1"
for name in $abis; do
    use "$name"
    build ends tests/guest/ends.c -pthread &&
        build threads tests/calls/programs/threads.c -pthread || {
        cat ends.log threads.log
        bail_out "no MPI program can be built"
    }
    whole finalize 4 $c $c $c $c
    for kind in exit MPI_Abort SIGSEGV; do cut $kind 2 $p $p; done
    ok "${whose}a program that wants all levels of threads runs" streamed time 2 \
        ./threads 1
    ok "${whose}the level of threads is one of four, as with other libraries" \
        compare value '[rank["thread_level"] for rank in ranks] == [3, 3]'
    local_module
    "$hpmrun" --check >check.out 2>&1
    ok "${whose}hpmrun --check knows the library of the standard ABI" grep -q \
        'libmpi_abi\.so\.1' check.out
done

# What the stand-in lacks: much of the constants, and sessions.
for name in $abis; do
    [ "$name" != stand-in ] || continue
    use "$name"
    build_same
    same messages 4 ./messages "$work/data"
    same together 4 ./together "$work/data"
    flags=--summary=none
    ok "${whose}a program of MPI Sessions can be built" build sessions \
        tests/mpich/sessions.c
    ok "${whose}a program of MPI Sessions runs" streamed time 3 ./sessions none
    ok "${whose}a program of MPI Sessions has its calls and bytes" compare calls stdout
done

# ---- a library whose ABI nobody knows
cat >odd.c <<'END'
int MPI_Init (int *c, char ***v) { (void)c; (void)v; return 0; }
int MPI_Finalize (void) { return 0; }
double PMPI_Wtime (void) { return 0; }
END
cat >asks.c <<'END'
#include <stdio.h>
int MPI_Init (int *, char ***);
int MPI_Finalize (void);
int
main (void)
{
    return MPI_Init (NULL, NULL) + MPI_Finalize () + puts ("done") < 0;
}
END
cc -shared -fPIC -Wl,-soname,libmpi_odd.so.1 -o libmpi_odd.so.1 odd.c &&
    cc -o asks asks.c -L. -l:libmpi_odd.so.1 || bail_out "nothing can be built"
LD_LIBRARY_PATH=$work "$hpmrun" -o odd.h5 ./asks >odd.out 2>odd.err
is "$? $(cat odd.out)" "0 done" "a program of an MPI library that nobody knows runs"
is "$(grep -c 'not counted, because .*has no ABI that is known' odd.err)" 1 \
    "a program of an MPI library that nobody knows is told not to be counted"
ok "a program of an MPI library that nobody knows leaves no file" test ! -e odd.h5
finish
