# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests share that need Slurm: one of our own on this machine, of one node
# or of several, which are name spaces, each with a /dev/shm of its own.
. "${srcdir:-.}/tests/guest/lib.sh"

PATH=$PATH:/usr/sbin:/sbin
for command in slurmctld slurmd srun sinfo munged; do
    command -v $command >/dev/null || skip_all "there is no $command"
done
[ "$sanitizer" != thread ] || skip_all "the run time is not built with it"

slurm=$(mktemp -d) || bail_out "no folder for Slurm"
user=$(id -un)

# Whatever of Slurm runs, by its process ids.
end_slurm () {
    for file in "$slurm"/slurmd*.pid "$slurm/slurmctld.pid" "$slurm/munged.pid"; do
        pid=$(cat "$file" 2>/dev/null) && kill "$pid"
    done
    sleep 1
    [ ! -e "$slurm/again" ] || cat "$slurm/again" >&2
    rm -rf "$slurm" "$work"
}
trap end_slurm EXIT

# configure PORT NODE...: what Slurm's programs read, with the lines of $more_settings,
# the nodes' ports being the next.
more_settings=""
configure () {
    port=$1
    shift
    mkdir "$slurm/state" "$slurm/tmp"
    head -c 1024 /dev/urandom >"$slurm/key"
    chmod 400 "$slurm/key"
    cat >"$slurm/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$slurm/munge.socket
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool-%n
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd-%n.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd-%n.log
TmpFS=$slurm/tmp
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SlurmdParameters=config_overrides
ReturnToService=2
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
$more_settings
END
    for node; do
        mkdir "$slurm/spool-$node"
        echo "NodeName=$node NodeHostname=$node NodeAddr=127.0.0.1" \
            "Port=$((port += 1)) CPUs=8 State=UNKNOWN" >>"$slurm/slurm.conf"
    done
    grep -q ' cgroup2* ' /proc/mounts ||
        echo CgroupPlugin=disabled >"$slurm/cgroup.conf"
    export SLURM_CONF="$slurm/slurm.conf"
}

# start_node NODE: one that is this machine, or a part of it.  Its run time has a
# folder for temporary files of its own there.
start_node () {
    if [ "$1" = "$(hostname -s)" ]; then
        slurmd -N "$1"
    else
        # shellcheck disable=SC2016
        TMPDIR=$slurm/tmp unshare --uts --ipc --mount sh -c 'hostname "$1" &&
            mount -t tmpfs none /dev/shm && mount -t tmpfs none "$TMPDIR" &&
            exec slurmd -N "$1"' sh "$1"
    fi
}

start_all () {
    munged --force --key-file="$slurm/key" --socket="$slurm/munge.socket" \
        --pid-file="$slurm/munged.pid" --log-file="$slurm/munged.log" \
        --seed-file="$slurm/seed" && slurmctld || return
    for node; do
        start_node "$node" || return
    done
    for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        sinfo -h -o '%T %D' 2>/dev/null | grep -qx "idle $#" && return
        sleep 1
    done
    return 1
}

# start_slurm NODE...: or the test ends here.  Ports from 32768 on are those that the
# kernel gives to anybody.
start_slurm () {
    configure $((20000 + $$ % 1000 * 10)) "$@"
    start_all "$@" >start.log 2>&1 && return
    sed 's/^/# /' start.log "$slurm"/*.log
    skip_all "no Slurm can be started here"
}

# launch RANKS COMMAND...: by $srun, which says nothing of a job that waits until the
# one before it has left its nodes.  Once in some hundred runs on a busy machine, with
# us or without, Open MPI 4.1 jumps to address 0 while its ranks on two nodes connect
# (seen in plain runs, 2 of 204): such a run says nothing of us, and is made again, up
# to twice.
launch () {
    ranks=$1
    shift
    for attempt in 1 2 3; do
        # shellcheck disable=SC2086
        timeout 120 $srun --quiet -n "$ranks" "$@" >"$slurm/out" 2>"$slurm/err"
        launched=$?
        [ $attempt -lt 3 ] && jumped_to_0 $launched || break
        say_again "$*"
        rm -rf "$work"/checkpoint/hpmmpi-*
    done
    cat "$slurm/out"
    cat "$slurm/err" >&2
    return $launched
}

# jumped_to_0 STATUS: whether a rank of the last run died so: before its program
# printed a line, by SIGSEGV, of which Open MPI's own handler tells the address, and
# one frame alone, since the call has none.
jumped_to_0 () {
    [ "$1" = 139 ] && [ ! -s "$slurm/out" ] &&
        grep -q 'Failing at address: (nil)$' "$slurm/err" &&
        grep -q '\] \[ 0\] ' "$slurm/err" && ! grep -q '\] \[ 1\] ' "$slurm/err"
}

# say_again COMMAND: in the log, from where .ci/run lists it at its end.
say_again () {
    echo "TRIED AGAIN: $0 - srun, where Open MPI jumped to address 0: $1" \
        >>"$slurm/again"
}

# starts PROGRAM: whether srun starts ranks of it.  On a busy machine Open MPI 4.1
# has died of a null pointer in its start, without us.
starts () {
    for try in 1 2 3; do
        launch 2 "$1" finalize >plain.log 2>&1 </dev/null &&
            grep -q '^2 ranks' plain.log && return
        sed "s/^/# try $try: /" plain.log
    done
    return 1
}

# A program of MPICH, which talks to Slurm's own PMI, in $work.
mpich_ends () {
    command -v mpicc.mpich >/dev/null &&
        mpicc.mpich -D_GNU_SOURCE -g -O1 -o mpich-ends \
            "$source_folder/tests/guest/ends.c" -pthread >mpich.log 2>&1
}

flags="--backend=$stub -e stub::N1"
# One after the other: each takes the whole node.
both () {
    plain "$@"
    guest "$@"
    undisturbed "$1"
}

# Some ranks with us, and some without.
cat >start <<'END'
[ "$SLURM_PROCID" = 1 ] && exec "$@"
exec $WRAP "$@"
END
# one_without NAME RANKS PROGRAM STATUS...
one_without () {
    export WRAP="$hpmrun $flags --summary=none --checkpoint=$work/checkpoint -o $work/$1.h5"
    name=$1 ranks=$2
    launch "$ranks" sh "$work/start" "$3" finalize >"$name.log" 2>&1 </dev/null
    is $? 0 "$name: it ends"
    shift 3
    json "$name.h5" --per=rank
    ok "$name: its ranks" $ends_py "$name.h5.json" "$@"
}
