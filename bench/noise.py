#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What snapshots cost a program whose ranks wait for each other in every step.

    noise.py [--cost US] [--step MS] [--period S] [--skew US] [RANKS...]

A simulation, with no clock but its own: each rank computes for a step, and all
wait for the last.  A snapshot holds its rank up for --cost, in the step that it
falls into.  Ranks take theirs either each by its own clock, at any time in the
period, or all when it is due, by clocks that differ by --skew (standard
deviation).  Prints the rows of doc/scale.md.
"""
import argparse
import bisect
import random


def slowdown(moments, arguments):
    """Part of the run time that snapshots at these moments of a period add, and
    the part of the steps that meet one, over some periods."""
    step, cost = arguments.step * 1e-3, arguments.cost * 1e-6
    moments = sorted(moments)
    steps = hit = 0
    # Periods do not begin with a step.
    now, end = random.random() * step, 20 * arguments.period
    begin = now
    while now < end:
        first = now % arguments.period
        last = first + step
        met = bisect.bisect_left(moments, last) > bisect.bisect_left(moments, first)
        if last > arguments.period:
            met = met or bisect.bisect_left(moments, last - arguments.period) > 0
        steps += 1
        hit += met
        now += step + cost * met
    return (now - begin) / (steps * step) - 1, hit / steps


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cost", type=float, default=200)
    parser.add_argument("--step", type=float, default=1)
    parser.add_argument("--period", type=float, default=1)
    parser.add_argument("--skew", type=float, default=100)
    parser.add_argument("ranks", type=int, nargs="*",
                        default=[100, 1000, 10000, 100000, 1000000])
    arguments = parser.parse_args()
    random.seed(1)
    print(f"Steps of {arguments.step:g} ms, a snapshot of {arguments.cost:g} us "
          f"every {arguments.period:g} s; clocks within {arguments.skew:g} us.\n")
    print("| ranks | own clocks: steps met | slower by | clock of the day: "
          "steps met | slower by |")
    print("|---|---|---|---|---|")
    for ranks in arguments.ranks:
        own = [random.random() * arguments.period for _ in range(ranks)]
        # A period that does not begin when they are due keeps them together.
        due = [arguments.period / 2 + random.gauss(0, arguments.skew * 1e-6)
               for _ in range(ranks)]
        texts = []
        for moments in (own, due):
            slower, met = slowdown(moments, arguments)
            texts += [f"{100 * met:.1f} %", f"{100 * slower:.3f} %"]
        print(f"| {ranks} | " + " | ".join(texts) + " |")


if __name__ == "__main__":
    main()
