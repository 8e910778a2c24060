/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/calls/split_window.h"

static int64_t
smaller (int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* A value that is larger than all parts together, by what looking took or by
 * the rate of the clock, leaves no room.  */
struct hpm_split_part
hpm_split_window_part (const struct hpm_split_window *window, int io,
                       int64_t value, int is_time)
{
    int64_t here = window->inside[io];
    int64_t elsewhere = window->outside + window->inside[!io];
    int64_t least = 0, most = value;

    if (value <= 0 || here <= 0)
        return (struct hpm_split_part){ 0, 0 };
    if (elsewhere <= 0)
        return (struct hpm_split_part){ value, 0 };
    if (is_time) {
        most = smaller (value, here);
        least = smaller (value > elsewhere ? value - elsewhere : 0, most);
    }
    return (struct hpm_split_part){ .least = least, .unsure = most - least };
}
