#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# However a run ends, what was counted is there, and the program's output and
# mpirun's exit status are those of the run without us.  Writes the table of
# doc/endings.md, and compares it with the one there.
. "${srcdir:-.}/tests/guest/lib.sh"

flags="--backend=$stub -e stub::N1"
table=$work/table

# row KIND RANKS WHERE: a row of the table, from NAME.json
row () {
    printf '| %s | %s | %s | %s |\n' "$1" "$(cat "$1.guest-status")" "$3" \
        "$($ends_py --row "$1.json")" >>"$table"
}

# whole KIND RANKS STATUS...: a run that ends well
whole () {
    kind=$1 ranks=$2
    shift 2
    both "$kind" "$ranks" "$ends" "$kind"
    ok "$kind: nothing of the snapshots remains" left_nothing
    ok "$kind: hpmagg prints JSON" sh -c \
        "'$hpmagg' --format=json --per=rank '$kind.h5' >'$kind.json'"
    ok "$kind: all counts are there" $ends_py "$kind.json" "$@"
    row "$kind" "$ranks" "result file"
}

# cut KIND RANKS STATUS...: a run that does not reach MPI_Finalize
cut () {
    kind=$1 ranks=$2
    shift 2
    both "$kind" "$ranks" "$ends" "$kind"
    ok "$kind: there is no result file" test ! -e "$kind.h5"
    ok "$kind: it is recovered" recover "$kind"
    ok "$kind: all counts are there" $ends_py "$kind.json" "$@"
    row "$kind" "$ranks" "snapshots"
}

c=complete p=partial
whole finalize 4 $c $c $c $c
for kind in exit _exit _Exit quick_exit return; do cut $kind 2 $p $p; done
cut exit-one 3 $p $p $p
cut exec-itself 2 $p $p
cut MPI_Abort 4 $p $p $p $p
for kind in abort SIGSEGV SIGFPE SIGTERM handler; do cut $kind 2 $p $p; done
cut SIGKILL-one 8 $p $p $p $p $p $p $p $p
cut SIGKILL-all 4 $p $p $p $p
cut some-finalize 4 $c $c $c $p
for kind in fork exec system chdir use-up in-out standard environ; do whole $kind 2 $c $c; done
if [ -z "$sanitizer" ]; then
    whole small-stack 2 $c $c
else
    skip "MPI_Finalize on a small stack" "a sanitizer's frames are larger"
    grep -m 1 '^| small-stack ' "$source_folder/doc/endings.md" >>"$table"
fi
cut close-all 2 $p $p

# Ranks that become another user's: their result may go to another place.
if [ "$(id -u)" = 0 ] && [ -z "$sanitizer" ]; then
    export TMPDIR="$work/anybody"
    mkdir -m 777 "$TMPDIR"
    chmod 711 "$work"
    chmod 1777 "$work/checkpoint"
    both setuid 2 "$ends" setuid
    rm -f /tmp/setuid.h5
    ok "setuid: nothing of the snapshots remains" left_nothing
    chmod 755 "$work/checkpoint"
    unset TMPDIR
else
    skip "ranks that become another user's" "it takes root, and no sanitizer"
fi

# Nothing that needs a descriptor of the program's: without a backend.
flags=--backend=none
for kind in close-all use-all; do
    name=$kind-none
    guest $name 2 "$ends" $kind
    ok "$name: it is recovered" recover $name
    ok "$name: the last snapshot was taken long after" $known value \
        $name.json 'all (row["wall_s"] > 0.5 for row in data["rank"])'
    ok "$name: and knows what the system counts" $known value $name.json \
        'all (row["counts"]["os::MINOR_FAULTS"] is not None
        for row in data["rank"])'
done
flags="--backend=$stub -e stub::N1"

# A rank that hangs: its counts while it runs, and after it was killed.
become 3 "$hpmrun" --checkpoint="$work/checkpoint" --snapshot=0.1 --summary=none \
    -o "$work/hang.h5" $flags "$ends" hang >hang.guest 2>hang.stderr \
    </dev/null &
pid=$!
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    sleep 0.3
    "$hpmagg" --recover checkpoint -o live.h5 --force --summary=none 2>live.told \
        && "$hpmagg" --format=json --per=rank live.h5 >live.json \
        && $ends_py live.json $p $p $p >/dev/null && break
done
ok "hang: counted so far, while it runs (try $try)" \
    $ends_py live.json $p $p $p
kill -TERM $pid
wait $pid
echo $? >hang.guest-status
ok "hang: it is recovered after it was killed" recover hang
ok "hang: all counts are there" $ends_py hang.json $p $p $p
row hang 3 snapshots

# Every level of threads.
for level in 0 1 2 3; do
    guest level$level 2 "$ends" finalize $level
    ok "thread level $level: ends well" test "$(cat level$level.guest-status)" = 0
    "$hpmagg" --format=json --per=rank level$level.h5 >level$level.json
    ok "thread level $level: all counts are there" \
        $ends_py level$level.json $c $c
done
ok "thread levels: nothing of the snapshots remains" left_nothing

awk '/^\| ---/ { inside = 1; next } inside && !/^\|/ { exit } inside' \
    "$source_folder/doc/endings.md" >documented
ok "doc/endings.md has this table" diff documented "$table"
[ -z "${TEST_KEEP-}" ] || cp "$table" "$TEST_KEEP"
finish
