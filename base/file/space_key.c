/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/file/space_key.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/text.h"

#define BOOT "/proc/sys/kernel/random/boot_id"
#define SPACE "/proc/self/ns/pid"

/* FNV-1a.  */
static uint32_t
hash (uint32_t value, const void *data, size_t bytes)
{
    const unsigned char *byte = data;

    while (bytes--)
        value = (value ^ *byte++) * 16777619u;
    return value;
}

uint32_t
hpm_space_key (void)
{
    struct hpm_error error;
    struct stat space;
    char *boot = hpm_text_read_file (BOOT, 128, &error);
    uint32_t key = 0;

    if (boot && stat (SPACE, &space) == 0)
        key = hash (hash (2166136261u, boot, strlen (boot)), &space.st_ino,
                    sizeof space.st_ino);
    free (boot);
    return key;
}
