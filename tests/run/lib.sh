# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the end-to-end tests share: TAP, the staged installation, mpirun.
# A test starts with  . "${srcdir:-.}/tests/run/lib.sh"  in the top of the build
# tree, and then works in $work, a folder of its own that goes away at its end.
#
#   $programs    folder of the test programs
#   $hpmrun, $hpmagg, $library    the staged parts
#   $stub        the backend whose counts are known
#   $known       the script that compares a result with what is known

source_folder=$(cd "${srcdir:-.}" && pwd)
. "$source_folder/tests/tap.sh"

# launch RANKS COMMAND...: mpirun, on as few processors as there are, as root or
# not.  One that hangs fails its test, and not all that would come after it.
launch () {
    timeout -k 10 600 mpirun --bind-to none -np "$@"
}

# runs_several COMMAND...: whether mpirun can run a job of several programs, without
# us (that of Debian 13 can't).
runs_several () {
    timeout 60 mpirun --bind-to none -np 1 "$@" : -np 1 "$@" >"$work/several.plain" \
        2>&1 </dev/null
}

# counted RANKS FILE COMMAND...: a run under hpmrun with the flags in $flags
# (separated by blanks), quiet unless it fails.  Its stdout is $work/stdout, its
# stderr $work/stderr.
counted () {
    ranks=$1
    file=$2
    shift 2
    # shellcheck disable=SC2086
    launch "$ranks" "$hpmrun" -o "$file" $flags "$@" >"$work/stdout" \
        2>"$work/stderr" </dev/null && keep_result "$file" && return
    status=$?
    cat "$work/stdout" "$work/stderr"
    return $status
}

# json FILE [ARGUMENT...]: hpmagg's JSON of a result file, in FILE.json.
json () {
    "$hpmagg" --format=json "$@" >"$1.json"
}

# The library and the test programs are instrumented, and bring the sanitizer's
# run-time library; ours is loaded before it.  Open MPI is not, and leaks.
export ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0
export TSAN_OPTIONS=ignore_noninstrumented_modules=1:exitcode=66
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

for variable in $(env | sed -n 's/^\(HPM_[A-Za-z0-9_]*\)=.*/\1/p'); do
    unset "$variable"
done
unset LD_PRELOAD
export LC_ALL=C
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe # Open MPI 5
# All hosts of a test are on this machine, whatever network it has: Open MPI 5 finds
# no way between two of them over another interface.
export OMPI_MCA_btl_tcp_if_include=lo
# What MPI would choose on one host, without the half of MPI_Init's time that looking
# for the networks of other machines and for devices takes: on a virtual machine each
# rank reads for milliseconds what each slot of PCI holds.
export OMPI_MCA_pml=ob1 HWLOC_COMPONENTS=-pci,-linuxio
export OMP_WAIT_POLICY=passive

top=$PWD
[ -f tests/run/settings.sh ] || bail_out "no staged installation: make check"
. ./tests/run/settings.sh
programs=$top/tests/run/programs
hpmrun=$top/tests/run/stage$bindir/hpmrun
hpmagg=$top/tests/run/stage$bindir/hpmagg
library=$top/tests/run/stage$libdir/libhpmmpi.so
stub=$top/tests/run/stub_backend.so
known="/usr/bin/env python3 $source_folder/tests/run/known.py"
flags=--summary=none

command -v mpirun >/dev/null || skip_all "there is no mpirun"
command -v python3 >/dev/null || skip_all "there is no python3"
work=$(mktemp -d "$top/tests/run/work.XXXXXX") || bail_out "no folder to work in"
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || bail_out "no folder to work in"
# An mpirun of Open MPI 5 that is killed leaves a folder named by its process, and the
# next one of that number does not start (PMIX_ERR_EXISTS): here it goes with $work.
mkdir "$work/sessions"
export PRTE_MCA_prte_tmpdir_base="$work/sessions"
