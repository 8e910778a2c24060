#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Threads with small stacks: on the least one that suffices without us, a program
# lives with us, too, whatever it does there.
. "${srcdir:-.}/tests/guest/lib.sh"

[ -z "$sanitizer" ] || skip_all "a sanitizer's frames are larger"
stacks=$top/tests/guest/stacks
ulimit -c 0

# least KIND: the least stack, in kB, that it lives on; its output and status are
# in KIND.plain and KIND.plain-status.
least () {
    for kb in 16 20 24 28 32 48 64 128 256; do
        plain "$1" 1 "$stacks" "$1" $kb
        case $(cat "$1.plain-status") in
        0 | 3)
            echo $kb
            return
            ;;
        esac
    done
}

# lives KIND [FLAG...]
# MPI_Finalize of Open MPI 5 leaves fewer bytes of 16 kB than its call takes in us.
open_mpi=$(mpirun --version | sed -n 's/.*) \([0-9]*\)\..*/\1/p')
lives () {
    kind=$1
    kb=$(least "$kind")
    if [ "$kind-$kb" = MPI_Finalize-16 ] && [ "$open_mpi" -ge 5 ]; then
        kb=20
        plain "$kind" 1 "$stacks" "$kind" $kb
    fi
    shift
    for flags in "$@"; do
        in_case "$kind on $kb kB, $flags"
        rm -f "$kind.h5"
        guest "$kind" 1 "$stacks" "$kind" "$kb"
        undisturbed "$kind"
        [ "$(cat "$kind.guest-status")" = 0 ] || continue
        ok "there is a result" test -f "$kind.h5"
    done
    rm -rf "$work"/checkpoint/*
}

events="-e stub::N1,stub::N2,stub::N3"
for kind in nothing MPI_Init MPI_Finalize MPI_Barrier MPI_Allgatherv fork exec \
    dlopen pthread_create; do
    lives $kind "--backend=none" "--backend=$stub $events --mpi=split" \
        "-e perf::PAGE-FAULTS,perf::CONTEXT-SWITCHES --mpi=split"
done
for kind in exec-itself exit _exit; do
    lives $kind "--scope=process --backend=$stub $events"
done
finish
