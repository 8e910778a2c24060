#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A process that is counted while it runs: a thread that it has, one that it
begins then, and a process that it starts, touch PAGES pages each.

  attached.py GO TOLD     when somebody writes to the pipe GO, work; then write
                          processor time until then, in it and in all, in ns,
                          to the pipe TOLD, and wait to be ended
"""
import mmap
import os
import resource
import sys
import threading
import time

PAGES = 20000


def touch():
    memory = mmap.mmap(-1, PAGES * mmap.PAGESIZE)
    if hasattr(mmap, "MADV_NOHUGEPAGE"):
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    for page in range(PAGES):
        memory[page * mmap.PAGESIZE] = 1


def spent():
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time_ns() + int(
        1e9 * (ended.ru_utime + ended.ru_stime))


def main():
    begin = threading.Event()

    def work_later():
        begin.wait()
        touch()

    there = threading.Thread(target=work_later, daemon=True)
    there.start()
    with open(sys.argv[1]) as go:
        go.readline()
    before = spent()
    begin.set()
    there.join()
    new = threading.Thread(target=touch)
    new.start()
    new.join()
    child = os.fork()
    if not child:
        touch()
        os._exit(0)
    os.waitpid(child, 0)
    after = spent()
    with open(sys.argv[2], "w") as told:
        print(after - before, after, file=told)
    time.sleep(600)


main()
