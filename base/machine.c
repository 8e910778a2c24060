/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/machine.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CAPABILITY_SYS_ADMIN 21
#define CAPABILITY_PERFMON 38
#define NO_PARANOID (-100)
#define PART_TEXT 16384 /* bytes */

/* Arm processors have numbers where others have names (Linux, MIDR_EL1).  */
static const struct {
    unsigned maker, part;
    const char *name;
} arm_parts[] = {
    { 0x41, 0xd03, "Arm Cortex-A53" },  { 0x41, 0xd05, "Arm Cortex-A55" },
    { 0x41, 0xd07, "Arm Cortex-A57" },  { 0x41, 0xd08, "Arm Cortex-A72" },
    { 0x41, 0xd0b, "Arm Cortex-A76" },  { 0x41, 0xd0c, "Arm Neoverse N1" },
    { 0x41, 0xd40, "Arm Neoverse V1" }, { 0x41, 0xd49, "Arm Neoverse N2" },
    { 0x41, 0xd4f, "Arm Neoverse V2" }, { 0x41, 0xd84, "Arm Neoverse V3" },
    { 0x41, 0xd8e, "Arm Neoverse N3" }, { 0x43, 0x0af, "Cavium ThunderX2" },
    { 0x46, 0x001, "Fujitsu A64FX" },   { 0x48, 0xd01, "HiSilicon TSV110" },
    { 0xc0, 0xac3, "Ampere-1" },
};

/* How the firmware of virtual machines calls itself in DMI.  */
static const struct {
    const char *path, *begins;
} virtual_firmware[] = {
    { "/sys/class/dmi/id/sys_vendor", "QEMU" },
    { "/sys/class/dmi/id/sys_vendor", "VMware" },
    { "/sys/class/dmi/id/sys_vendor", "innotek" },
    { "/sys/class/dmi/id/sys_vendor", "Xen" },
    { "/sys/class/dmi/id/sys_vendor", "Parallels" },
    { "/sys/class/dmi/id/product_name", "KVM" },
    { "/sys/class/dmi/id/product_name", "VirtualBox" },
    { "/sys/class/dmi/id/product_name", "Virtual Machine" },
    { "/sys/class/dmi/id/product_name", "Google Compute Engine" },
    { "/proc/device-tree/compatible", "linux,dummy-virt" },
};

#define ROWS(table) (sizeof (table) / sizeof *(table))

static FILE *
file_open (const char *root, const char *path)
{
    char full[PATH_MAX];

    if (snprintf (full, sizeof full, "%s%s", root, path) >= PATH_MAX)
        return NULL;
    return fopen (full, "re");
}

static int
file_exists (const char *root, const char *path)
{
    char full[PATH_MAX];

    return snprintf (full, sizeof full, "%s%s", root, path) < PATH_MAX
           && access (full, F_OK) == 0;
}

/* First line of a small file, without its newline.  Returns whether there is
 * one.  */
static int
file_line (const char *root, const char *path, char *line, size_t size)
{
    FILE *file = file_open (root, path);
    int found;

    if (!file)
        return 0;
    found = fgets (line, (int)size, file) != NULL;
    fclose (file);
    if (found)
        line[strcspn (line, "\n")] = '\0';
    return found;
}

/* A file up to its first empty line, malloc'ed, "" without one; NULL without
 * memory.  Of /proc/cpuinfo that is one processor: to tell all of them takes
 * the kernel milliseconds where they are many.  */
static char *
first_part (const char *root, const char *path)
{
    FILE *file = file_open (root, path);
    char *text = calloc (1, PART_TEXT);
    size_t used = 0;

    while (file && text && used + 1 < PART_TEXT
           && fgets (text + used, (int)(PART_TEXT - used), file)
           && text[used] != '\n')
        used += strlen (text + used);
    if (file)
        fclose (file);
    return text;
}

/* The value behind the first "key : value" line of a text; the key must stand
 * alone, since "cpu" and "cpu MHz" are two.  Returns 1 if there is one.  */
static int
value_of (const char *text, const char *key, char *value, size_t size)
{
    size_t length = strlen (key);

    for (; *text; text += strcspn (text, "\n"), text += *text == '\n') {
        const char *at = text + length;

        if (strncmp (text, key, length) != 0)
            continue;
        at += strspn (at, " \t");
        if (*at++ != ':')
            continue;
        at += strspn (at, " \t");
        snprintf (value, size, "%.*s", (int)strcspn (at, "\n"), at);
        return 1;
    }
    return 0;
}

static void
arm_model (char *model, size_t size, unsigned long maker, unsigned long part)
{
    for (size_t i = 0; i < ROWS (arm_parts); i++)
        if (maker == arm_parts[i].maker && part == arm_parts[i].part) {
            snprintf (model, size, "%s", arm_parts[i].name);
            return;
        }
    snprintf (model, size, "Arm, implementer 0x%02lx, part 0x%03lx", maker,
              part);
}

static void
read_model (struct hpm_machine *machine, const char *processor)
{
    static const char *const keys[] = { "model name", "cpu", "uarch" };
    char maker[32], part[32];
    char *model = machine->cpu_model;
    size_t size = sizeof machine->cpu_model;

    if (value_of (processor, "CPU implementer", maker, sizeof maker)
        && value_of (processor, "CPU part", part, sizeof part)) {
        arm_model (model, size, strtoul (maker, NULL, 0),
                   strtoul (part, NULL, 0));
        return;
    }
    for (size_t i = 0; i < ROWS (keys); i++)
        if (value_of (processor, keys[i], model, size))
            return;
}

/* The nominal clock: what the model name says, else what the firmware says, and
 * the clock seen only where it can't change.  */
static void
read_clock (struct hpm_machine *machine, const char *processor,
            const char *root)
{
    const char *at = strstr (machine->cpu_model, "@ ");
    char text[64];
    double ghz;

    if (at && sscanf (at + 2, "%lfGHz", &ghz) == 1)
        machine->cpu_mhz = ghz * 1000;
    else if (file_line (root,
                        "/sys/devices/system/cpu/cpu0/cpufreq/base_frequency",
                        text, sizeof text))
        machine->cpu_mhz = strtod (text, NULL) / 1000;
    else if (file_line (root,
                        "/sys/devices/system/cpu/cpu0/acpi_cppc/nominal_freq",
                        text, sizeof text))
        machine->cpu_mhz = strtod (text, NULL);
    else if (!file_exists (root, "/sys/devices/system/cpu/cpu0/cpufreq")
             && (value_of (processor, "cpu MHz", text, sizeof text)
                 || value_of (processor, "clock", text, sizeof text)))
        machine->cpu_mhz = strtod (text, NULL);
    if (!(machine->cpu_mhz > 0 && machine->cpu_mhz < 1e6))
        machine->cpu_mhz = 0;
}

/* Whether the processor's own list of features has the hypervisor bit.  */
static int
hypervisor_flag (const char *processor)
{
    char flags[4096], *rest = NULL;

    if (!value_of (processor, "flags", flags, sizeof flags))
        return 0;
    for (char *flag = strtok_r (flags, " ", &rest); flag;
         flag = strtok_r (NULL, " ", &rest))
        if (strcmp (flag, "hypervisor") == 0)
            return 1;
    return 0;
}

static int
firmware_virtual (const char *root)
{
    char line[256];

    for (size_t i = 0; i < ROWS (virtual_firmware); i++) {
        const char *begins = virtual_firmware[i].begins;

        if (file_line (root, virtual_firmware[i].path, line, sizeof line)
            && strncmp (line, begins, strlen (begins)) == 0)
            return 1;
    }
    return 0;
}

/* A PMU of the cores, by the name of its device.  Others (msr, power, uncore)
 * have no counters that follow a thread.  */
static int
core_pmu_name (const char *name)
{
    static const char *const begins[]
        = { "cpu_core", "cpu_atom", "cpum_cf", "armv", "apple_" };

    if (strcmp (name, "cpu") == 0)
        return 1;
    for (size_t i = 0; i < ROWS (begins); i++)
        if (strncmp (name, begins[i], strlen (begins[i])) == 0)
            return 1;
    return 0;
}

/* Whether a folder has anything in it; 1 when there is no such folder: then
 * nothing speaks against it.  */
static int
folder_filled (const char *path)
{
    DIR *folder = opendir (path);
    struct dirent *entry;
    int filled = 0;

    if (!folder)
        return 1;
    while (!filled && (entry = readdir (folder)))
        filled = entry->d_name[0] != '.';
    closedir (folder);
    return filled;
}

/* The kernel lists its PMUs, and for each the events it really has: a guest may
 * be given a PMU without any.  */
static int
core_pmu (const char *root)
{
    char path[PATH_MAX];
    struct dirent *entry;
    DIR *devices;
    int found = 0;

    snprintf (path, sizeof path, "%s/sys/bus/event_source/devices", root);
    devices = opendir (path);
    if (!devices)
        return 0;
    while (!found && (entry = readdir (devices))) {
        if (!core_pmu_name (entry->d_name))
            continue;
        found = snprintf (path, sizeof path,
                          "%s/sys/bus/event_source/devices/%s/events", root,
                          entry->d_name)
                    < PATH_MAX
                && folder_filled (path);
    }
    closedir (devices);
    return found;
}

/* Capabilities count for perf in the first user namespace alone: root inside
 * a container may be nobody outside.  */
static int
privileged (const char *root)
{
    const unsigned long long wanted
        = 1ull << CAPABILITY_SYS_ADMIN | 1ull << CAPABILITY_PERFMON;
    unsigned long first, outside, count;
    unsigned long long has = 0;
    char text[64], *status;

    if (file_line (root, "/proc/self/uid_map", text, sizeof text)
        && sscanf (text, "%lu %lu %lu", &first, &outside, &count) == 3
        && (first != 0 || outside != 0 || count != 4294967295ul))
        return 0;
    status = first_part (root, "/proc/self/status");
    if (status && value_of (status, "CapEff", text, sizeof text))
        has = strtoull (text, NULL, 16);
    free (status);
    return (has & wanted) != 0;
}

void
hpm_machine_read (struct hpm_machine *machine, const char *root)
{
    char *processor = first_part (root, "/proc/cpuinfo");
    const char *told = processor ? processor : "";
    char text[64];

    memset (machine, 0, sizeof *machine);
    read_model (machine, told);
    read_clock (machine, told, root);
    machine->virtual_machine = hypervisor_flag (told)
                               || file_exists (root, "/sys/hypervisor/type")
                               || firmware_virtual (root);
    machine->pmu = core_pmu (root);
    machine->paranoid = NO_PARANOID;
    if (file_line (root, "/proc/sys/kernel/perf_event_paranoid", text,
                   sizeof text))
        machine->paranoid = atoi (text);
    machine->privileged = privileged (root);
    free (processor);
}

enum hpm_reason
hpm_machine_obstacle (const struct hpm_machine *machine, enum hpm_domain domain)
{
    int permitted = domain == HPM_DOMAIN_USER ? 2 : 1;

    if (!machine->pmu)
        return HPM_REASON_NO_PMU;
    if (!machine->privileged && machine->paranoid > permitted)
        return HPM_REASON_PARANOID;
    return HPM_REASON_NONE;
}
