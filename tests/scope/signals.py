# SPDX-License-Identifier: BSD-3-Clause
"""Send every signal to a program, and say what comes of it.

    signals.py PROGRAM WORD...    the program is WORD... with HOW behind it
                                  (tests/scope/signalled.c)

One line a signal and a way to treat it, the same with and without hpmrun; with
SIGNALS=group in the environment, of those alone that a group is sent.
"""
import ctypes
import os
import signal
import subprocess
import sys
import time

LIBC = ctypes.CDLL(None, use_errno=True)
NEVER = {signal.SIGKILL, signal.SIGSTOP}
NUMBERS = sorted(set(range(1, signal.SIGRTMAX + 1)) - NEVER
                 - set(range(32, signal.SIGRTMIN)))
VALUE = 4711


class Value(ctypes.Union):
    _fields_ = [("number", ctypes.c_int), ("pointer", ctypes.c_void_p)]


LIBC.sigqueue.argtypes = [ctypes.c_int, ctypes.c_int, Value]


def other(number):
    """What tells the program to end, where `number` is what it is told."""
    return signal.SIGTERM if number == signal.SIGQUIT else signal.SIGQUIT


def wait_taken(pid, number):
    """Until who was sent the signal has it no longer, or blocks it."""
    for _ in range(2000):
        with open(f"/proc/{pid}/status", encoding="ascii") as status:
            fields = dict(line.rstrip("\n").split(":\t", 1)
                          for line in status if ":\t" in line)
        pending = int(fields["ShdPnd"], 16) | int(fields["SigPnd"], 16)
        if not pending >> number - 1 & 1 or fields["State"].startswith("Z"):
            return
        time.sleep(0.001)


class Run:
    """The program in a group of its own, which somebody looks after."""

    def __init__(self, command, how, last):
        self.process = subprocess.Popen(
            command + [how, str(int(last))], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, text=True, process_group=0)
        self.pid = self.process.pid
        assert self.process.stdout.readline() == "ready\n"

    def queue(self, number):
        LIBC.sigqueue(self.pid, number, Value(number=VALUE))

    def line(self):
        text = self.process.stdout.readline().rstrip("\n")
        return text.replace(f"from {os.getpid()}", "from the sender")

    def wait(self, flags=0):
        return os.waitpid(self.pid, flags)[1]

    def end(self, last):
        """The rest of what it says, and how it ended."""
        os.kill(self.pid, last)
        rest = self.process.stdout.read().split("\n")[:-1]
        return [*rest, ending(self.wait())]


def ending(status):
    if os.WIFSTOPPED(status):
        return f"stopped by {os.WSTOPSIG(status)}"
    if os.WIFSIGNALED(status):
        return f"killed by {os.WTERMSIG(status)}"
    return f"status {os.WEXITSTATUS(status)}"


def default(command):
    for number in NUMBERS:
        run = Run(command, "default", other(number))
        os.kill(run.pid, number)
        if number in (signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU):
            print("default", number, ending(run.wait(os.WUNTRACED)))
            os.kill(run.pid, signal.SIGCONT)
        elif number in (signal.SIGCHLD, signal.SIGCONT, signal.SIGURG,
                        signal.SIGWINCH):
            wait_taken(run.pid, number)
        else:
            print("default", number, ending(run.wait()))
            continue
        print("default", number, *run.end(other(number)))


def handled(command):
    for last in (signal.SIGQUIT, signal.SIGTERM):
        run = Run(command, "handled", last)
        for number in NUMBERS:
            if number != last:
                os.kill(run.pid, number)
                print("handled", run.line())
                run.queue(number)
                print("handled", run.line())
        print("handled", *run.end(last))


def kept(command, how):
    """Ignored, or blocked."""
    for last in (signal.SIGQUIT, signal.SIGTERM):
        run = Run(command, how, last)
        for number in NUMBERS:
            if number != last:
                os.kill(run.pid, number)
                if how == "ignored" or command[0] != command[-1]:
                    wait_taken(run.pid, number)
        print(how, *run.end(last))


def group(command):
    """What a shell sends to a job: it comes once."""
    run = Run(command, "handled", signal.SIGQUIT)
    os.kill(run.pid, signal.SIGCONT)
    print("group", run.line())
    os.killpg(run.pid, signal.SIGSTOP)
    print("group", ending(run.wait(os.WUNTRACED)))
    os.killpg(run.pid, signal.SIGCONT)
    print("group", run.line())
    os.kill(run.pid, signal.SIGCONT)
    print("group", run.line())
    print("group", *run.end(signal.SIGQUIT))


def alarmed(command):
    """An alarm that was set before the program was executed."""
    process = subprocess.Popen(
        [sys.executable, "-c",
         "import os, signal, sys;"
         "signal.setitimer (signal.ITIMER_REAL, 3);"
         "os.execvp (sys.argv[1], sys.argv[1:])"] + command + ["default"],
        stdout=subprocess.DEVNULL)
    print("alarm", ending(os.waitpid(process.pid, 0)[1]))


def main(command):
    if os.environ.get("SIGNALS") != "group":
        default(command)
        handled(command)
        kept(command, "ignored")
        kept(command, "blocked")
        alarmed(command)
    group(command)


main(sys.argv[1:])
