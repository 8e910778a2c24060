# SPDX-License-Identifier: BSD-3-Clause
"""Other tools that measure MPI programs by a preloaded library, where a user has
installed them: to be measured beside hpmmpi, by turns, in the same run.

They are looked for in the folders of BENCH_PEERS and of LD_LIBRARY_PATH, separated
by colons; an entry of BENCH_PEERS may also be NAME=LIBRARY, for any other tool.
"""
import os

# Library files, and the settings without which the tool does nothing.
KNOWN = {
    "mpitrace": (["libmpitrace.so"], {}),
    "IPM": (["libipm.so"], {"IPM_REPORT": "none"}),
    "mpiP": (["libmpiP.so"], {}),
    "TALP": (["libdlb_mpi.so", "libdlb_mpic.so"], {"DLB_ARGS": "--talp"}),
}


def environment_of(library, more):
    """What mpirun's ranks get: as assignments for env(1), since -x differs between
    launchers."""
    return ["env", f"LD_PRELOAD={library}",
            *(f"{name}={value}" for name, value in more.items())]


def find(environment=os.environ):
    """{name: words before the program} of the tools that are there."""
    entries = [e for variable in ("BENCH_PEERS", "LD_LIBRARY_PATH")
               for e in environment.get(variable, "").split(":") if e]
    peers = {}
    for entry in entries:
        if "=" in entry:
            name, library = entry.split("=", 1)
            peers[name] = environment_of(library,
                                         KNOWN.get(name, ([], {}))[1])
    for folder in (e for e in entries if "=" not in e):
        for name, (files, more) in KNOWN.items():
            for file in files:
                path = os.path.join(folder, file)
                if name not in peers and os.path.exists(path):
                    peers[name] = environment_of(path, more)
    return peers
