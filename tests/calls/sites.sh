#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Where MPI was called from: calls and bytes of each place, exactly.
# Measures: time in calls, and ranks that wait.
. "${srcdir:-.}/tests/calls/lib.sh"

flags="--summary=none --backend=none --mpi=time"
sources=$source_folder/tests/calls/programs

# run_it RANKS COMMAND...: its places are in $work/places.
run_it () {
    ranks=$1
    shift
    rm -f sites.h5
    counted "$ranks" sites.h5 "$@" &&
        "$hpmagg" --per=site --format=csv sites.h5 >places
}

# holds CLAIM EXPRESSION [SOURCE]: of the places.
holds () {
    ok "$1" python3 "$source_folder/tests/calls/sites.py" places \
        "$sources/${3:-sites.c}" "$2"
}

# Lines are there where the tools were built with libdw, and the program has debug
# information that it can read.
lines=yes
ldd "$hpmagg" | grep -q libdw || lines=

exact='[(r.calls, r.sent, r.received, r.ranks) for r in at("%s")] == [(%s)]'
# exactly WORD TUPLE CLAIM [SOURCE]
exactly () {
    # shellcheck disable=SC2059
    holds "$3" "$(printf "$exact" "$1" "$2")" "${4:-sites.c}"
}

for ranks in 1 2 8; do
    for program in sites sites_fixed; do
        how="$program, $ranks ranks"
        ok "$how: it runs" run_it $ranks "$programs/$program" places
        [ "$lines" ] || continue
        exactly LOOP "10*$ranks,320*$ranks,320*$ranks,$ranks" "$how: calls in a loop"
        exactly INLINED "5*$ranks,40*$ranks,40*$ranks,$ranks" "$how: calls of a function that is inlined"
        exactly LIBRARY "3*$ranks,72,72*($ranks-1),$ranks" "$how: calls in a library" sites_library.c
        holds "$how: the function around a call is told" \
            '[r.routine for r in at("INLINED")] == ["inlined"] and [r.place for r in at("LOOP")] == ["sites.c:%d (places)" % line("LOOP")]'
    done
done
[ "$lines" ] || skip "source lines" "hpmagg was built without libdw"
holds "places add up to their function" 'total (of("MPI_Allreduce"), "calls") == 15*8'
holds "a place has the least and the most time of its ranks" \
    'all (r.rank_min_s <= r.time_s / r.ranks <= r.rank_max_s and 0 <= r.max_rank < 8 for r in rows)'

run_it 2 "$programs/sites" alternate
if [ "$lines" ]; then
    exactly FIRST "200,300,0,2" "places by turns keep what is theirs"
    exactly SECOND "200,1400,0,2" "the other of the two places keeps what is its"
fi
holds "waits are of two places" '[r.calls for r in of("MPI_Wait")] == [200, 200]'

ok "ranks that sleep in MPI run" run_it 2 "$programs/sites" sleep
if [ "$lines" ]; then
    line=$(grep -n '/[*] SLEEP' "$sources/sites.c" | cut -d: -f1)
    { "$hpmagg" sites.h5 | tr -s ' \n' ' '; echo; } >said
    has said "is in MPI_Allreduce at sites.c:$line" "the verdict names the line"
    json sites.h5 --per=site
    is "$(jq -r '.site[0] | .function, .line' sites.h5.json | tr '\n' ' ')" \
        "MPI_Allreduce $line " "the place with most time comes first, in JSON, too"
fi

ok "a program with more places than there is room for runs" run_it 2 "$programs/sites" many
holds "no call of it is lost" 'total (of("MPI_Comm_rank"), "calls") == 3*1024*2'
holds "those without room are told as others" \
    '[r.calls for r in rows if r.place == "(other places)"] == [2*3*(1024-768)]'

# Of more than 256 threads that have ended some share a row.
ok "threads that end are taken together" run_it 2 "$programs/sites" threads
holds "their places are" \
    '[[r.calls for r in of(f)] for f in ("MPI_Comm_rank", "MPI_Comm_size")] == [[2*300*7], [2*300]]'

# The library itself stays, as the program is linked to it: its copy goes.
cp "$programs/libsites.so" plugin.so
ok "a plug-in is unloaded" run_it 2 "$programs/sites" places "$work/plugin.so"
holds "its calls are told as those of a library that is gone" \
    '[(r.function, r.calls) for r in rows if r.place == "(library that was unloaded)"] == [("MPI_Bcast", 2)]'

if [ -z "$sanitizer" ]; then
    cp "$programs/sites" symbols && strip --strip-debug symbols
    run_it 2 ./symbols places
    holds "without debug information a place is a function and an offset" \
        'sorted (r.calls for r in rows if r.place.startswith ("places+0x")) == [10, 20]'
    cp "$programs/sites" stripped && strip stripped
    run_it 2 ./stripped places
    holds "without names it is a file and an offset" \
        'sorted (r.calls for r in rows if r.place.startswith ("stripped+0x")) == [10, 20]'
    cp "$programs/sites" apart && mkdir .debug &&
        objcopy --only-keep-debug apart .debug/apart.debug &&
        strip apart && objcopy --add-gnu-debuglink=.debug/apart.debug apart
    run_it 2 ./apart places
    [ -z "$lines" ] ||
        exactly LOOP "20,640,640,2" "debug information in a file of its own is found"
    printf '#include <mpi.h>\nint main (void)\n{\n    MPI_Init (0, 0);\n    MPI_Barrier (MPI_COMM_WORLD);\n    MPI_Finalize ();\n    return 0;\n}\n' >own.c
    mkdir compiled
    if (cd compiled && mpicc -g -o ../relative ../own.c) >build.log 2>&1; then
        run_it 2 ./relative
        [ -z "$lines" ] || holds "a file that the compiler was given by a relative path has a whole one" \
            "[r.file for r in of('MPI_Barrier')] == ['$PWD/compiled/../own.c']"
    else
        skip "a relative path of a source file" "no such program can be built"
    fi
    if mpicxx -O0 -I"$source_folder" -I"$sources" -o c++ \
        "$source_folder/tests/launch/ring.cc" >build.log 2>&1; then
        run_it 2 ./c++
        [ -z "$lines" ] || holds "a function of C++ is named as in its source" \
            '[r.calls for r in rows if r.place.startswith ("(anonymous namespace)::pass_on(int)+0x")] == [2]'
    else
        skip "functions of C++ are named" "no such program can be built"
    fi
else
    skip "programs without names" "a sanitizer needs them"
fi

# Notes of the program of which the last one ends before its padding, and no build id.
if [ -z "$sanitizer" ]; then
    cat >cut.c <<'END'
#include <mpi.h>

__asm__ (".section .note.cut, \"a\", %note\n"
         ".balign 4\n.4byte 4, 1, 7\n.asciz \"cut\"\n.byte 1\n.previous");

int
main (void)
{
    MPI_Init (NULL, NULL);
    MPI_Barrier (MPI_COMM_WORLD);
    return MPI_Finalize ();
}
END
    mpicc -Wl,--build-id=none -o cut cut.c || bail_out "no MPI program can be built"
    ok "a program with odd notes and no build id runs" run_it 1 ./cut
    holds "its call has a place" \
        '[(r.function, r.calls, r.module.endswith ("/cut")) for r in rows] == [("MPI_Barrier", 1, True)]'
fi

# A library of debug information that dies of what it reads.
if [ -z "$sanitizer" ] && [ "$lines" ]; then
    cat >dies.c <<'END'
#include <stdlib.h>
void *
dwfl_module_getsrc (void)
{
    abort ();
}
END
    cc -shared -fPIC -o dies.so dies.c
    printf '#!/bin/sh\nLD_PRELOAD=%s exec %s "$@"\n' "$work/dies.so" "$hpmagg" >writer
    chmod +x writer
    unhurt=$flags flags="$flags --writer=$work/writer"
    ok "the reader of debug information dies, and the run has its file" \
        run_it 2 "$programs/sites" places
    flags=$unhurt
    holds "that costs the lines, and no call" \
        'total (of("MPI_Allreduce"), "calls") == 15*2 and not [r for r in rows if r.file]'

    # A file of debug information that nobody ever writes to.
    cp "$programs/sites" waits && strip --strip-debug waits && cp "$programs/sites" waits.debug &&
        objcopy --add-gnu-debuglink=waits.debug waits && rm waits.debug && mkfifo waits.debug
    ok "debug information that never comes does not keep the run from its file" \
        run_it 2 ./waits places
    holds "its calls are there" 'total (of("MPI_Allreduce"), "calls") == 15*2'
fi

for binding in mpif mpi f08; do
    there_is sites_$binding || {
        skip "binding $binding" "no Fortran compiler for MPI"
        continue
    }
    for ranks in 1 3; do
        how="$binding, $ranks ranks"
        ok "$how: it runs" run_it $ranks "$programs/sites_$binding"
        [ "$lines" ] || continue
        exactly LOOP "8*$ranks,192*$ranks,192*$ranks,$ranks" "$how: calls in a loop" sites.F90
        exactly TURN "8*$ranks,64*$ranks,64*$ranks,$ranks" "$how: the other calls in it" sites.F90
        exactly INNER "$ranks,16,16*($ranks-1),$ranks" "$how: a call in a subroutine" sites.F90
        holds "$how: no place lies in the binding" \
            'not [r for r in rows if "libmpi" in str (r.module)]' sites.F90
    done
done

flags="--summary=none --backend=none --mpi=split"
ok "places are there with --mpi=split, too" run_it 2 "$programs/sites" alternate
holds "a split run has the same calls at each place" '[r.calls for r in of("MPI_Wait")] == [200, 200]'

flags="--summary=none --backend=none --mpi=off"
ok "a run without timed calls ends well" run_it 1 "$programs/sites"
holds "a run without timed calls has no row of a place" 'not rows'
finish
