# SPDX-License-Identifier: BSD-3-Clause
"""Runs with hpmmpi beside runs without, at random, for as long as is asked for.

    soak.py SECONDS SEED CHURN ENDS ALONE HPMRUN HPMAGG STUB

Several at a time: endings of programs with MPI and without, random options,
random signals while threads come and go; and one program all the time, whose
memory must not grow.  Each must end as it does without us, print the same, and
have its counts; nothing may be left of the snapshots, and no process.  Prints
what failed, with what repeats it, and "N passed, N failed".
"""
import ctypes
import json
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

SECONDS, SEED = float(sys.argv[1]), int(sys.argv[2])
CHURN, ENDS, ALONE, HPMRUN, HPMAGG, STUB = sys.argv[3:9]
WORKERS = 3
RANKS = 2
LIMIT = 300  # seconds that one run may take
GROWTH_KB = 2048

# What ends them, and whether there is a result file then.
MPI_ENDINGS = {"finalize": True, "fork": True, "exec": True, "system": True,
               "use-up": True, "chdir": True, "_exit": False, "return": False,
               "MPI_Abort": False, "SIGSEGV": False, "SIGKILL-all": False}
ALONE_ENDINGS = {"atexit": True, "pthread_exit": True, "setsid": True,
                 "pthread_exit-both": True, "daemon": True, "child": True,
                 "NOFILE": True, "environ-stack": True, "SIGTERM": False,
                 "SIGABRT": False, "SIGKILL": False, "SIGINT": False}
OPTIONS = [["--snapshot=0.05"], ["--snapshot=0.3"], ["--snapshot=0"],
           ["--mpi=split"], ["--mpi=off"], ["--scope=process"],
           ["--backend=none"], ["--verbose"], ["--buffer=1"],
           ["--with-measurement-error"], ["--follow-children"],
           [f"--backend={STUB}", "-e", "stub::N1,stub::N2"]]
SIGNALS = [signal.SIGUSR1, signal.SIGUSR2, signal.SIGCONT, signal.SIGWINCH,
           signal.SIGSTOP]

PR_SET_CHILD_SUBREAPER = 36
lock = threading.Lock()
natives = {}
passed = failed = 0


def check(holds, claim, told=""):
    global passed, failed
    with lock:
        passed += bool(holds)
        failed += not holds
        if not holds:
            print(f"not ok - {claim}")
            for line in str(told).splitlines()[:20]:
                print(f"#   {line}")
            sys.stdout.flush()


def mpirun(command):
    return ["mpirun", "--bind-to", "none", "-np", str(RANKS), *command]


def run(command, folder, while_it_runs=None):
    """Its status, or what a shell would make of none, its output, its error."""
    with subprocess.Popen(command, cwd=folder, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        if while_it_runs:
            while_it_runs(process)
        try:
            out, error = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            out, error = process.communicate()
            return "a hang", out, error
        return process.returncode, out, error


def native(command, folder):
    """As it ends without us: run once."""
    key = " ".join(command)
    if key not in natives:
        natives[key] = run(command, folder)[:2]
    return natives[key]


def descendants(pid):
    """Processes below this one, with their state and name."""
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as file:
                for child in file.read().split():
                    with open(f"/proc/{child}/stat") as stat:
                        text = stat.read()
                    name = text[text.index("(") + 1:text.rindex(")")]
                    state = text[text.rindex(")") + 2]
                    found += [(int(child), state, name), *descendants(child)]
    except OSError:
        pass  # it has ended
    return found


def calls_of(path):
    made = subprocess.run([HPMAGG, "--format=json", path], text=True,
                          capture_output=True)
    return made.returncode, made.stdout


class Run:
    """One command, without us and with us."""

    def __init__(self, number, dice, options):
        self.options = options
        self.dice = dice
        self.folder = tempfile.mkdtemp(prefix=f"run{number}-")
        self.shm = tempfile.mkdtemp(prefix="hpmmpi-soak-", dir="/dev/shm")
        self.result = os.path.join(self.folder, "x.h5")

    def compare(self, command, ours, **more):
        self.told = f"{' '.join(self.options)}: {' '.join(command)}"
        wanted = native(command, self.folder)
        status, out, error = run(ours, self.folder, **more)
        self.error = error
        check((status, out) == wanted, f"it ends and prints the same: "
              f"{self.told}", f"{(status, out)}, not {wanted}\n{error}")

    def wrap(self, command):
        return [HPMRUN, "--summary=none", f"--checkpoint={self.shm}",
                "-o", self.result, *self.options, *command]

    def there_is_a_result(self):
        code, text = calls_of(self.result)
        check(code == 0, f"there is a result: {self.told}", self.error)
        left = os.listdir(self.shm)
        check(not left, f"nothing of the snapshots remains: {self.told}", left)
        return json.loads(text) if code == 0 else None

    def is_recovered(self):
        folders = os.listdir(self.shm)
        steps = [o for o in self.options if o.startswith("--snapshot=")]
        if steps and steps[-1] == "--snapshot=0":
            check(not folders, f"there are no snapshots: {self.told}", folders)
            return
        made = subprocess.run([HPMAGG, "--recover", self.shm, "-o",
                               self.result, "--summary=none"], text=True,
                              capture_output=True)
        check(made.returncode == 0, f"it is recovered: {self.told}",
              made.stderr + self.error)

    def release(self):
        shutil.rmtree(self.folder)
        shutil.rmtree(self.shm)


def end_mpi(one):
    kind = one.dice.choice(list(MPI_ENDINGS))
    command = [ENDS, kind]
    one.compare(mpirun(command), mpirun(one.wrap(command)))
    one.there_is_a_result() if MPI_ENDINGS[kind] else one.is_recovered()


def end_alone(one):
    kind = one.dice.choice(list(ALONE_ENDINGS))
    command = [ALONE, kind]
    one.compare(command, one.wrap(command))
    one.there_is_a_result() if ALONE_ENDINGS[kind] else one.is_recovered()


def takes_signals(pid):
    """It is the program, and no child of mpirun that is to become it."""
    if os.path.basename(os.readlink(f"/proc/{pid}/exe")) != "churn":
        return False
    with open(f"/proc/{pid}/status") as file:
        taken = int(re.search(r"SigCgt:\s+(\w+)", file.read())[1], 16)
    return all(taken >> number - 1 & 1
               for number in (signal.SIGUSR1, signal.SIGUSR2))


def send_signals(dice, process):
    """To mpirun's own children: what these start is another program soon."""
    for _ in range(dice.randrange(8)):
        time.sleep(dice.random() / 4)
        try:
            with open(f"/proc/{process.pid}/task/{process.pid}/children") as f:
                ranks = [int(pid) for pid in f.read().split()]
            for pid in filter(takes_signals, ranks):
                os.kill(pid, dice.choice(SIGNALS))
                os.kill(pid, signal.SIGCONT)
        except OSError:
            pass  # it has ended


def churn(one):
    rounds = one.dice.randrange(5, 400)
    command = [CHURN, "rounds", str(rounds)]
    one.compare(mpirun(command), mpirun(one.wrap(command)),
                while_it_runs=lambda p: send_signals(one.dice, p))
    check(natives[" ".join(mpirun(command))][0] == 0,
          f"it ends well without us: {one.told}")
    data = one.there_is_a_result()
    if not data or "--mpi=off" in one.options:
        return
    calls = {f["function"]: f["calls"] for f in data["mpi"]}
    check(calls.get("MPI_Sendrecv") == RANKS * rounds * 15
          and calls.get("MPI_Allreduce") == RANKS * rounds,
          f"all calls are there: {one.told}", calls)


def work(worker, end):
    number = 0
    while time.time() < end:
        number += 1
        dice = random.Random(f"{SEED}/{worker}/{number}")
        options = sum(dice.sample(OPTIONS, dice.randrange(3)), [])
        one = Run(f"{worker}-{number}", dice, options)
        try:
            dice.choice([end_mpi, end_alone, churn, churn])(one)
        finally:
            one.release()


# ---- one program all the time

def resident(pid):
    with open(f"/proc/{pid}/status") as file:
        found = re.search(r"VmRSS:\s+(\d+)", file.read())
    return int(found[1]) if found else 0


def watch(process, sizes):
    """The memory of each rank, and that no child of theirs is a zombie."""
    time.sleep(5)
    while process.poll() is None:
        below = descendants(process.pid)
        for pid, state, name in below:
            if name == os.path.basename(CHURN)[:15] and state != "Z":
                try:
                    sizes.setdefault(pid, []).append(resident(pid))
                    zombies = [c for c in descendants(pid) if c[1] == "Z"]
                    check(not zombies, "a rank has no dead child", zombies)
                except OSError:
                    pass
        time.sleep(1)


def last(seconds):
    folder = tempfile.mkdtemp(prefix="long-")
    shm = tempfile.mkdtemp(prefix="hpmmpi-soak-", dir="/dev/shm")
    result = os.path.join(folder, "x.h5")
    sizes = {}
    status, _, error = run(
        mpirun([HPMRUN, "--summary=none", f"--checkpoint={shm}",
                "--snapshot=0.05", "-o", result, CHURN, "seconds",
                str(max(seconds - 10, 1))]), folder,
        while_it_runs=lambda p: watch(p, sizes))
    check(status == 0, "the long run ends well", error)
    check(calls_of(result)[0] == 0, "the long run has a result", error)
    check(not os.listdir(shm), "nothing of its snapshots remains",
          os.listdir(shm))
    check(sizes or seconds < 20, "its memory was looked at")
    for pid, seen in sizes.items():
        third = len(seen) // 3
        if third < 2:
            continue
        before = statistics.median(seen[third:2 * third])
        after = statistics.median(seen[-third:])
        check(after - before < GROWTH_KB, "its memory does not grow",
              f"{before} kB, then {after} kB: {seen[::max(third // 4, 1)]}")
    shutil.rmtree(folder)
    shutil.rmtree(shm)


def nothing_runs():
    """Orphans are ours: they end soon, or something was left."""
    until = time.time() + 20
    while time.time() < until:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.1)
        except ChildProcessError:
            return True
    return False


def main():
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    print(f"# {SECONDS:.0f} s, SOAK_SEED={SEED}")
    end = time.time() + SECONDS
    threads = [threading.Thread(target=work, args=(i, end))
               for i in range(WORKERS)]
    threads.append(threading.Thread(target=last, args=(SECONDS,)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(nothing_runs(), "no process is left", descendants(os.getpid()))
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
