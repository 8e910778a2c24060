# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests of launchers share: one program in each language, for each MPI
# library that is here; each started by a launcher without us and with us.  A test
# reads tests/guest/lib.sh before, or what has it.

[ -z "$sanitizer" ] ||
    skip_all "programs are built without the sanitizer of the library"
flags="--backend=$stub -e stub::N1"
hows="alone script env several spawn"
! command -v taskset >/dev/null || hows="$hows taskset"
launch_sources=$source_folder/tests/launch
programs_known=$source_folder/tests/calls/programs

# compile COMPILER OUTPUT SOURCE [FLAG...]: with no word where it cannot be.
compile () {
    compiler=$1 to=$2 source=$3
    shift 3
    command -v "$compiler" >/dev/null &&
        "$compiler" -g -O1 -I"$source_folder" -I"$programs_known" "$@" \
            -o "$to" "$source" >"$to.log" 2>&1
}

# build_languages LIBRARY: by its compilers, mpicc.LIBRARY and so on; the default
# ones are Open MPI's.
build_languages () {
    suffix=.$1
    [ "$1" != openmpi ] || command -v mpicc.openmpi >/dev/null || suffix=
    mkdir -p "$1"
    compile mpicc$suffix "$1/c" "$programs_known/p2p.c" -D_GNU_SOURCE -pthread \
        -rdynamic || :
    compile mpicc$suffix "$1/spawner" spawner.c || :
    compile mpicxx$suffix "$1/c++" "$launch_sources/ring.cc" || :
    for binding in mpif mpi f08; do
        compile mpifort$suffix "$1/$binding" \
            "$programs_known/fortran_$binding.f90" || :
    done
    [ "$1" != openmpi ] || ! /usr/bin/python3 -c 'import mpi4py' 2>/dev/null || {
        printf '#!/bin/sh\nexec /usr/bin/python3 %s/ring.py\n' "$launch_sources"
    } >"$1/python"
    chmod +x "$1"/*
}

cat >spawner.c <<'END'
#include <mpi.h>

/* Two ranks of what the arguments say.  */
int
main (int argc, char **argv)
{
    MPI_Comm others;
    int result;

    MPI_Init (&argc, &argv);
    result = MPI_Comm_spawn (argv[1], argv + 2, 2, MPI_INFO_NULL, 0,
                             MPI_COMM_SELF, &others, MPI_ERRCODES_IGNORE);
    return MPI_Finalize () || result;
}
END
cat >script <<'END'
#!/bin/sh
"$@"
END
chmod +x script

# start_several COMMAND...: as a job of two programs, of one rank each.
start_several () {
    # shellcheck disable=SC2086
    timeout -k 10 120 $launcher $count 1 "$@" : $count 1 "$@"
}

# spawn COMMAND...: by MPI_Comm_spawn, which with Open MPI 4.1.4 hangs in 4 of 100 runs,
# without us, too.
spawn () {
    for try in 1 2 3 4 5; do
        # shellcheck disable=SC2086
        timeout -k 10 20 $launcher $count 1 "$library_name/spawner" "$@"
        spawn_status=$?
        [ $spawn_status = 124 ] || return $spawn_status
        rm -rf row*
    done
    return 124
}

# start HOW COMMAND...: two ranks of it by $launcher, where $launcher has the number
# of ranks behind $count.
start () {
    how=$1
    shift
    # shellcheck disable=SC2086
    case $how in
    alone) timeout -k 10 120 $launcher $count 2 "$@" ;;
    script) timeout -k 10 120 $launcher $count 2 ./script "$@" ;;
    env) timeout -k 10 120 $launcher $count 2 env SOME=thing "$@" ;;
    taskset) timeout -k 10 120 $launcher $count 2 taskset -c 0 "$@" ;;
    several) start_several "$@" ;;
    spawn) spawn "$@" ;;
    esac
}

# row LIBRARY LANGUAGE HOW: the same output, and in one file both ranks with every
# call and byte that they say they made.
row () {
    name=$launcher_name-$1-$2-$3 program=$1/$2
    in_case "$name"
    if [ ! -x "$program" ]; then
        skip "a program of this language is counted" "none can be built here"
        return
    fi
    start "$3" "$program" </dev/null >plain 2>plain.stderr
    plain_status=$?
    if [ $plain_status != 0 ]; then
        skip "it is counted" "it fails without us, too: $(tail -n 1 plain.stderr)"
        return
    fi
    # shellcheck disable=SC2086
    start "$3" "$hpmrun" -f --mpi=time --summary=none $flags -o "$work/row.h5" \
        "$program" </dev/null >guest 2>guest.stderr
    is $? 0 "it ends as without us" || sed 's/^/#   /' guest.stderr
    sort plain >plain.sorted
    sort guest >guest.sorted
    ok "it prints what it prints without us" cmp plain.sorted guest.sorted
    which=all
    [ "$2" != python ] || which=named
    ok "all ranks are in one file" sh -c \
        "'$hpmagg' --format=json --mpi row.h5 >row.json && ls row*.h5 | wc -l | grep -qx 1"
    ok "calls and bytes are those that the program knows" \
        python3 "$launch_sources/known_calls.py" row.json guest $which 2
    rm -f row*
}

# rows LIBRARY HOW...: each with each language.
languages="c c++ mpif mpi f08"
rows () {
    library_name=$1
    shift
    for how; do
        for language in $languages; do
            row "$library_name" "$language" "$how"
        done
        [ "$library_name" != openmpi ] || row openmpi python "$how"
    done
    in_case ""
}
