#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Give `hpmagg --live` damaged copies of a checkpoint.  Prints what it must not
do: end by a signal, with another status than 0 and 2, or with 2 and no line; at the
end, how many went well.

    damage.py HPMAGG CHECKPOINT FOLDER SEEDS
"""
import os
import random
import subprocess
import sys


def damage(data, rng):
    """A copy with some bytes or its end changed; tables and heads more often."""
    copy = bytearray(data)
    if rng.random() < 0.15:
        return copy[:rng.randrange(len(copy))]
    for _ in range(rng.choice((1, 4, 40))):
        where = rng.choice((64, 4096 + 512, len(copy)))
        copy[rng.randrange(min(where, len(copy)))] = rng.choice(
            (0, 1, 255, rng.randrange(256)))
    return copy


def main():
    """Go through the seeds."""
    hpmagg, checkpoint, folder, seeds = sys.argv[1:]
    with open(checkpoint, "rb") as file:
        data = file.read()
    # The file is mostly holes: damage what is in it.
    used = len(data.rstrip(b"\0"))
    well = 0
    for seed in range(int(seeds)):
        with open(os.path.join(folder, "host.checkpoint"), "wb") as file:
            file.write(damage(data[:used], random.Random(seed)) + b"\0" * 4096)
        ran = subprocess.run([hpmagg, "--live", folder], capture_output=True,
                             stdin=subprocess.DEVNULL, timeout=120, check=False)
        lines = ran.stderr.count(b"\n")
        if (ran.returncode, lines) in ((0, 0), (2, 1)):
            well += 1
        else:
            print(f"seed {seed}: status {ran.returncode}, {ran.stderr[:300]!r}")
    print(well, "went well")


main()
