#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Ranks that Slurm starts: srun --mpi=pmix hpmrun ./a, in a Slurm of our own on
# this machine.
. "${srcdir:-.}/tests/guest/lib.sh"

PATH=$PATH:/usr/sbin:/sbin
for command in slurmctld slurmd srun sinfo munged; do
    command -v $command >/dev/null || skip_all "there is no $command"
done
[ "$sanitizer" != thread ] || skip_all "the run time is not built with it"

slurm=$(mktemp -d) || bail_out "no folder for Slurm"
host=$(hostname -s)
user=$(id -un)
port=$((20000 + $$ % 10000))

# Whatever of Slurm runs, by its process ids.
end_slurm () {
    for name in slurmd slurmctld munged; do
        pid=$(cat "$slurm/$name.pid" 2>/dev/null) && kill "$pid"
    done
    sleep 1
    rm -rf "$slurm" "$work"
}
trap end_slurm EXIT

mkdir "$slurm/state" "$slurm/spool"
head -c 1024 /dev/urandom >"$slurm/key"
chmod 400 "$slurm/key"
cat >"$slurm/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 10000))
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$slurm/munge.socket
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
grep -q ' cgroup2* ' /proc/mounts ||
    echo CgroupPlugin=disabled >"$slurm/cgroup.conf"
SLURM_CONF=$slurm/slurm.conf
export SLURM_CONF

start_slurm () {
    munged --force --key-file="$slurm/key" --socket="$slurm/munge.socket" \
        --pid-file="$slurm/munged.pid" --log-file="$slurm/munged.log" \
        --seed-file="$slurm/seed" && slurmctld && slurmd -N "$host" || return
    for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        sinfo -h -o %T 2>/dev/null | grep -q idle && return
        sleep 1
    done
    return 1
}
start_slurm >start.log 2>&1 || {
    sed 's/^/# /' start.log "$slurm"/*.log
    skip_all "no Slurm can be started here"
}

launch () {
    ranks=$1
    shift
    timeout 120 srun --mpi=pmix --overlap -n "$ranks" "$@"
}
launch 1 "$ends" finalize >plain.log 2>&1 </dev/null || {
    sed 's/^/# /' plain.log
    skip_all "srun --mpi=pmix starts no MPI program"
}

flags="--backend=$stub -e stub::N1"
c=complete p=partial m=missing
# One after the other: each takes the whole node.
both () {
    plain "$@"
    guest "$@"
    undisturbed "$1"
}

both finalize 4 "$ends" finalize
json finalize.h5 --per=rank
ok "all counts are there" $ends_py finalize.h5.json $c $c $c $c
ok "nothing of the snapshots remains" left_nothing
ok "the file knows Slurm's job" $known value finalize.h5.json \
    'data["run"]["job_id"].isdigit ()'

for kind in exit MPI_Abort SIGKILL-all; do
    both $kind 2 "$ends" $kind
    ok "$kind: there is no result file" test ! -e $kind.h5
    ok "$kind: it is recovered" recover $kind
    ok "$kind: all counts are there" $ends_py $kind.json $p $p
done

# Some ranks with us, and some without.
cat >start <<'END'
[ "$SLURM_PROCID" = 1 ] && exec "$@"
exec $WRAP "$@"
END
WRAP="$hpmrun $flags --summary=none --checkpoint=$work/checkpoint -o $work/uneven.h5"
export WRAP
launch 3 sh "$work/start" "$ends" finalize >uneven.log 2>&1 </dev/null
is $? 0 "uneven: it ends"
json uneven.h5 --per=rank
ok "uneven: its ranks" $ends_py uneven.h5.json $c $m $c
finish
