#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Refute what hpmagg says of a result file with the numbers of the same file.

usage: refute.py HPMAGG FILE...

Every rule looks at one kind of sentence and prints what was said beside what
the file's other numbers make of it.  Exit status 1 if anything was refuted.
"""

import collections
import concurrent.futures
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert (0, os.path.dirname (os.path.abspath (__file__)))
import rules_of_course       # noqa: F401: these fill RULES
import rules_of_efficiency   # noqa: F401
import rules_of_numbers      # noqa: F401
import rules_of_verdict      # noqa: F401
import rules_of_waiting      # noqa: F401
from facts import RULES, Run

# ---- files ------------------------------------------------------------------

class Unreadable (Exception):
    pass


def ask (hpmagg, *arguments):
    environment = dict (os.environ, LC_ALL="C", COLUMNS="")
    done = subprocess.run ([hpmagg, *arguments], stdin=subprocess.DEVNULL,
                           capture_output=True, text=True, timeout=120,
                           env=environment, errors="replace")
    if done.returncode:
        raise Unreadable (done.stderr.strip ())
    return done.stdout


def read (hpmagg, path):
    """The run with its summary, short and full."""
    rows = {}
    for per in ("host", "rank", "thread"):
        rows[per] = json.loads (ask (hpmagg, "--format=json", "--metrics", "--per=" + per,
                                     path))
    # What --per=job tells stands above each of these.
    return [Run (rows["host"], rows["host"].get ("host", []),
                 rows["rank"].get ("rank", []), rows["thread"].get ("thread", []),
                 ask (hpmagg, *how, path), bool (how)) for how in ([], ["--summary=full"])]


def refute (run):
    """(name of the rule, said, found) of all that is refuted."""
    return [(name, said, found) for name, test in RULES.items ()
            for said, found in test (run)]


def judge_file (hpmagg, path):
    try:
        return path, list (dict.fromkeys (
            found for run in read (hpmagg, path) for found in refute (run))), None
    except Unreadable as error:
        return path, [], str (error)


def main (arguments):
    if len (arguments) < 2:
        sys.exit (__doc__)
    hpmagg, paths = arguments[0], arguments[1:]
    sums, read_files, unread = collections.Counter (), 0, 0
    with concurrent.futures.ThreadPoolExecutor (os.cpu_count ()) as pool:
        for path, refuted, error in pool.map (lambda p: judge_file (hpmagg, p), paths):
            unread += error is not None
            read_files += error is None
            if error is not None:
                print ("%s: not read: %s" % (path, error))
            for name, said, found in refuted:
                sums[name] += 1
                print ("%s: %s: said: %s; but: %s" % (path, name, said, found))
    print ("# %d files, %d not read, %d sentences refuted%s"
           % (read_files, unread, sum (sums.values ()),
              "".join ("; %s %d" % pair for pair in sums.most_common ())))
    return 1 if sums else 0


if __name__ == "__main__":
    sys.exit (main (sys.argv[1:]))
