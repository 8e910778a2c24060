#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Beside other libraries in the same process: the program's output and exit
# status are those of the run without us, and its counts are there.  Writes the
# table of doc/neighbours.md, and compares it with the one there.
. "${srcdir:-.}/tests/guest/lib.sh"
. "$source_folder/tests/guest/stand_in.sh"

[ "$sanitizer" != thread ] ||
    skip_all "no program that was built without it bears libtsan"

sources=$source_folder/tests/guest/neighbours
table=$work/table
stub_flags="--backend=$stub -e stub::N1"
flags=$stub_flags
complete_table=1
export OPENBLAS_NUM_THREADS=1

# build PROGRAM COMMAND...: whether it could be built; $work/PROGRAM
build () {
    program=$1
    shift
    "$@" -o "$work/$program" >"$program.log" 2>&1
}

# absent WHAT WHY: this neighbour is not here
absent () {
    skip "$1" "$2"
    complete_table=
}

# row WHAT PARTICULARS
row () {
    printf '| %s | %s |\n' "$1" "$2" >>"$table"
}

# compared NAME RANKS COMMAND...: not at the same time, as they write files.  Without
# us programs have died of SIGSEGV in libgcc's unwinder, with all of their output
# written (twice in a day of tests, on a busy machine): such a run is nothing to compare
# with, and made again, up to twice.
compared () {
    for attempt in 1 2 3; do
        plain "$@"
        [ $attempt -lt 3 ] && [ "$(cat "$1.plain-status")" = 139 ] || break
        echo "TRIED AGAIN: $0 - without us, where it died of SIGSEGV: $1" >&2
    done
    guest "$@"
    undisturbed "$1"
}

# counted NAME: every rank's main thread counted what the stub counts
all_counted () {
    ok "$1: hpmagg prints JSON" sh -c \
        "'$hpmagg' --format=json --per=rank '$1.h5' >'$1.json'"
    ok "$1: all counts are there" $known value "$1.json" \
        'len (data["rank"]) == 2 and all (row["counts"]["stub::N1"]
        == 1000 + row["rank"] for row in data["rank"])'
}

# beside WHAT NAME COMMAND...: not disturbed, and counted
beside () {
    what=$1
    name=$2
    shift
    shift
    compared "$name" 2 "$@"
    all_counted "$name"
    row "$what" counted
}

build ring mpicc "$sources/ring.c" || bail_out "no MPI program can be built"

# ---- HDF5
for kind in serial openmpi; do
    # shellcheck disable=SC2046
    if build hdf5-$kind mpicc "$sources/hdf5.c" \
        $(pkg-config --cflags --libs hdf5-$kind 2>/dev/null); then
        beside "HDF5, Debian's $kind build" hdf5-$kind ./hdf5-$kind numbers.h5
    else
        absent "HDF5 $kind" "it is not installed"
    fi
done

stand_in H5 "$hpmagg" >h5_other.c
is "$([ "$(grep -c '^int H5' h5_other.c)" -gt 20 ] && echo many)" many \
    "hpmagg's functions of HDF5 are known"
if build h5-inside mpicc -D_GNU_SOURCE -rdynamic "$sources/ring.c" h5_other.c &&
    build libh5other.so "$CC" -D_GNU_SOURCE -shared -fPIC h5_other.c &&
    build h5-beside mpicc "$sources/ring.c" -Wl,--no-as-needed -L. -lh5other \
        -Wl,-rpath,"$work"; then
    beside "HDF5 of another version, unversioned, in a library" h5-beside \
        ./h5-beside
    beside "HDF5 of another version, unversioned, in the program" h5-inside \
        ./h5-inside
else
    absent "another HDF5" "it can't be built"
fi

# ---- PAPI
papi=${library%/*}/hpmmpi/papi.so
stand_in PAPI_ "$papi" >papi_other.c
if [ -e "$papi" ] &&
    build papi-inside mpicc -D_GNU_SOURCE -rdynamic "$sources/ring.c" \
        papi_other.c; then
    flags="-e sde:::none::NONE,os::WALL_TIME"
    compared papi-inside 2 ./papi-inside
    ok "papi-inside: hpmagg prints JSON" json papi-inside.h5 --per=rank
    ok "papi-inside: the system's counts are there, PAPI's are not" $known \
        value papi-inside.h5.json 'all (row["counts"]["os::WALL_TIME"]
        and row["counts"]["sde:::none::NONE"] is None for row in data["rank"])'
    row "PAPI of another version, unversioned, in the program" \
        "what the system counts; PAPI's events are not counted, and why is said"
else
    absent "another PAPI" "there is no PAPI backend"
fi
if build own-papi mpicc "$sources/own_papi.c" -lpapi -lsde; then
    flags="-e sde:::own::WORK"
    compared own-papi 2 ./own-papi
    is "$(cat own-papi.guest)" "1 107 11107" "own-papi: its values are its own"
    ok "own-papi: hpmagg prints JSON" json own-papi.h5 --per=rank
    ok "own-papi: ours say why there are none" $known value own-papi.h5.json \
        'all (row["counts"]["sde:::own::WORK"] is None
        and row["counts"]["os::WALL_TIME"] for row in data["rank"])
        and [e["reason"] for e in data["events"]
             if e["name"] == "sde:::own::WORK"][0]'
    row "an event set of PAPI of the program's own" "its values are its own; \
events that PAPI has to count for us are not counted, and why is said"
else
    absent "a program with PAPI" "PAPI or libsde is not installed"
fi
flags=$stub_flags

# ---- other tools of MPI
build tool.so mpicc -shared -fPIC "$sources/tool.c" || bail_out "no tool"
calls=${library%/*}/libhpmmpi-calls.so
plain ring 2 ./ring
cat >expected <<'END'
tool: rank 0: 1 MPI_Init, 10 MPI_Sendrecv, 1 MPI_Allreduce, 1 MPI_Barrier, 0 others
tool: rank 1: 1 MPI_Init, 10 MPI_Sendrecv, 1 MPI_Allreduce, 1 MPI_Barrier, 0 others
END
for mode in off time split; do
    ours=$library
    [ $mode = off ] || ours=$calls:$library
    for order in before after; do
        name=tool-$order-$mode
        preload=$work/tool.so:$ours
        [ $order = before ] || preload=$ours:$work/tool.so
        launch 2 env LD_PRELOAD="$preload" HPM_MPI=$mode HPM_SUMMARY=none \
            HPM_BACKEND="$stub" HPM_EVENTS=stub::N1 HPM_CHECKPOINT="$work/checkpoint" \
            HPM_OUTPUT="$work/$name.h5" ./ring >$name.guest 2>$name.stderr \
            </dev/null
        echo $? >$name.guest-status
        cp ring.plain $name.plain
        cp ring.plain-status $name.plain-status
        undisturbed $name
        ok "$name: the tool sees the program's calls and no others" sh -c \
            "grep '^tool:' $name.stderr | sort | diff expected -"
        all_counted $name
        [ $mode = off ] || ok "$name: the calls are counted" $known value \
            $name.json 'data["run"]["options"].find ("HPM_MPI") >= 0'
    done
done
for order in before after; do
    row "another PMPI tool, preloaded $order ours" \
        "counted, with each --mpi; the tool sees the program's calls alone"
done

# ---- ways to link and load

# unseen NAME: each process has a file, and it is said once why.
unseen () {
    is "$(ls "$1".*h5)" "$(printf '%s\n' "$1.0.h5" "$1.1.h5")" \
        "$1: each process has a file of its own"
    is "$(grep -c 'hpmmpi: MPI ran and was not seen' "$1.stderr")" 1 \
        "$1: that MPI was not seen is told once"
}

if build libring.so mpicc -shared -fPIC -DRING_ONLY -Wl,-Bsymbolic \
    "$sources/ring.c" && build load "$CC" "$sources/load.c" -ldl &&
    build ring-bsymbolic mpicc -Wl,-Bsymbolic "$sources/ring.c"; then
    beside "a program linked with -Bsymbolic" bsymbolic ./ring-bsymbolic
    beside "a library linked with -Bsymbolic, loaded with RTLD_LOCAL" local \
        ./load ./libring.so
    beside "MPI_Init taken out of the library with dlsym" direct \
        ./load --direct libmpi.so.40
    if [ "$sanitizer" = address ]; then
        absent "RTLD_DEEPBIND" "AddressSanitizer refuses it"
    else
        compared deep 2 ./load --deep ./libring.so
        unseen deep
        row "a library loaded with RTLD_DEEPBIND" \
            "seen by nobody: each process by itself, which is told"
    fi
else
    absent "ways to link" "they can't be built"
fi

# ---- functions taken out of the library with dlsym

# calls_are NAME FUNCTION CALLS...: just these of all that were called
calls_are () {
    name=$1
    shift
    ok "$name: the calls are those that were made" $known value \
        "$name.json" "{f['function']: f['calls'] for f in data['mpi']} \
        == dict (zip (\"$*\".split ()[::2], map (int, \"$*\".split ()[1::2])))"
}

# by_hand NAME PRELOAD: ./handles with these libraries
by_hand () {
    launch 2 env LD_PRELOAD="$2" HPM_SUMMARY=none HPM_BACKEND="$stub" \
        HPM_EVENTS=stub::N1 HPM_CHECKPOINT="$work/checkpoint" \
        HPM_OUTPUT="$work/$1.h5" ./handles local libmpi.so.40 >"$1.guest" \
        2>"$1.stderr" </dev/null
    echo $? >"$1.guest-status"
    cp handles-local.plain "$1.plain"
    cp handles-local.plain-status "$1.plain-status"
    undisturbed "$1"
}

handles_calls="MPI_Barrier 2 MPI_Comm_rank 2 MPI_Sendrecv 400"
if build handles.o mpicc -std=gnu11 -D_GNU_SOURCE -c "$sources/handles.c" &&
    build handles "$CC" handles.o -ldl -lpthread &&
    build asker.so "$CC" -D_GNU_SOURCE -shared -fPIC "$sources/asker.c"; then
    for how in local global deep; do
        if [ $how = deep ] && [ "$sanitizer" = address ]; then
            absent "functions out of a deep library" "AddressSanitizer refuses it"
            continue
        fi
        compared handles-$how 2 ./handles $how libmpi.so.40
        is "$(tail -n 1 handles-$how.guest)" "done, both" \
            "handles-$how: two threads of each rank call MPI"
        ok "handles-$how: there is one job" "$hpmagg" --format=json \
            handles-$how.h5
        json handles-$how.h5 --per=rank && mv handles-$how.h5.json handles-$how.json
        # shellcheck disable=SC2086
        calls_are handles-$how $handles_calls
    done
    row "all functions taken out of the library with dlsym, loaded with \
RTLD_LOCAL, RTLD_GLOBAL or RTLD_DEEPBIND" counted
    by_hand handles-before "$work/tool.so:$calls:$library"
    is "$(cat handles-before.stderr)" "" "handles-before: nor is the tool led to them"
    json handles-before.h5 --per=rank && mv handles-before.h5.json handles-before.json
    # shellcheck disable=SC2086
    calls_are handles-before $handles_calls
    by_hand handles-after "$calls:$library:$work/tool.so"
    is "$(cat handles-after.stderr)" "" \
        "handles-after: the tool is not led to calls that go around it"
    ok "handles-after: and neither are we" test ! -e handles-after.h5
    row "the same beside a PMPI tool preloaded after ours" \
        "not counted: these calls go around the tool, and around us"
    # A sanitizer's run time asks dlsym for what is behind itself.
    if [ -z "$sanitizer" ]; then
        by_hand asker-after "$calls:$library:$work/asker.so"
        json asker-after.h5 --per=rank && mv asker-after.h5.json asker-after.json
        # shellcheck disable=SC2086
        calls_are asker-after $handles_calls
        by_hand asker-before "$work/asker.so:$calls:$library"
        for order in before after; do
            is "$(grep -c 'asker: was asked' asker-$order.stderr)" 2 \
                "asker-$order: the other library is asked"
        done
        row "another library that has a dlsym, before ours" \
            "undisturbed; calls of functions found by dlsym are not seen"
        row "another library that has a dlsym, after ours" counted
    else
        absent "another library that has a dlsym" "no sanitizer bears it"
    fi
else
    absent "functions out of a library" "the program can't be built"
fi

# ---- Python
cat >direct.py <<'END'
import ctypes
mpi = ctypes.CDLL("libmpi.so.40")
world = ctypes.addressof(ctypes.c_char.in_dll(mpi, "ompi_mpi_comm_world"))
mpi.MPI_Init(None, None)
rank = ctypes.c_int()
mpi.MPI_Comm_rank(ctypes.c_void_p(world), ctypes.byref(rank))
for _ in range(7):
    mpi.MPI_Barrier(ctypes.c_void_p(world))
if rank.value == 0:
    print("directly", flush=True)
mpi.MPI_Finalize()
END
beside "ctypes of Python" ctypes python3 direct.py
calls_are ctypes MPI_Barrier 14 MPI_Comm_rank 2
cat >parallel_h5.py <<'END'
from mpi4py import MPI
import h5py
world = MPI.COMM_WORLD
with h5py.File("python.h5", "w", driver="mpio", comm=world) as file:
    numbers = file.create_dataset("numbers", (world.size,), dtype="i4")
    numbers[world.rank] = world.rank + 1
    world.Barrier()
    total = sum(numbers[:])
if world.rank == 0:
    print(total, flush=True)
END
cat >reduce.py <<'END'
from mpi4py import MPI
total = MPI.COMM_WORLD.allreduce(1)
if MPI.COMM_WORLD.rank == 0:
    print(total, flush=True)
END
if /usr/bin/python3 -c 'import mpi4py' 2>/dev/null; then
    beside "mpi4py (MPI loaded with RTLD_LOCAL)" mpi4py \
        /usr/bin/python3 reduce.py
else
    absent mpi4py "it is not installed"
fi
if /usr/bin/python3 -c 'import mpi4py, h5py._debian_h5py_mpi' 2>/dev/null; then
    beside "h5py with parallel HDF5" h5py /usr/bin/python3 parallel_h5.py
else
    absent "h5py with parallel HDF5" "it is not installed"
fi

# ---- AddressSanitizer: what hpmrun sets, not what the tests set
if [ -z "$sanitizer" ] && build asan mpicc -g -fsanitize=address \
    "$sources/ring.c"; then
    saved=$ASAN_OPTIONS
    export ASAN_OPTIONS=detect_leaks=0
    beside "a program built with AddressSanitizer" asan ./asan
    export ASAN_OPTIONS="$saved"
else
    absent AddressSanitizer "no program can be built with it, or ours are"
fi

# ---- another MPI: what is told of one that nobody knows, tests/scope/process.sh
if command -v mpicc.mpich >/dev/null && command -v mpiexec.hydra >/dev/null &&
    build mpich mpicc.mpich "$sources/ring.c"; then
    for mode in off split; do
        mpiexec.hydra -n 2 ./mpich >mpich.plain 2>/dev/null </dev/null
        echo $? >mpich.plain-status
        mpiexec.hydra -n 2 env HPM_MPI=$mode "$hpmrun" -f -o mpich.h5 \
            --checkpoint="$work/checkpoint" ./mpich \
            >mpich.guest 2>mpich.stderr </dev/null
        echo $? >mpich.guest-status
        undisturbed mpich "$mode: "
        is "$(grep '^hpmmpi: not' mpich.stderr)" "" "mpich, $mode: nothing is told" ||
            sed 's/^/#   /' mpich.stderr
        ok "mpich, $mode: hpmagg prints JSON" sh -c \
            "'$hpmagg' --format=json mpich.h5 >mpich.json"
        ok "mpich, $mode: all ranks are in the file" $known value mpich.json \
            'run["status"] == "complete" and run["ranks"] == 2'
        rm -f mpich.h5
    done
    row "a program built for MPICH" "counted"
else
    absent MPICH "it is not installed"
fi

# ---- more rights than LD_PRELOAD has: no program of MPI, which refuses it itself
other=$(id -u nobody 2>/dev/null)
if cp "$(command -v id)" setuid && chown "$other" setuid 2>/dev/null &&
    chmod 4755 setuid; then
    ./setuid -u >setuid.plain
    "$hpmrun" --checkpoint="$work/checkpoint" --summary=none -o setuid.h5 ./setuid -u \
        >setuid.guest 2>setuid.stderr
    is "$?" 0 "setuid: the program ends well"
    is "$(cat setuid.guest)" "$other" "setuid: it has its rights"
    is "$(cat setuid.guest)" "$(cat setuid.plain)" "setuid: as it has alone"
    ok "setuid: it is counted from outside" sh -c "'$hpmagg' setuid.h5 |
        grep -q 'from outside'"
    row "a setuid or setgid program" \
        "counted from outside: the system's counters, and no hardware event"
else
    absent "a setuid program" "it takes root to make one"
fi

ok "nothing of the snapshots remains" left_nothing
if [ -n "$complete_table" ]; then
    awk '/^\| ---/ { inside = 1; next } inside && !/^\|/ { exit } inside' \
        "$source_folder/doc/neighbours.md" >documented
    ok "doc/neighbours.md has this table" diff documented "$table"
else
    skip "doc/neighbours.md has this table" "not all neighbours are here"
fi
finish
