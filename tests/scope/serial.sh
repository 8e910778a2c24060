#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A program without MPI is counted from its start to its end, with all its
# threads, however it ends.
. "${srcdir:-.}/tests/scope/lib.sh"

table=$work/table

# row NAME WHERE: a row of the table of doc/endings.md, from NAME.json
row () {
    printf '| %s | %s | %s | %s |\n' "$1" "$(cat "$1.guest-status")" "$2" \
        "$($ends_py --row "$1.json")" >>"$table"
}

"$hpmrun" --scope=all true 2>stderr
is $? 2 "a scope that nobody knows is an error"
ok "the message names the choices of scope" grep -q "mpi.*process" stderr

for kind in return exit _exit _Exit quick_exit thread handler fork fork-_exit \
    vfork chdir closed close-all in-out standard clearenv environ; do
    alone $kind "$process" $kind
    same_as_plain $kind
    threads $kind
    ok "$kind: nothing is said" cmp /dev/null $kind.stderr
    ok "$kind: nothing of the snapshots remains" left_nothing
    "$hpmagg" --format=json --per=rank $kind.h5 >$kind.json
    row $kind "result file"
    ok "$kind: its file has its exit status" $known value $kind.json "
        run['exit_status'] == $(cat $kind.guest-status)"
done
alone vfork-raw "$process" vfork-raw
same_as_plain vfork-raw
"$hpmagg" --format=json vfork-raw.h5 >vfork-raw.json
ok "the end of a child of vfork is not taken for that of its parent" $known value \
    vfork-raw.json "run['exit_status'] == $(cat vfork-raw.guest-status)"
"$hpmagg" return.h5 >return.txt
has return.txt ", exit status $(cat return.guest-status), " \
    "a status that is not 0 is shown"
"$hpmagg" --format=json --per=thread return.h5 >return.json
ok "the file says what was counted" $known value return.json '
    run["scope"] == "the whole process" and run["ranks"] == 1
    and run["status"] == "complete"'

for kind in abort SIGSEGV SIGKILL; do
    alone $kind "$process" $kind
    same_as_plain $kind
    ok "$kind: there is no result file" test ! -e $kind.h5
    ok "$kind: it is recovered" recover $kind
    ok "$kind: hpmagg prints JSON" sh -c \
        "'$hpmagg' --format=json --per=thread $kind.h5 >$kind.json"
    ok "$kind: the record is partial, with the main thread" $known value $kind.json '
        run["status"] == "partial" and "exit_status" not in run
        and any (count_of (row, "stub::N1") == 1000 for row in data["thread"])'
    "$hpmagg" --format=json --per=rank $kind.h5 >$kind.json
    row $kind snapshots
done

# Without snapshots, too, and where there is no place for them.
for kind in return _exit; do
    flags="$flags --snapshot=0" alone $kind-0 "$process" $kind
    threads $kind-0
    ok "$kind-0: nothing is said" cmp /dev/null $kind-0.stderr
    flags="$flags --checkpoint=$work/nowhere" alone $kind-no "$process" $kind
    threads $kind-no
    has $kind-no.stderr "no snapshots while it runs" \
        "$kind-no: it is said that there are no snapshots"
done

awk '/^\| ---/ { inside++; next } inside == 2 && !/^\|/ { exit } inside == 2' \
    "$source_folder/doc/endings.md" >documented
ok "doc/endings.md has this table" diff documented "$table"
not_for_strangers

# Children pay nothing and write nothing.
mkdir system
cd system || bail_out "no folder to work in"
"$hpmrun" --checkpoint="$work/checkpoint" --summary=none -o ../system.h5 $flags \
    "$process" system >../maps
is $? 2 "system: the exit status is the program's"
cd "$work" || bail_out "no folder to work in"
ok "system: the child has the library, and nothing else of ours" sh -c '
    grep -q libhpmmpi.so maps &&
    ! grep -E "papi|hdf5|libmpi|stub_backend" maps'
threads system
is "$(ls system)" "" "system: the child writes nothing"
ok "system: nothing of the snapshots remains" left_nothing

# What the process becomes is counted; what it was before is not.
alone env env A=1 sh -c "exec '$process' return"
same_as_plain env
threads env
ok "env: nothing of the snapshots remains" left_nothing
alone exec "$process" exec
same_as_plain exec
"$hpmagg" --format=json --per=thread exec.h5 >exec.json
ok "exec: the last program is counted" $known value exec.json '
    run["command"] == "true" and len (data["thread"]) == 1'
ok "exec: nothing of the snapshots remains" left_nothing

# The summary, also where the program closes its standard error.
"$hpmrun" -o ls.h5 ls / >out 2>summary
ok "the summary is printed" grep -q "1 process x 1 thread on 1 host" summary
ok "the summary has the name of the file" grep -q "results: .*/ls.h5" summary
"$hpmrun" --scope=process sleep 0.2 2>summary
ok "a run that is long enough to judge" sh -c \
    'grep -q "1 process" summary && ! grep -q "too short" summary'
ok "has no word on MPI" sh -c '! grep -q "MPI" summary'

# The times of a short run fit together.
ok "ls: the thread took no longer than the run" sh -c "'$hpmagg' --format=json \
    --per=thread ls.h5 >ls.json && $known value ls.json '
    data[\"thread\"][0][\"wall_s\"]
        <= run[\"wall_s\"] + run[\"overhead_stop_s\"] + 1e-6'"

# Under mpirun, each process has a file of its own.
launch 2 "$hpmrun" --summary=none --checkpoint="$work/checkpoint" -o many.h5 $flags \
    "$process" return >/dev/null 2>&1
for rank in 0 1; do
    "$hpmagg" --format=json --per=thread many.$rank.h5 >many.json
    ok "process $rank of mpirun has a file of its own" $known value many.json "
        sorted (count_of (row, 'stub::N1') for row in data['thread'])
        == [1000 + $rank, 2000 + $rank, 3000 + $rank, 4000 + $rank]"
done
ok "mpirun: nothing of the snapshots remains" left_nothing
mkdir default
launch 2 "$hpmrun" --summary=none --checkpoint="$work/checkpoint" -d default true \
    >/dev/null 2>&1
is "$(ls default | sed 's/[0-9-]*\.\([01]\)\.h5/\1/' | tr '\n' ' ')" \
    "true.0 true.1 " "mpirun: names that the library makes have the rank, too"
finish
