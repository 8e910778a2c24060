#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Jobs of MPICH on several nodes, which are name spaces of this machine, each with
# a /dev/shm of its own: all ranks are counted, and nobody waits for ranks without
# us.
. "${srcdir:-.}/tests/mpich/lib.sh"

unshare --uts --ipc --mount true 2>/dev/null ||
    skip_all "no name spaces can be made"
build ends tests/guest/ends.c -pthread || {
    cat ends.log
    bail_out "no MPI program can be built"
}

# In place of ssh: what hydra starts on a node.
cat >node <<'END'
#!/bin/sh
while case $1 in -*) true ;; *) false ;; esac; do shift; done
name=$1
shift
exec unshare --uts --ipc --mount sh -c 'hostname "$1"
    mount -t tmpfs none /dev/shm || exit
    shift
    exec sh -c "$*"' sh "$name" "$@"
END
chmod +x node
nodes="-launcher ssh -launcher-exec $work/node -hosts nodeA,nodeB"
launch () {
    # shellcheck disable=SC2086
    timeout -k 10 60 "$mpirun" $nodes -np "$@"
}
launch 2 hostname >names 2>&1 </dev/null
is "$(sort names | tr '\n' ' ')" "nodeA nodeB " "ranks are on two nodes" || finish

# MPICH 4.0.2 over UCX hangs in MPI_Finalize, with us or without, in most runs in
# which a rank comes later than others, as those do that have something to gather
# (4.2.1 does not).  What was counted is in the file by then.
hangs=
case $("$mpirun" --version | sed -n 's/^ *Version: *//p') in
3.* | 4.0*) hangs=yes ;;
esac

# job NAME ARGUMENT...: of mpirun; the result is in NAME.h5.
job () {
    name=$1
    shift
    # shellcheck disable=SC2086
    timeout -k 10 60 "$mpirun" $nodes "$@" >"$name.log" 2>&1 </dev/null &
    pid=$!
    while [ -n "$hangs" ] && kill -0 $pid 2>/dev/null; do
        [ ! -e "$name.h5" ] || kill $pid
        sleep 0.1
    done
    wait $pid
    ended $?
}

# ended STATUS
ended () {
    if [ -n "$hangs" ]; then
        skip "$name: it ends" \
            "MPICH before 4.1 hangs without us, too, where ranks come late to MPI_Finalize"
    else
        is "$1" 0 "$name: it ends" || sed 's/^/#   /' "$name.log"
        ok "$name: nothing of the snapshots remains" left_nothing
    fi
    rm -rf checkpoint/hpmmpi-*
}

# ranks STATUS...: of the last job.
ranks () {
    "$hpmagg" --format=json --per=rank "$name.h5" >"$name.json"
    ok "$name: its ranks" $ends_py "$name.json" "$@"
}

count="--backend=$stub -e stub::N1 --summary=none --checkpoint=$work/checkpoint"
c=complete m=missing
job all -np 4 "$hpmrun" $count -o "$work/all.h5" ./ends finalize
ranks $c $c $c $c
# shellcheck disable=SC2086
ok "all: two nodes" $known value all.json \
    '{row["host"] for row in data["rank"]} == {"nodeA", "nodeB"}'

# some NAME WRAPPED STATUS...: only ranks WRAPPED of four run with us.
cat >start <<'END'
case " $1 " in
*" $PMI_RANK "*) shift; exec $WRAP "$@" ;;
esac
shift
exec "$@"
END
export WRAP
some () {
    WRAP="$hpmrun $count -o $work/$1.h5"
    job "$1" -np 4 sh "$work/start" "$2" ./ends finalize
    shift 2
    ranks "$@"
}
some uneven "0 2 3" $c $m $c $c
some other "1 3" $m $c $m $c

# Two programs, one of them without us.
job programs -np 2 "$hpmrun" $count -o "$work/programs.h5" ./ends finalize \
    : -np 2 ./ends finalize
ranks $c $c $m $m
finish
