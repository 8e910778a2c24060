#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# However a run of MPICH ends and is started: what was counted is there, and
# output and exit status are those of the run without us.
. "${srcdir:-.}/tests/mpich/lib.sh"

flags="--backend=$stub -e stub::N1"
build ends tests/guest/ends.c -pthread || {
    cat ends.log
    bail_out "no MPI program can be built"
}

# ---- endings

whole finalize 4 $c $c $c $c
whole fork 2 $c $c
for kind in exit _exit MPI_Abort abort SIGSEGV; do cut $kind 2 $p $p; done
cut SIGKILL-one 4 $p $p $p $p

# ---- scopes

flags="--backend=$stub -e stub::N1 --scope=process"
both process 2 ./ends finalize
ok "--scope=process: hpmagg prints JSON" json_of process
ok "--scope=process: it is counted from the start on, as one job" $known value \
    process.json 'run["scope"] == "from the start of the process to MPI_Finalize"
        and run["ranks"] == 2 and run["status"] == "complete"'
flags="--backend=$stub -e stub::N1"

# ---- jobs of several programs: nobody waits for those without us
# job NAME PARTS STATUS...: PARTS are words "w" (wrapped) and "p" (plain), one for
# each program, of two ranks.
job () {
    name=$1 parts=$2
    shift 2
    command=
    for part in $parts; do
        [ "$part" = w ] && start="$hpmrun $flags --summary=none \
            --checkpoint=$work/checkpoint -o $work/$name.h5" || start=
        command="$command : -np 2 $start ./ends finalize"
    done
    # shellcheck disable=SC2086
    timeout 120 "$mpirun" ${command# :} >"$name.guest" 2>"$name.stderr" </dev/null
    is $? 0 "$name: it ends"
    ok "$name: hpmagg prints JSON" json_of "$name"
    ok "$name: its ranks" $ends_py "$name.json" "$@"
    ok "$name: nothing of the snapshots remains" left_nothing
}
before=$(ls /dev/shm /tmp)
job all "w w" $c $c $c $c
job first "w p" $c $c $m $m
job second "p w" $m $m $c $c
job outer "w p w" $c $c $m $m $c $c
# What tests beside this one leave meanwhile has another job's number.
ok "no mark of who takes part remains" sh -c '
    for file in $(ls /dev/shm /tmp | grep -x "hpmmpi-[0-9a-f]*"); do
        echo "$1" | grep -qx "$file" || { sleep 30; [ ! -e "/dev/shm/$file" ]; } ||
            { echo "$file"; exit 1; }
    done' sh "$before"

# ---- the library by another name: that of MPICH's ABI, as Intel MPI has it
mpich=$("$mpicc" -show | sed -n 's/.*-L\([^ ]*\).*/\1/p')/libmpich.so.12
mkdir abi
if [ -f "$mpich" ] && command -v patchelf >/dev/null; then
    cp "$mpich" abi/libmpi.so.12
    patchelf --set-soname libmpi.so.12 abi/libmpi.so.12
    cp ends abi/ends
    patchelf --replace-needed libmpich.so.12 libmpi.so.12 abi/ends
    export LD_LIBRARY_PATH="$work/abi"
    ok "the program asks for libmpi.so.12 and finds it" sh -c \
        'ldd abi/ends | grep -q "libmpi.so.12 => .*/abi/libmpi.so.12" &&
         ! ldd abi/ends | grep libmpich.so'
    both abi 2 ./abi/ends finalize
    ok "libmpi.so.12: hpmagg prints JSON" json_of abi
    ok "libmpi.so.12: all counts are there" $ends_py abi.json $c $c
    unset LD_LIBRARY_PATH
else
    skip "programs of a library by the name libmpi.so.12 are counted" "no libmpich.so.12, or no patchelf"
fi

# ---- MPI that is loaded with RTLD_LOCAL, as by modules of Python
local_module

# ---- the launcher of another MPI: each process is a job of one rank
if command -v mpirun.openmpi >/dev/null; then
    other () {
        timeout 120 mpirun.openmpi --bind-to none -np 2 "$@" </dev/null
    }
    other "$work/ends" finalize >other.plain 2>/dev/null
    echo $? >other.plain-status
    # shellcheck disable=SC2086
    other "$hpmrun" $flags --summary=none --checkpoint="$work/checkpoint" \
        -o "$work/other.h5" "$work/ends" finalize >other.guest 2>other.stderr
    echo $? >other.guest-status
    undisturbed other "mpirun of Open MPI: "
    is "$(find . -name 'other*.h5' | wc -l)" 2 \
        "mpirun of Open MPI: each process is a job of one rank, with a file"
else
    skip "a launcher of another MPI" "there is no mpirun.openmpi"
fi

# The other way round, 5 processes leave marks of 40 bytes for each other; those of
# other tests may be there for a while.  (An empty folder of tmpfs has 40 bytes, too.)
marks () {
    find /dev/shm /tmp -maxdepth 1 -type f -name 'hpmmpi-*' -size -41c -size +39c \
        -newer stamp -user "$(id -u)" 2>/dev/null
}
touch stamp
sleep 0.1
# shellcheck disable=SC2086
launch 5 "$hpmrun" $flags --summary=none --checkpoint="$work/checkpoint" \
    -o "$work/wrong.h5" "$programs/ordinary" system >wrong 2>wrong.stderr </dev/null
is "$? $(sort -u wrong)" "0 system 7" "MPICH's mpirun starts programs of Open MPI"
for wait in 1 2 3 4 5 6; do
    [ -z "$(marks)" ] || sleep "$wait"
done
is "$(marks)" "" "MPICH's mpirun: programs of Open MPI leave no marks"
finish
