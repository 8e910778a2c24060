#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What mpirun of each MPI library starts, itself or behind a script, env or taskset,
# and as a job of several programs, in each language: all ranks are counted, each
# call once, and the run is as it is without us.
. "${srcdir:-.}/tests/guest/lib.sh"
. "$source_folder/tests/launch/lib.sh"

launcher="mpirun --bind-to none"
! command -v mpirun.openmpi >/dev/null || launcher="mpirun.openmpi --bind-to none"
launcher_name=mpirun count=-np
build_languages openmpi
[ -x openmpi/c ] || bail_out "no MPI program can be built"
# shellcheck disable=SC2086
rows openmpi $hows

build_languages mpich
if [ -x mpich/c ] && launcher=$(command -v mpirun.mpich); then
    # shellcheck disable=SC2086
    rows mpich $hows
else
    skip "programs of MPICH are counted" "there is no MPICH"
fi
finish
