# SPDX-License-Identifier: BSD-3-Clause
"""Compare scaled counts in a result file with what is known.

    scaled.py FILE EVENT EXPECTED

The event's total over the threads must be as far from EXPECTED as the error
stated for its coverage allows, and no further; and it must have been counted
part of the time.  Needs h5py; says what it found.
"""
import math
import sys

import h5py

path, event, expected = sys.argv[1], sys.argv[2], int(sys.argv[3])
with h5py.File(path) as file:
    names = [name.decode().rstrip("\0 ") for name in file["event"][()]]
    at = names.index(event)
    count = file["count"][()]
    axis = count.shape.index(len(names))
    total = count.take(at, axis).sum()
    enabled = file["time_enabled"][()].take(at, axis).sum()
    running = file["time_running"][()].take(at, axis).sum()
    stated = file["job_count_error"][0, at]
    told = file["job_count_coverage"][0, at]
coverage = running / enabled
error = math.sqrt((1 - coverage) / max(1, running / 10e6))
off = abs(total - expected) / expected
print(f"{event}: {total}, expected {expected}, off by {off:.4f},"
      f" coverage {coverage:.4f}, error {error:.4f}")
sys.exit(not (0 < coverage < 1 and off <= error
              and math.isclose(stated, error, rel_tol=1e-9)
              and math.isclose(told, coverage, rel_tol=1e-9)))
