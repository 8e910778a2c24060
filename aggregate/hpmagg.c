/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "write_command.h"
int
main (int argc, char **argv)
{
    struct hpm_write_request request = { .stream = argv[1], .output = argv[2], .summary = argc > 3 ? argv[3] : "full", .keep = 1, .done_fd = -1, .definitions = getenv ("DEFS") };
    return hpm_write_command (&request);
}
