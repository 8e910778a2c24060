/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "base/tool_name.h"
#include "include/hpm_launch.h"

const char *
hpm_tool_name (void)
{
    return strcmp (program_invocation_name, HPM_WRITER_NAME) ? "hpmagg"
                                                             : HPM_WRITER_NAME;
}
