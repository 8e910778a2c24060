# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests of the good guest share: runs beside plain runs, and what is
# left of them.

. "${srcdir:-.}/tests/run/lib.sh"

guest=$top/tests/guest
ends=$guest/ends
ends_py="/usr/bin/env python3 $source_folder/tests/guest/ends.py"
mkdir "$work/checkpoint"

# Programs die of their signals, not of what a sanitizer makes of them.
signals=handle_segv=0:handle_sigfpe=0:handle_abort=0
export ASAN_OPTIONS="$ASAN_OPTIONS:$signals"
export TSAN_OPTIONS="$TSAN_OPTIONS:$signals"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:+$UBSAN_OPTIONS:}$signals"
export GUEST_SANITIZER="$sanitizer"

# What Open MPI itself leaves of ranks that are killed goes away with $work.
export OMPI_MCA_btl_vader_backing_directory="$work"

# become RANKS COMMAND...: the shell becomes mpirun.  In the background, $! is then
# mpirun itself, which ends its ranks when it is told to end.
become () {
    exec mpirun --bind-to none -np "$@"
}

# plain NAME RANKS COMMAND...: the run without us; stdout and mpirun's status in
# NAME.plain and NAME.plain-status.  It may run beside guest: two mpirun that share
# a session folder may remove it under each other.
plain () {
    name=$1 ranks=$2
    shift 2
    session=$(mktemp -d)
    (
        export OMPI_MCA_orte_tmpdir_base="$session"
        export PRTE_MCA_prte_tmpdir_base="$session"
        launch "$ranks" "$@" >"$name.plain" 2>/dev/null </dev/null
        echo $? >"$name.plain-status"
    )
    rm -rf "$session"
}

# guest NAME RANKS COMMAND...: the same with us, the result being NAME.h5.
guest () {
    name=$1 ranks=$2
    shift 2
    # shellcheck disable=SC2086
    launch "$ranks" "$hpmrun" --checkpoint="$work/checkpoint" --snapshot=0.1 \
        --summary=none -o "$work/$name.h5" $flags "$@" >"$name.guest" \
        2>"$name.stderr" </dev/null
    echo $? >"$name.guest-status"
    [ ! -f "$name.h5" ] || keep_result "$name.h5"
}

# both NAME RANKS COMMAND...: with and without us, at the same time; stdout and
# mpirun's status are the same.
both () {
    plain "$@" &
    guest "$@"
    wait $!
    undisturbed "$1"
}

# same_output NAME: of one process as it stands, of several in any order of lines:
# mpirun promises none between ranks.
same_output () {
    if [ "${ranks:-1}" = 1 ]; then
        cmp "$1.plain" "$1.guest"
        return
    fi
    sort "$1.plain" >"$1.plain-lines"
    sort "$1.guest" | cmp "$1.plain-lines" - || diff "$1.plain" "$1.guest"
}

# undisturbed NAME [HOW]: stdout and mpirun's status are the same.
undisturbed () {
    ok "$1: ${2:-}the program's output is the same" same_output "$1"
    is "$(cat "$1.guest-status")" "$(cat "$1.plain-status")" \
        "$1: ${2:-}mpirun's exit status is the same"
}

# recover NAME [FLAG]: what the run left, in NAME.h5; then the place is empty.
recover () {
    # shellcheck disable=SC2086
    if "$hpmagg" --recover "$work/checkpoint" -o "$1.h5" --summary=none ${2:-} \
        2>"$1.told"; then
        rm -rf "$work"/checkpoint/hpmmpi-*
        keep_result "$1.h5"
        "$hpmagg" --format=json --per=rank "$1.h5" >"$1.json"
    else
        cat "$1.told"
        rm -rf "$work"/checkpoint/hpmmpi-*
        return 1
    fi
}

# left_nothing: no snapshot remains.
left_nothing () {
    [ -z "$(ls -A "$work/checkpoint")" ] || { find "$work/checkpoint"; return 1; }
}
