#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Watch `hpmagg --live` on a terminal of our own, and print what was found, each
in a line "NAME yes" or "NAME no: what was seen".

    screen.py CASE HPMAGG ARGUMENT...

Cases: keys, signal NAME, stop, halted PROCESS, dumb, end FILE.
"""
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

PATIENCE = 120  # s: a busy machine


class Terminal:
    """A pseudo-terminal with hpmagg on it."""

    def __init__(self, command, kind="xterm"):
        self.master, self.slave = os.openpty()
        self.size(24, 100)
        self.before = termios.tcgetattr(self.slave)
        self.seen = b""
        self.process = subprocess.Popen(
            command, stdin=self.slave, stdout=self.slave,
            stderr=subprocess.PIPE, start_new_session=True,
            env=dict(os.environ, TERM=kind),
            preexec_fn=self.own)

    @staticmethod
    def own():
        """Of a job in the background signals of the terminal are ignored."""
        for name in signal.SIGINT, signal.SIGQUIT, signal.SIGHUP:
            signal.signal(name, signal.SIG_DFL)
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def size(self, rows, columns):
        """Give the window another size; its programs get SIGWINCH."""
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ,
                    struct.pack("HHHH", rows, columns, 0, 0))

    def take(self, seconds):
        """Take what the terminal shows within that time."""
        if select.select([self.master], [], [], seconds)[0]:
            self.seen += os.read(self.master, 65536)

    def frame(self):
        """The lines of the last whole screen."""
        frames = self.seen.decode("utf-8", "replace").split("\033[H")
        text = frames[-1] if len(frames) > 1 else ""
        return [re.sub(r"\033\[[0-9;?]*[A-Za-z]", "", line).rstrip("\r")
                for line in text.split("\n")]

    def until(self, what):
        """Wait for a screen that `what` holds for; None where none comes."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.take(0.1)
            lines = self.frame()
            try:
                if what(lines):
                    return lines
            except (IndexError, ValueError):
                pass
            if self.process.poll() is not None:
                break
        return None

    def press(self, keys):
        """Type."""
        os.write(self.master, keys.encode())

    def ended(self):
        """Its exit status; -1000 where it goes on."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.take(0.1)
        self.take(0.1)
        if self.process.poll() is None:
            self.process.kill()
            return -1000
        return self.process.returncode

    def restored(self):
        """Settings as before, the cursor shown, the first screen back."""
        return (termios.tcgetattr(self.slave) == self.before
                and self.seen.rfind(b"\033[?25h") > self.seen.rfind(b"\033[?25l")
                and self.seen.rfind(b"\033[?1049l")
                > self.seen.rfind(b"\033[?1049h"))

    def raw(self):
        """Whether keys come as they are pressed."""
        return not termios.tcgetattr(self.slave)[3] & termios.ICANON


def ranks(lines):
    """The ranks in the order shown."""
    return [int(line.split()[0]) for line in lines[4:]
            if re.match(r" *\d+  ", line)]


def tell(name, holds, seen=""):
    """One finding."""
    print(name, "yes" if holds else f"no: {seen!r}")


def keys(terminal):
    """Order, size and quit."""
    lines = terminal.until(lambda l: ranks(l) == [0, 1])
    tell("ranks", lines, terminal.seen[-2000:])
    tell("raw", terminal.raw())
    lines = terminal.until(lambda l: "since the last look" in l[1]
                           and [re.split("  +", r.strip())[5] for r in l[4:6]]
                           == ["0", "0"])
    tell("still", lines, terminal.frame())
    terminal.press("1r")
    tell("turned", terminal.until(lambda l: ranks(l) == [1, 0]), terminal.frame())
    terminal.press("5")
    tell("mpi", terminal.until(lambda l: ranks(l) == [0, 1]), terminal.frame())
    tell("marked", re.search(rb"\033\[7m *MPI %\033\[0m", terminal.seen))
    terminal.press("\033[D")
    tell("arrow", terminal.until(lambda l: ranks(l) and re.search(
        rb"\033\[7m *CPU %\033\[0m(?!.*\033\[7m)", terminal.seen, re.S)))
    terminal.size(6, 30)
    lines = terminal.until(lambda l: len(l) == 6 and max(map(len, l)) <= 30
                           and len(ranks(l)) == 1)
    tell("small", lines, terminal.frame())
    terminal.press("\033[B")
    tell("scrolled", terminal.until(lambda l: "2-2 of 2" in l[-1]),
         terminal.frame())
    terminal.size(2, 10)
    tell("tiny", terminal.until(lambda l: len(l) == 2
                                and max(map(len, l)) <= 10), terminal.frame())
    terminal.press("q")
    tell("quit", terminal.ended() == 0, terminal.process.returncode)
    tell("restored", terminal.restored())


def by_signal(terminal, name):
    """A signal, or Ctrl-C, ends it well."""
    shown = terminal.until(lambda l: ranks(l) == [0, 1])
    if name == "key":
        terminal.press("\003")
    else:
        terminal.process.send_signal(getattr(signal, name))
    status = terminal.ended()
    tell("ended", shown and status == 0, status)
    tell("restored", terminal.restored())


def stop(terminal):
    """Ctrl-Z gives the terminal back until it goes on."""
    terminal.until(lambda l: ranks(l) == [0, 1])
    terminal.press("\032")
    end = time.monotonic() + PATIENCE
    state = ""
    while state != "T" and time.monotonic() < end:
        terminal.take(0.1)
        with open(f"/proc/{terminal.process.pid}/stat", encoding="ascii") as stat:
            state = stat.read().rsplit(")", 1)[1].split()[0]
    tell("stopped", state == "T", state)
    tell("restored", terminal.restored())
    terminal.seen = b""
    terminal.process.send_signal(signal.SIGCONT)
    tell("goes on", terminal.until(lambda l: ranks(l) == [0, 1]))
    terminal.press("q")
    tell("quit", terminal.ended() == 0)


def halted(terminal, process):
    """A rank is stopped by its process, and goes on."""
    def row(lines):
        return re.split("  +", lines[4].strip()) if ranks(lines) == [0, 1] else []

    terminal.until(lambda l: row(l) and "since the last look" in l[1])
    os.kill(process, signal.SIGSTOP)
    lines = terminal.until(lambda l: row(l)[3:] == ["-", "-", "-", "stopped"])
    tell("nothing", lines, terminal.frame())
    os.kill(process, signal.SIGCONT)
    lines = terminal.until(lambda l: row(l) and "-" not in row(l)[3:6])
    tell("goes on", lines, terminal.frame())
    terminal.press("q")
    tell("quit", terminal.ended() == 0)


def dumb(terminal):
    """No sequence, one table, the end."""
    status = terminal.ended()
    tell("ended", status == 0, status)
    tell("plain", b"\033" not in terminal.seen and b"rank  host" in terminal.seen,
         terminal.seen)


def end(terminal, file):
    """The job ends meanwhile."""
    shown = terminal.until(lambda l: ranks(l) == [0, 1])
    with open(file, "w", encoding="ascii"):
        pass
    status = terminal.ended()
    tell("ended", shown and status == 0, status)
    tell("restored", terminal.restored())
    tell("said", re.search(rb"the job .* has ended after [\d.]+ s",
                           terminal.seen[terminal.seen.rfind(b"\033"):]),
         terminal.seen[-300:])


def main():
    """Run a case."""
    case, *rest = sys.argv[1:]
    if case == "signal":
        name, *command = rest
        by_signal(Terminal(command), name)
    elif case == "end":
        file, *command = rest
        end(Terminal(command), file)
    elif case == "halted":
        process, *command = rest
        halted(Terminal(command), int(process))
    elif case == "dumb":
        dumb(Terminal(rest, "dumb"))
    else:
        {"keys": keys, "stop": stop}[case](Terminal(rest))


main()
