# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests of hpmrun share.  A test starts in the top of the build tree
# with  . "${srcdir:-.}/tests/wrapper/lib.sh"  and works in $work, a folder of
# its own that goes away at its end.
#
#   $hpmrun    in a staged installation with a library that does nothing and,
#   $library   as PAPI, a backend that knows four events
#   $preloaded what hpmrun adds to LD_PRELOAD: the library of the wrappers, too
#   $static    a program without a dynamic loader

top=$PWD
source_folder=$(cd "${srcdir:-.}" && pwd)
. "$source_folder/tests/tap.sh"

for variable in $(env | sed -n 's/^\(HPM_[A-Za-z0-9_]*\)=.*/\1/p') \
    OMPI_COMM_WORLD_RANK OMPI_COMM_WORLD_LOCAL_RANK PMIX_RANK PMI_RANK \
    MPI_LOCALRANKID SLURM_PROCID SLURM_LOCALID LD_PRELOAD COLUMNS; do
    unset "$variable"
done
export LC_ALL=C
# The stand-ins are not built with a sanitizer that hpmrun may be built with.
export ASAN_OPTIONS=verify_asan_link_order=0

[ -f tests/wrapper/staged.sh ] || bail_out "nothing is staged: make check"
. ./tests/wrapper/staged.sh
stage=$top/tests/wrapper/stage
hpmrun=$stage$bindir/hpmrun
library=$stage$libdir/libhpmmpi.so
preloaded=$stage$libdir/libhpmmpi-calls.so:$library
backend=$stage$pkglibdir/papi.so
static=$top/tests/wrapper/static_program

work=$(mktemp -d "$top/tests/wrapper/work.XXXXXX") ||
    bail_out "no folder to work in"
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || bail_out "no folder to work in"

# run ARGUMENT...: hpmrun with its output in out and err, its exit status in
# $status.
run () {
    "$hpmrun" "$@" >out 2>err </dev/null
    status=$?
}

# refuses STATUS TEXT ARGUMENT...: hpmrun ends with this status and this one line
# (after "hpmrun: "), and the program did not start.
refuses () {
    wanted=$1
    text="hpmrun: $2"
    shift 2
    rm -f started
    run "$@"
    shown=$(printf %s "$*" | tr '[:cntrl:]' ' ')
    ok "hpmrun $shown is refused: $text" \
        test "$status:$(cat err)" = "$wanted:$text" ||
        say "status $status: $(cat err)"
    [ ! -s out ] && [ ! -e started ] || ok "nothing ran or was printed" false
}
