/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/launched.h"

#include <errno.h>
#include <signal.h>
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

const char *
hpm_launched_below (void)
{
    const char *token = getenv (HPM_LAUNCHED_VARIABLE);
    pid_t process = token ? (pid_t)strtol (token, NULL, 10) : 0;

    return process > 0 && process != getpid ()
                   && (kill (process, 0) == 0 || errno == EPERM)
               ? token
               : NULL;
}

static int
token_has (const char *word)
{
    const char *token = hpm_launched_token ();

    return token && strstr (token, word);
}

int
hpm_launched_outside (void)
{
    return token_has (HPM_LAUNCHED_OUTSIDE);
}

int
hpm_launched_rights (void)
{
    return token_has (HPM_LAUNCHED_RIGHTS);
}
