#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the system itself says of processors, before, in and after a count.

  brackets.py read FILE             note what /proc/stat says now
  brackets.py work FILE FILE        note it, be busy for a while, note it again
  brackets.py check ROWS BEFORE FIRST LAST AFTER
                                    whether each count of ROWS, which is JSON of
                                    hpmagg --per=rank, is between what passed from
                                    FIRST to LAST, within the count, and from
                                    BEFORE to AFTER, around it
"""
import json
import mmap
import os
import sys
import time

FIELDS = ["user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal"]
COUNTS = {
    "os::USER_TIME": ["user", "nice"],
    "os::SYSTEM_TIME": ["system", "irq", "softirq"],
    "os::CPU_TIME": ["user", "nice", "system", "irq", "softirq"],
    "cpu::IDLE_TIME": ["idle"],
    "cpu::IOWAIT_TIME": ["iowait"],
    "cpu::STEAL_TIME": ["steal"],
    "cpu::INTERRUPT_TIME": ["irq", "softirq"],
}
PAGES = 20000
SWITCHES = 500
SECONDS = 1  # beside which a tick and the start of a command are little


def look():
    seen = {"ctxt": 0}
    for line in open("/proc/stat"):
        words = line.split()
        if words[0] == "ctxt":
            seen["ctxt"] = int(words[1])
        elif words[0].startswith("cpu") and words[0] != "cpu":
            seen[words[0][3:]] = dict(zip(FIELDS, map(int, words[1:])))
    return seen


def note(name, seen):
    with open(name, "w") as file:
        json.dump(seen, file)


def work(first, last):
    """PAGES page faults, SWITCHES context switches and SECONDS busy, at least."""
    note(first, look())
    memory = mmap.mmap(-1, PAGES * mmap.PAGESIZE)
    if hasattr(mmap, "MADV_NOHUGEPAGE"):
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    for page in range(PAGES):
        memory[page * mmap.PAGESIZE] = 1
    for _ in range(SWITCHES):
        time.sleep(0.0001)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        pass
    note(last, look())


def passed(start, end, processor, fields, error):
    """In ns; a field may fall, and each is cut to a tick."""
    tick = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
    return sum(
        max(end[processor].get(f, 0) - start[processor].get(f, 0) + error, 0)
        for f in fields) * tick


def check(rows, before, first, last, after):
    wrong = []
    for row in rows:
        processor = str(row["processor"])
        for name, fields in COUNTS.items():
            least = passed(first, last, processor, fields, -1)
            most = passed(before, after, processor, fields, 1)
            if not least <= row["counts"][name] <= most:
                wrong.append((processor, name, least, row["counts"][name], most))
    switches = sum(row["counts"]["cpu::CONTEXT_SWITCHES"] for row in rows)
    least = max(last["ctxt"] - first["ctxt"], SWITCHES)
    if not least <= switches <= after["ctxt"] - before["ctxt"]:
        wrong.append(("all", "switches", least, switches,
                      after["ctxt"] - before["ctxt"]))
    faults = sum(row["counts"]["os::MINOR_FAULTS"] for row in rows)
    if faults < PAGES:
        wrong.append(("all", "faults", PAGES, faults))
    return wrong


def main():
    if sys.argv[1] == "read":
        note(sys.argv[2], look())
    elif sys.argv[1] == "work":
        work(*sys.argv[2:4])
    else:
        rows, *seen = [json.load(open(name)) for name in sys.argv[2:7]]
        wrong = check(rows["rank"], *seen)
        for each in wrong:
            print(*each)
        sys.exit(1 if wrong or not rows["rank"] else 0)


main()
