/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "launched.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hpm_launch.h"

const char *
hpm_launched_token (void)
{
    const char *token = getenv (HPM_LAUNCHED_VARIABLE);

    return token && strtol (token, NULL, 10) == getpid () ? token : NULL;
}

int
hpm_launched_outside (void)
{
    const char *token = hpm_launched_token ();

    return token && strstr (token, HPM_LAUNCHED_OUTSIDE);
}
