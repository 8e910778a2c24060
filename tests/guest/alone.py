# SPDX-License-Identifier: BSD-3-Clause
"""Endings of a program without MPI, beside the same without us.

    alone.py PROGRAM HPMRUN HPMAGG DOCUMENT [1]

How it ended (the signal, not what a shell makes of it), its standard output and
standard error are the same, but for lines of ours where there is something to
say; and what was counted is where KINDS says.  Prints TAP.  The third table of
the document is the one that this makes; with 1 it is written there.
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys

RESULT, SNAPSHOTS, STREAM, NOWHERE = ("result file", "snapshots",
                                      "record stream", "nowhere")

# How it ends: where its counts are, and how the rank stands there.
KINDS = {
    "atexit": (RESULT, "complete"),
    "pthread_exit": (RESULT, "complete"),
    "pthread_exit-both": (RESULT, "complete"),
    "SYS_exit": (RESULT, "complete"),
    "SYS_exit-both": (RESULT, "complete"),
    "SYS_exit-unseen": (RESULT, "complete"),
    "daemon": (RESULT, "complete"),
    "setsid": (RESULT, "complete"),
    "child": (RESULT, "complete"),
    "PDEATHSIG": (RESULT, "complete"),
    "altstack": (RESULT, "complete"),
    "altstack-_exit": (RESULT, "complete"),
    "small-stack": (RESULT, "complete"),
    "in-malloc": (RESULT, "complete"),
    "in-malloc-thread": (RESULT, "complete"),
    "cancelled": (RESULT, "complete"),
    "exit-all": (RESULT, "complete"),
    "quick_exit-all": (RESULT, "complete"),
    "_exit-all": (RESULT, "complete"),
    "exit-_exit": (RESULT, "complete"),
    "seccomp": (RESULT, "complete"),
    "seccomp-call": (RESULT, "complete"),
    "seccomp-unseen": (RESULT, "complete"),
    "seccomp-_exit": (SNAPSHOTS, "partial"),
    "seccomp-all": (SNAPSHOTS, "partial"),
    "AS": (STREAM, "complete"),
    "AS-SIGSEGV": (SNAPSHOTS, "partial"),
    "NOFILE": (RESULT, "complete"),
    "FSIZE": (SNAPSHOTS, "complete"),
    "CPU": (SNAPSHOTS, "partial"),
    "NPROC": (RESULT, "complete"),
    "environ-stack": (RESULT, "complete"),
    "environ-wild": (RESULT, "complete"),
    "chroot": (SNAPSHOTS, "complete"),
    "setuid": (RESULT, "complete"),
    "chroot-setuid": (SNAPSHOTS, "partial"),
}
SIGNALS = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT",
           "SIGBUS", "SIGFPE", "SIGKILL", "SIGUSR1", "SIGSEGV", "SIGUSR2",
           "SIGPIPE", "SIGALRM", "SIGTERM", "SIGSTKFLT", "SIGXCPU", "SIGXFSZ",
           "SIGVTALRM", "SIGPROF", "SIGPOLL", "SIGPWR", "SIGSYS", "40"]
KINDS.update({name: (SNAPSHOTS, "partial") for name in SIGNALS})
CONFINED = {"seccomp", "seccomp-call", "seccomp-unseen", "seccomp-_exit",
            "seccomp-all"}
PRIVILEGED = {"chroot", "setuid", "chroot-setuid"}
# The library says something, as the counts are not where they were wanted.
TOLD = {"seccomp-all", "AS", "FSIZE", "chroot", "setuid", "chroot-setuid"}
# A sanitizer's run time needs memory, stacks, threads and files of its own.
NOT_SANITIZED = {"altstack", "altstack-_exit", "small-stack", "AS",
                 "AS-SIGSEGV", "NPROC", "pthread_exit-both", "NOFILE",
                 "environ-stack", "environ-wild", "SYS_exit", "SYS_exit-both",
                 "SYS_exit-unseen", "in-malloc", "in-malloc-thread",
                 "cancelled"} | CONFINED | PRIVILEGED
SKIPPED = 77


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def ok(self, holds, claim, told=""):
        self.count += 1
        print(f"{'' if holds else 'not '}ok {self.count} - {claim}")
        for line in [] if holds else str(told).splitlines()[:20]:
            print(f"#   {line}")
        self.failed += not holds

    def skip(self, claim, why):
        self.count += 1
        print(f"ok {self.count} - {claim} # SKIP {why}")


def run(command, **more):
    return subprocess.run(command, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=300, **more)


def ours(text):
    return [line for line in text.splitlines()
            if line.startswith("hpmmpi:")]


def theirs(text):
    return [line for line in text.splitlines() if line not in ours(text)]


def rank_of(hpmagg, path):
    """The one rank of a file, and what is wrong with it."""
    made = run([hpmagg, "--format=json", "--per=thread", path])
    if made.returncode:
        return None, made.stderr
    data = json.loads(made.stdout)
    main = [row for row in data["thread"] if row["role"] == "main"]
    if not main or main[0]["counts"]["os::MINOR_FAULTS"] is None:
        return None, made.stdout
    ranks = json.loads(run([hpmagg, "--format=json", "--per=rank",
                            path]).stdout)["rank"]
    return ranks[0]["status"], ""


def find(hpmagg, result, snapshots, told):
    """Where the counts are, how the rank stands, and what was told."""
    other = re.search(r"wrote (\S+) instead", told)
    stream = re.search(r"--recover (\S+stream\S+)", told)
    folders = os.listdir(snapshots)
    if other:
        shutil.move(other[1], result)
    if os.path.exists(result):
        return (RESULT, *rank_of(hpmagg, result))
    if not stream and not folders:
        return NOWHERE, "-", ""
    source = stream[1] if stream else f"{snapshots}/{folders[0]}"
    made = run([hpmagg, "--recover", source, "-o", result, "--summary=none"])
    if made.returncode:
        return NOWHERE, "-", made.stderr
    return (STREAM if stream else SNAPSHOTS, *rank_of(hpmagg, result))


def ended(status):
    return str(status) if status >= 0 else signal.Signals(-status).name \
        if -status < signal.SIGRTMIN else f"signal {-status}"


def check(tap, kind, program, hpmrun, hpmagg):
    """Returns the row of the table, or None where it cannot be tried."""
    wanted = KINDS[kind]
    plain = run([program, kind])
    if kind in CONFINED | PRIVILEGED and plain.returncode == SKIPPED:
        tap.skip(kind, "it takes more rights")
        return None
    snapshots, result = f"{kind}.snapshots", os.path.abspath(f"{kind}.h5")
    os.mkdir(snapshots)
    os.chmod(snapshots, 0o777)
    guest = run([hpmrun, "--backend=none", "--summary=none", "--snapshot=0.1",
                 f"--checkpoint={os.path.abspath(snapshots)}", "-o", result,
                 program, kind])
    tap.ok(guest.returncode == plain.returncode,
           f"{kind}: it ends by the same status or signal",
           f"{guest.returncode}, not {plain.returncode}\n{guest.stderr}")
    tap.ok(guest.stdout == plain.stdout,
           f"{kind}: its standard output is the same",
           guest.stdout + plain.stdout)
    tap.ok(theirs(guest.stderr) == theirs(plain.stderr),
           f"{kind}: its standard error is the same, but for ours",
           guest.stderr)
    place, state, told = find(hpmagg, result, snapshots, guest.stderr)
    tap.ok((place, state) == wanted,
           f"{kind}: its counts are where they should be",
           f"{place}, {state}\n{told}{guest.stderr}")
    tap.ok(bool(ours(guest.stderr)) == (kind in TOLD),
           f"{kind}: there is something to say, or not", guest.stderr)
    left = os.listdir(snapshots) if place != SNAPSHOTS else []
    tap.ok(not left, f"{kind}: nothing of the snapshots remains", left)
    shutil.rmtree(snapshots)
    return f"| {kind} | {ended(plain.returncode)} | {place} | {state} |\n"


def compare(tap, document, rows, writes):
    """The third table of the document."""
    with open(document) as file:
        lines = file.readlines()
    first = [i for i, line in enumerate(lines)
             if line.startswith("| ---")][2] + 1
    last = first
    while lines[last].startswith("|"):
        last += 1
    tap.ok(lines[first:last] == rows, f"{os.path.basename(document)} has this "
           "table", "".join(rows))
    if writes:
        with open(document, "w") as file:
            file.writelines(lines[:first] + rows + lines[last:])


def main(program, hpmrun, hpmagg, document, writes=""):
    tap = Tap()
    rows = []
    sanitized = os.environ.get("GUEST_SANITIZER")
    for kind in KINDS:
        if sanitized and kind in NOT_SANITIZED:
            tap.skip(kind, "a sanitizer needs what this takes away")
            rows.append(None)
        else:
            rows.append(check(tap, kind, program, hpmrun, hpmagg))
    if None in rows:
        tap.skip("the table", "not all endings could be tried")
    else:
        compare(tap, document, rows, writes)
    print(f"1..{tap.count}")
    return tap.failed > 0


sys.exit(main(*sys.argv[1:]))
