# SPDX-License-Identifier: BSD-3-Clause
"""Results to be changed so that a sentence is false."""

import copy

import refute

SLOW = 5
DOCTORS = {}        # name of the rule: functions that make a sentence false


def doctored (name):
    def add (function):
        DOCTORS.setdefault (name, []).append (function)
        return function
    return add


class Parts:
    """What refute.Run is made of, to be changed."""

    def __init__ (self, run):
        self.job, self.hosts, self.ranks, self.threads, self.text = copy.deepcopy (
            (run.job, run.hosts, run.ranks, run.threads, "\n".join (run.lines)))

    def run (self):
        return refute.Run (self.job, self.hosts, self.ranks, self.threads, self.text)

    def finding (self, rule):
        return next (f for f in self.job["verdict"] + self.job["outliers"]
                     if f["rule"] == rule)

    def say (self, rule, text="", **numbers):
        """A finding more."""
        finding = dict ({"rule": rule, "text": text, "rank": SLOW, "host": "node001",
                         "value": None, "reference": None, "share": None}, **numbers)
        self.job["verdict"].append (finding)

    def event (self, name):
        return next (e for e in self.job["events"] if e["name"] == name)

    def metric (self, name):
        return next (m for m in self.job["metrics"] if m["name"] == name)

    def main (self, rank):
        return next (t for t in self.threads
                     if t["rank"] == rank and t["role"] == "main")

    def count (self, rank, name, value):
        self.main (rank)["counts"][name] = value


def went (parts):
    return "where the time went (80 s of thread time)\n  outside MPI 100.0 %%: %s\n" % parts
