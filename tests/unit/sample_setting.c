/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/option/sample_setting.h"

#include <string.h>

#include "tests/tap.h"

static int
read_text (const char *text, struct hpm_sample_setting *setting,
           struct hpm_error *error)
{
    struct hpm_options options;
    int result;

    hpm_options_init (&options);
    if (hpm_options_take_flag (&options, HPM_SETTING_sample, text, "", error))
        return -1;
    result = hpm_sample_setting_read (setting, &options, error);
    hpm_options_release (&options);
    return result;
}

static void
refuse (const char *text, const char *why)
{
    struct hpm_sample_setting setting;
    struct hpm_error error = { "" };

    tap_ok (read_text (text, &setting, &error) == -1
                && strstr (error.text, why),
            "--sample=%s is refused: %s", text, error.text);
}

static void
take (const char *text, enum hpm_sample_event event, int64_t period)
{
    struct hpm_sample_setting setting = { 0 };
    struct hpm_error error = { "" };

    tap_ok (read_text (text, &setting, &error) == 0 && setting.wanted
                && setting.event == event && setting.period == period,
            "--sample=%s is %s each %lld", text ? text : "",
            hpm_sample_event_name (event), (long long)period);
}

static void
take_callers (const char *text, int callers, int64_t period)
{
    struct hpm_sample_setting setting = { 0 };
    struct hpm_error error = { "" };

    tap_ok (read_text (text, &setting, &error) == 0
                && setting.callers == callers && setting.period == period,
            "--sample=%s is %s callers", text ? text : "",
            callers ? "with" : "without");
}

int
main (void)
{
    struct hpm_options options;
    struct hpm_sample_setting setting;
    struct hpm_error error;

    refuse ("@", "can't be sampled");
    refuse ("nothing", "'nothing' can't be sampled");
    refuse ("cpu-clock@1", "2 to 10000");
    refuse ("cpu-clock@", "2 to 10000");
    refuse ("cpu-clock@x", "2 to 10000");
    refuse ("cpu-clock@1.9", "2 to 10000");
    refuse ("10001", "2 to 10000");
    refuse ("-5", "can't be sampled");
    refuse ("100@100", "can't be sampled");
    refuse ("cycles@9", "10 to");
    refuse ("cycles@1e16", "10 to");
    refuse ("cycles,instructions", "one event is sampled");
    refuse ("callers@5", "'callers' can't be sampled");
    refuse ("100,", "one event is sampled");
    take_callers (NULL, 0, 1000000000 / 101);
    take_callers ("callers", 1, 1000000000 / 101);
    take_callers ("1000,callers", 1, 1000000);
    take_callers ("callers,cpu-clock@1000", 1, 1000000);
    take_callers ("1,callers", 1, 1000000000 / 101);
    take_callers ("usertime", 1, 1000000000 / 33);
    take_callers ("pcsamp", 0, 1000000000 / 101);
    take (NULL, HPM_SAMPLE_CPU_CLOCK, 1000000000 / 101);
    take ("cpu-clock", HPM_SAMPLE_CPU_CLOCK, 1000000000 / 101);
    take ("1", HPM_SAMPLE_CPU_CLOCK, 1000000000 / 101);
    take ("2", HPM_SAMPLE_CPU_CLOCK, 500000000);
    take ("cpu-clock@10000", HPM_SAMPLE_CPU_CLOCK, 100000);
    take ("cycles", HPM_SAMPLE_CYCLES, 10000019);
    take ("instructions@1e6", HPM_SAMPLE_INSTRUCTIONS, 1000000);
    take ("page-faults", HPM_SAMPLE_PAGE_FAULTS, 101);
    take ("pcsamp", HPM_SAMPLE_CPU_CLOCK, 1000000000 / 101);
    take ("usertime", HPM_SAMPLE_CPU_CLOCK, 1000000000 / 33);
    take ("fpcsamp@50", HPM_SAMPLE_CPU_CLOCK, 20000000);
    take ("PAPI_TOT_CYC", HPM_SAMPLE_CYCLES, 10000019);
    take ("gi_hwc@1e6", HPM_SAMPLE_INSTRUCTIONS, 1000000);
    take ("faults", HPM_SAMPLE_PAGE_FAULTS, 101);
    refuse ("PAPI_FP_OPS", "'PAPI_FP_OPS' can't be sampled");
    hpm_options_init (&options);
    tap_ok (hpm_sample_setting_read (&setting, &options, &error) == 0
                && !setting.wanted,
            "nothing is sampled unless asked for");
    tap_ok (!*hpm_sample_reason_text (-1)
                && !*hpm_sample_reason_text (HPM_SAMPLE_REASON_COUNT)
                && *hpm_sample_reason_text (HPM_SAMPLE_REASON_FORBIDDEN),
            "reasons have texts, and other numbers none");
    return tap_done ();
}
