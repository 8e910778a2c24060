/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Machines as their /proc and /sys tell, rebuilt from recorded files.
 */
#include <config.h>

#include "base/machine.h"

#include <ftw.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/tap.h"

#define FILES 12
#define PMUS "/sys/bus/event_source/devices"
#define CPUFREQ "/sys/devices/system/cpu/cpu0/cpufreq"
#define NOBODY "CapInh:\t0000000000000000\nCapEff:\t0000000000000000\n"
#define ROOT "CapEff:\t000001ffffffffff\n"
#define PERFMON "CapEff:\t0000004000000000\n"
#define X86 "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\n"

/* clang-format off */
static const struct machine {
    const char *name;
    struct {
        const char *path, *text;   /* a path that ends in "/" is a folder */
    } files[FILES];
    struct hpm_machine expected;
} machines[] = {
    { "nothing at all", { { NULL, NULL } }, { "", 0, 0, 0, -100, 0 } },
    { "damaged files",
      { { "/proc/cpuinfo", "model name" },
        { "/proc/sys/kernel/perf_event_paranoid", "" },
        { "/proc/self/status", "CapEff:" },
        { "/proc/self/uid_map", "zero" },
        { PMUS "/", NULL } },
      { "", 0, 0, 0, -100, 0 } },
    { "server, unprivileged",
      { { "/proc/cpuinfo",
          X86 "model name\t: Intel(R) Xeon(R) Gold 6130 CPU @ 2.10GHz\n"
              "cpu MHz\t\t: 999.963\nflags\t\t: fpu vme\n" },
        { CPUFREQ "/base_frequency", "2200000\n" },
        { "/proc/sys/kernel/perf_event_paranoid", "2\n" },
        { "/proc/self/status", NOBODY },
        { "/sys/class/dmi/id/sys_vendor", "Dell Inc.\n" },
        { PMUS "/cpu/events/instructions", "event=0xc0\n" },
        { PMUS "/uncore_imc_0/events/cas", "event=4\n" } },
      { "Intel(R) Xeon(R) Gold 6130 CPU @ 2.10GHz", 2100, 0, 1, 2, 0 } },
    { "processors of two kinds: the first one speaks",
      { { "/proc/cpuinfo", X86 "model name\t: AMD EPYC 7763\n\n"
                               "model name\t: another\ncpu MHz\t: 3100.1\n"
                               "flags\t\t: fpu hypervisor\n" } },
      { "AMD EPYC 7763", 0, 0, 0, -100, 0 } },
    { "hybrid processor, CAP_PERFMON",
      { { "/proc/cpuinfo", X86 "model name\t: 12th Gen Intel(R) Core(TM)\n"
                               "cpu MHz\t\t: 400.000\n" },
        { CPUFREQ "/base_frequency", "2400000\n" },
        { "/proc/sys/kernel/perf_event_paranoid", "4\n" },
        { "/proc/self/status", PERFMON },
        { PMUS "/cpu_core/events/cycles", "event=0x3c\n" },
        { PMUS "/cpu_atom/events/cycles", "event=0x3c\n" } },
      { "12th Gen Intel(R) Core(TM)", 2400, 0, 1, 4, 1 } },
    { "AMD, the clock seen is not the nominal one",
      { { "/proc/cpuinfo", "model name\t: AMD EPYC 7763\n"
                           "cpu MHz\t\t: 3100.1\n" },
        { CPUFREQ "/scaling_driver", "acpi-cpufreq\n" },
        { "/sys/devices/system/cpu/cpu0/acpi_cppc/nominal_freq", "2450\n" },
        { "/proc/sys/kernel/perf_event_paranoid", "-1\n" },
        { PMUS "/cpu/format/event", "config:0-7\n" } },
      { "AMD EPYC 7763", 2450, 0, 1, -1, 0 } },
    { "the clock changes and nobody says how fast it is",
      { { "/proc/cpuinfo", "model name\t: AMD EPYC\ncpu MHz\t: 3100.1\n" },
        { CPUFREQ "/scaling_driver", "acpi-cpufreq\n" } },
      { "AMD EPYC", 0, 0, 0, -100, 0 } },
    { "virtual machine without a PMU, root",
      { { "/proc/cpuinfo", X86 "model name\t: Intel(R) Xeon(R) Processor\n"
                               "cpu MHz\t\t: 2300.000\n"
                               "flags\t\t: fpu hypervisor lahf_lm\n" },
        { "/proc/sys/kernel/perf_event_paranoid", "2\n" },
        { "/proc/self/status", ROOT },
        { "/proc/self/uid_map", "         0          0 4294967295\n" },
        { PMUS "/msr/events/tsc", "event=0\n" },
        { PMUS "/software/type", "1\n" } },
      { "Intel(R) Xeon(R) Processor", 2300, 1, 0, 2, 1 } },
    { "a PMU without events",
      { { "/proc/cpuinfo", "model name\t: x\nflags\t: hypervisors\n" },
        { PMUS "/cpu/events/", NULL },
        { PMUS "/cpu/type", "4\n" } },
      { "x", 0, 0, 0, -100, 0 } },
    { "root inside a container of a user",
      { { "/proc/self/status", ROOT },
        { "/proc/self/uid_map", "         0       1000          1\n" },
        { "/proc/sys/kernel/perf_event_paranoid", "3\n" },
        { PMUS "/cpu/type", "4\n" } },
      { "", 0, 0, 1, 3, 0 } },
    { "Arm server",
      { { "/proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\n"
                           "CPU architecture: 8\nCPU part\t: 0xd0c\n" },
        { PMUS "/armv8_pmuv3_0/events/cpu_cycles", "event=0x11\n" },
        { "/proc/sys/kernel/perf_event_paranoid", "1\n" },
        { "/sys/class/dmi/id/sys_vendor", "GIGABYTE\n" } },
      { "Arm Neoverse N1", 0, 0, 1, 1, 0 } },
    { "Arm guest of an unknown kind",
      { { "/proc/cpuinfo", "CPU implementer\t: 0x99\nCPU part\t: 0x001\n" },
        { "/sys/class/dmi/id/sys_vendor", "QEMU\n" } },
      { "Arm, implementer 0x99, part 0x001", 0, 1, 0, -100, 0 } },
    { "POWER",
      { { "/proc/cpuinfo", "cpu\t\t: POWER9, altivec supported\n"
                           "clock\t\t: 3800.000000MHz\n" },
        { PMUS "/cpu/events/cpu-cycles", "event=0x1e\n" } },
      { "POWER9, altivec supported", 3800, 0, 1, -100, 0 } },
    { "Xen guest",
      { { "/sys/hypervisor/type", "xen\n" } }, { "", 0, 1, 0, -100, 0 } },
};

static const struct {
    int pmu, paranoid, privileged;
    enum hpm_domain domain;
    enum hpm_reason expected;
} obstacles[] = {
    { 0, -1, 1, HPM_DOMAIN_USER, HPM_REASON_NO_PMU },
    { 0, 4, 0, HPM_DOMAIN_USER, HPM_REASON_NO_PMU },
    { 1, 3, 0, HPM_DOMAIN_USER, HPM_REASON_PARANOID },
    { 1, 2, 0, HPM_DOMAIN_KERNEL, HPM_REASON_PARANOID },
    { 1, 2, 0, HPM_DOMAIN_ALL, HPM_REASON_PARANOID },
    { 1, 2, 0, HPM_DOMAIN_USER, HPM_REASON_NONE },
    { 1, 1, 0, HPM_DOMAIN_ALL, HPM_REASON_NONE },
    { 1, 4, 1, HPM_DOMAIN_ALL, HPM_REASON_NONE },
    { 1, -100, 0, HPM_DOMAIN_USER, HPM_REASON_NONE },
};

/* Make every folder of the path but the last name.  */
static void
make_folders (char *path, size_t from)
{
    for (char *c = path + from + 1; *c; c++)
        if (*c == '/') {
            *c = '\0';
            mkdir (path, 0777);
            *c = '/';
        }
}

static void
make_file (const char *root, const char *path, const char *text)
{
    char full[PATH_MAX];
    FILE *file;

    snprintf (full, sizeof full, "%s%s", root, path);
    make_folders (full, strlen (root));
    if (!text)
        return;
    file = fopen (full, "w");
    if (file) {
        fputs (text, file);
        fclose (file);
    }
}

static int
remove_one (const char *path, const struct stat *status, int flag,
            struct FTW *walk)
{
    (void)status;
    (void)flag;
    (void)walk;
    return remove (path);
}

static void
try_machine (const struct machine *machine, const char *root)
{
    const struct hpm_machine *expected = &machine->expected;
    struct hpm_machine got;

    mkdir (root, 0777);
    for (int i = 0; i < FILES && machine->files[i].path; i++)
        make_file (root, machine->files[i].path, machine->files[i].text);
    hpm_machine_read (&got, root);
    nftw (root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    tap_text (got.cpu_model, expected->cpu_model, "%s: the model is found",
              machine->name);
    tap_near (got.cpu_mhz, expected->cpu_mhz, 0, "%s: the clock is found",
              machine->name);
    tap_ok (got.virtual_machine == expected->virtual_machine,
            "%s: it is known whether it is virtual (%d)", machine->name,
            got.virtual_machine);
    tap_ok (got.pmu == expected->pmu, "%s: it is known whether it has a PMU (%d)",
            machine->name, got.pmu);
    tap_ok (got.paranoid == expected->paranoid,
            "%s: perf_event_paranoid is known (%d)", machine->name,
            got.paranoid);
    tap_ok (got.privileged == expected->privileged,
            "%s: it is known whether it is privileged (%d)", machine->name,
            got.privileged);
}

int
main (void)
{
    char folder[] = "machines.XXXXXX", root[64];

    if (!mkdtemp (folder))
        return 99;
    snprintf (root, sizeof root, "%s/root", folder);
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        try_machine (&machines[i], root);
    rmdir (folder);
    for (size_t i = 0; i < sizeof obstacles / sizeof *obstacles; i++) {
        struct hpm_machine machine = { .pmu = obstacles[i].pmu,
                                       .paranoid = obstacles[i].paranoid,
                                       .privileged = obstacles[i].privileged };

        tap_ok (hpm_machine_obstacle (&machine, obstacles[i].domain)
                    == obstacles[i].expected,
                "obstacle %zu is told as %d", i, obstacles[i].expected);
    }
    return tap_done ();
}
