// SPDX-License-Identifier: BSD-3-Clause
//
// The one thing that the C library lacks and C++'s has: the shortest text of a
// double that reads back as the same.  No exception leaves it, and no memory
// is taken.
#include <charconv>

#include "base/shortest_real.h"

int
hpm_shortest_real (char *buffer, int size, double value)
{
    const double magnitude = value < 0 ? -value : value;
    const std::chars_format format = magnitude >= 1e-4 && magnitude < 1e15
                                         ? std::chars_format::fixed
                                         : std::chars_format::scientific;

    return static_cast<int> (
        std::to_chars (buffer, buffer + size, value, format).ptr - buffer);
}
