#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# MPI that goes and comes back, and MPI that is not there: a program finds what
# it finds without us.
. "${srcdir:-.}/tests/guest/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "no program that was built without it bears libtsan"

sources=$source_folder/tests/guest/neighbours
${CC:-cc} -D_GNU_SOURCE -o reload "$sources/reload.c" -ldl &&
    ${CC:-cc} -D_GNU_SOURCE -o asks "$sources/asks.c" -ldl ||
    bail_out "no program can be built"

# again HOW MODE: MPI is loaded twice, by a process that mpirun did not start, as
# it may begin MPI once only; each time a result is written
again () {
    name=again-$1-$2
    ./reload "$1" libmpi.so.40 >$name.plain 2>/dev/null
    echo $? >$name.plain-status
    if ! grep -q gone $name.plain; then
        skip "MPI loaded again ($1, --mpi=$2)" "this one stays loaded"
        return
    fi
    "$hpmrun" --backend=none --mpi="$2" --checkpoint="$work/checkpoint" \
        --summary=none -o $name.h5 ./reload "$1" libmpi.so.40 >$name.guest \
        2>$name.stderr
    echo $? >$name.guest-status
    ok "$name: the program's output is the same" cmp $name.plain $name.guest
    is "$(cat $name.guest-status)" "$(cat $name.plain-status)" \
        "$name: its exit status is the same" || cat $name.stderr
    is "$(find . -name "$name*.h5" | wc -l)" 2 "$name: each time has a result"
    [ "$2" = off ] || for file in "$name"*.h5; do
        json "$file"
        ok "$name: calls are counted in ${file%.h5}" $known value \
            "$file.json" "[f['calls'] for f in data['mpi']
            if f['function'] == 'MPI_Barrier'] == [3]"
    done
}
for how in local global; do
    for mode in off time; do again $how $mode; done
done
ok "nothing of the snapshots remains" left_nothing

# With the wrappers, and without.
for mode in time off; do
    ./asks >asks.plain
    "$hpmrun" --mpi=$mode --checkpoint="$work/checkpoint" --summary=none \
        -o asks.h5 ./asks >asks.guest 2>asks.stderr
    ok "--mpi=$mode: where no MPI is loaded, none is found" \
        diff asks.plain asks.guest
    is "$(cat asks.stderr)" "" "--mpi=$mode: and nothing is said"
    rm asks.h5
done

# MPI in a child of fork alone: its counts are there, and its parent has nothing to
# say.
cat >child.c <<'END'
#include <mpi.h>
#include <sys/wait.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
    if (argc == 1 && fork () == 0) {
        MPI_Init (&argc, &argv);
        MPI_Finalize ();
        return 0;
    }
    wait (NULL);
    return 0;
}
END
mpicc -o child child.c || bail_out "no MPI program can be built"
for arguments in "" none; do
    # shellcheck disable=SC2086
    "$hpmrun" --backend=none --checkpoint="$work/checkpoint" --summary=none \
        -o "child$arguments.h5" ./child $arguments >child.out 2>child.stderr$arguments
    is $? 0 "child: the program ends well${arguments:+, without MPI}"
done
ok "child: it has a result" test -s child.h5
is "$(cat child.stderr)" "" "child: and its parent says nothing"
ok "child: a program that never calls MPI_Init is told" \
    grep -q 'did not call MPI_Init' child.stderrnone
finish
