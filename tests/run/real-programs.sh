#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs that nobody here wrote: they run as ever and are counted.
. "${srcdir:-.}/tests/run/lib.sh"

# With the networks and devices that their users' MPI finds.
unset OMPI_MCA_pml HWLOC_COMPONENTS
export OMP_NUM_THREADS=1
[ -z "$sanitizer" ] ||
    skip_all "programs of others are not built with a sanitizer"

# compare NAME FILTER COMMAND...: plain and counted on two ranks; what the sed
# FILTER leaves of stdout must be the same.
compare () {
    name=$1 filter=$2
    shift 2
    launch 2 "$@" >plain.out 2>plain.err </dev/null
    plain=$?
    ok "$name: the run ends well" counted 2 "$name.h5" "$@"
    is $plain 0 "$name: and so it does alone"
    sed -n "$filter" plain.out >plain.part
    sed -n "$filter" stdout >counted.part
    ok "$name: there is something to compare" test -s plain.part
    ok "$name: its results are the same" cmp plain.part counted.part
    ok "$name: hpmagg prints JSON" json "$name.h5" --per=rank
    ok "$name: two ranks, time on each" $known value "$name.h5.json" \
        'run["ranks"] == 2 and run["status"] == "complete" and
        all (count_of (r, "os::WALL_TIME") > 0 for r in rows ("rank"))'
}

# there COMMAND NAME: or skip it.
there () {
    command -v "$1" >/dev/null && return
    skip "$2" "$1 is not installed"
    return 1
}

lammps () {
    cat >melt.lmp <<'END'
units lj
lattice fcc 0.8442
region box block 0 6 0 6 0 6
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 3.0 87287
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0
fix 1 all nve
thermo 10
run 20
END
    compare lmp '/^Step/,/^Loop/{/^Loop/!p;}' lmp -in melt.lmp -log none
}

# Hydrogen's pseudopotential is made on the spot, then H2 is solved.
espresso () {
    cat >atom.in <<'END'
 &input
   title='H', prefix='H', zed=1.0, rel=0, config='1s1', iswitch=3, dft='LDA'
 /
 &inputp
   pseudotype=1, tm=.true., lloc=0, file_pseudopw='H.UPF', author='test'
 /
1
1S  1  0  1.00  0.00  0.80  0.80
END
    cat >h2.in <<'END'
 &control
   calculation='scf', outdir='./out', pseudo_dir='.', prefix='h2'
 /
 &system
   ibrav=1, celldm(1)=10.0, nat=2, ntyp=1, ecutwfc=20.0
 /
 &electrons
 /
ATOMIC_SPECIES
 H 1.008 H.UPF
ATOMIC_POSITIONS bohr
 H 0.0 0.0 0.0
 H 1.4 0.0 0.0
K_POINTS gamma
END
    if ld1.x <atom.in >atom.out 2>&1 && [ -s H.UPF ]; then
        compare pw.x '/total energy  /p' pw.x -in h2.in
    else
        skip pw.x "ld1.x could not make a pseudopotential"
    fi
}

hpcc_program () {
    cat >hpccinf.txt <<'END'
one problem, as small as it gets
(the program reads the first word of each line)
hpcc.out
8 device: a file
1 size
64
1 block
16
0 mapping
1 grid
1
2
16.0
1 factorisation
2
1 stop
4
1 panels
2
1 recursive
1
1 broadcast
1
1 depth
1
2 swap
64
0 L1
0 U
1 equilibrate
8
separator
0 sizes
100
0 blocks
16
END
    ok "hpcc: the run ends well" counted 2 hpcc.h5 hpcc
    ok "hpcc: its own checks pass" grep -q "^Success=1" hpccoutf.txt
    ok "hpcc: hpmagg prints JSON" json hpcc.h5
    ok "hpcc: two ranks" $known value hpcc.h5.json \
        'run["ranks"] == 2 and run["status"] == "complete"'
}

python_script () {
    cat >script.py <<'END'
from mpi4py import MPI

comm = MPI.COMM_WORLD
total = comm.allreduce(comm.rank + 1)
if comm.rank == 0:
    print("total", total, "of", comm.size)
END
    compare mpi4py p /usr/bin/python3 script.py
}

if there lmp "LAMMPS"; then lammps; fi
if there pw.x "Quantum ESPRESSO" && there ld1.x "Quantum ESPRESSO"; then
    espresso
fi
if there hpcc "hpcc"; then hpcc_program; fi
if /usr/bin/python3 -c 'import mpi4py' 2>/dev/null; then
    python_script
else
    skip "mpi4py" "python3-mpi4py is not installed"
fi
finish
