#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Ranks that Slurm starts on two nodes, which are name spaces of this machine: one
# result of all, also where a rank runs without us, and what nodes leave of a run
# that ended early comes together.  And what a site has: programs that are counted by
# Slurm's TaskProlog, and whose snapshots its Epilog takes.
. "${srcdir:-.}/tests/guest/slurm.sh"

unshare --uts --ipc --mount true 2>/dev/null ||
    skip_all "no name spaces can be made"

# What is installed, with the folders of this build.
made=$top/packaging/site
sed "s|^library=.*|library=${library%/*}|" "$made/task-prolog" >"$slurm/prolog"
sed -e "s|^hpmagg=.*|hpmagg=$hpmagg|" -e "s|^settings=.*|settings=$work/site|" \
    "$made/epilog" >"$slurm/epilog"
chmod 755 "$slurm/prolog" "$slurm/epilog"
more_settings="TaskProlog=$slurm/prolog
Epilog=$slurm/epilog"
export HPMMPI=off
start_slurm n1 n2
srun="srun --mpi=pmix --overlap -N 2"
launch 2 hostname >names 2>names.err </dev/null
is "$(sort names | tr '\n' ' ')" "n1 n2 " "ranks are on two nodes" || finish
starts "$ends" || skip_all "srun --mpi=pmix starts no MPI program on two nodes"

# two_nodes FILE.json
two_nodes () {
    ok "${1%%.*}: two nodes" $known value "$1" \
        '{row["host"] for row in data["rank"] if "host" in row} == {"n1", "n2"}'
}

c=complete p=partial m=missing
both finalize 4 "$ends" finalize
json finalize.h5 --per=rank
ok "finalize: all counts are there" $ends_py finalize.h5.json $c $c $c $c
two_nodes finalize.h5.json
ok "finalize: nothing of the snapshots remains" left_nothing
for kind in exit SIGKILL-all; do
    both $kind 4 "$ends" $kind
    ok "$kind: there is no result file" test ! -e $kind.h5
    ok "$kind: it is recovered" recover $kind
    ok "$kind: all counts are there" $ends_py $kind.json $p $p $p $p
    two_nodes $kind.json
done
one_without uneven 4 "$ends" $c $m $c $c
two_nodes uneven.h5.json

# hpmstat, a rank a node.
hpmstat=${hpmrun%hpmrun}hpmstat
if "$hpmstat" -q -e perf::CPU-CLOCK -- true >/dev/null 2>stat.err; then
    launch 2 "$hpmstat" -I 0.2 -C 2 -e perf::CPU-CLOCK -o "$work/stat.h5" \
        >stat.out 2>stat.err </dev/null
    is "$?:$(grep -c '^ .* n[12] ' stat.out)" 0:4 "hpmstat: each node has its lines" ||
        sed 's/^/# /' stat.out stat.err
    json stat.h5 --per=rank
    two_nodes stat.h5.json
    ok "stat: all processors of both have counts" $known value stat.h5.json \
        "[row['counts']['perf::CPU-CLOCK'] > 0 for row in data['rank']] == [True] * 2 * $(getconf _NPROCESSORS_ONLN)"
    is "$(find . -name 'hpmstat-*')" "" "hpmstat: nothing is left of the nodes' meeting"
else
    skip "hpmstat on two nodes" "$(sed 's/^hpmstat: //' stat.err)"
fi

# A site: nobody types a word.
cat >site <<END
HPM_OUTPUT $work/log/%u/%p.%j.h5
HPM_QUIET 1
HPM_SNAPSHOT 0.1
END
mkdir -m 1777 log
USER=$user
HPMMPI=on HPM_SITE=$work/site
export USER HPM_SITE
launch 4 "$ends" finalize >site.out 2>site.err </dev/null
is "$?:$(cat site.out site.err)" "0:4 ranks: finalize" "site: the program is as without us"
cp "log/$user"/ends.*.h5 site.h5
json site.h5 --per=rank
ok "site: all ranks are counted" $known value site.h5.json \
    '[row["status"] for row in data["rank"]] == ["complete"] * 4'
launch 4 "$ends" SIGKILL-all >killed.out 2>killed.err </dev/null
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    [ "$(find log -path '*/recovered/*.h5' | wc -l)" = 2 ] && break
    sleep 1
done
is "$(cd "log/$user" && echo recovered/* | sed 's/[0-9]*\.\(n[12]\)\.[0-9a-f]*/\1/g')" \
    "recovered/n1.h5 recovered/n2.h5" "site: both nodes make a result of a killed job"
HPMMPI=off
unset HPM_SITE

# MPICH before 4.1 hangs without us, too, where ranks come late to MPI_Finalize:
# what was counted is in the file by then.
if mpich_ends; then
    # shellcheck disable=SC2086
    timeout 60 srun --mpi=pmi2 --overlap -N 2 -n 4 "$hpmrun" $flags --summary=none \
        -o "$work/mpich.h5" ./mpich-ends finalize >mpich.log 2>&1 </dev/null &
    pid=$!
    while [ ! -e mpich.h5 ] && kill -0 $pid 2>/dev/null; do sleep 0.2; done
    kill $pid 2>/dev/null
    wait $pid
    json mpich.h5 --per=rank
    ok "mpich: all counts are there" $ends_py mpich.h5.json $c $c $c $c
    two_nodes mpich.h5.json
else
    skip "mpich: all counts are there" "there is no mpicc.mpich"
fi
finish
