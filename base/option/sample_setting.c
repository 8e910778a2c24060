/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/option/sample_setting.h"

#include <string.h>

#include "base/text.h"

/* No divisor of what programs do in rhythms of 10 ms or 1 s.  */
#define DEFAULT_RATE 101
#define LEAST_RATE 2
#define MOST_RATE 10000

#define SECOND INT64_C (1000000000)
#define DEFAULT_PERIOD INT64_C (10000019) /* of a hardware event */
#define DEFAULT_FAULTS INT64_C (101)
#define LEAST_PERIOD 10
#define MOST_PERIOD 1e15

static const char *const names[] = {
#define HPM_X(identifier, name, unit, type, config, meaning) name,
    HPM_SAMPLE_EVENTS (HPM_X)
#undef HPM_X
};

static const char *const reasons[] = {
#define HPM_X(identifier, because) because,
    HPM_SAMPLE_REASONS (HPM_X)
#undef HPM_X
};

const char *
hpm_sample_event_name (enum hpm_sample_event event)
{
    return names[event];
}

const char *
hpm_sample_reason_text (int64_t reason)
{
    return reason >= 0 && reason < HPM_SAMPLE_REASON_COUNT ? reasons[reason]
                                                           : "";
}

static const struct {
    const char *name;
    enum hpm_sample_event event;
    int rate; /* in a second; 0: the default of the event */
    int callers;
} presets[] = {
#define HPM_X(name, identifier, rate, callers)                                 \
    { name, HPM_SAMPLE_##identifier, rate, callers },
    HPM_SAMPLE_PRESETS (HPM_X)
#undef HPM_X
};

static int64_t
default_period (enum hpm_sample_event event)
{
    switch (event) {
    case HPM_SAMPLE_CPU_CLOCK:
        return SECOND / DEFAULT_RATE;
    case HPM_SAMPLE_PAGE_FAULTS:
        return DEFAULT_FAULTS;
    default:
        return DEFAULT_PERIOD;
    }
}

/* Returns 0 or -1.  */
static int
find_event (struct hpm_sample_setting *setting, struct hpm_piece name)
{
    for (int i = 0; i < HPM_SAMPLE_EVENT_COUNT; i++)
        if (hpm_piece_is (name, names[i])) {
            setting->event = (enum hpm_sample_event)i;
            setting->period = default_period (setting->event);
            return 0;
        }
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
        if (hpm_piece_is (name, presets[i].name)) {
            setting->event = presets[i].event;
            setting->callers |= presets[i].callers;
            setting->period = presets[i].rate ? SECOND / presets[i].rate
                                              : default_period (setting->event);
            return 0;
        }
    return -1;
}

static int
is_number (struct hpm_piece piece)
{
    return piece.length && hpm_text_is_digit (*piece.start);
}

static int
take_number (struct hpm_sample_setting *setting, struct hpm_piece piece,
             struct hpm_error *error)
{
    int rate = setting->event == HPM_SAMPLE_CPU_CLOCK;
    double number, least = rate ? LEAST_RATE : LEAST_PERIOD,
                   most = rate ? MOST_RATE : MOST_PERIOD;

    if (!is_number (piece)
        || hpm_text_number (piece.start, &number) != piece.length
        || number < least || number > most)
        return hpm_error_set (
            error,
            rate ? "--sample: cpu-clock is sampled %.0f to %.0f times a second"
                 : "--sample: between two samples are %.0f to %.0f of an "
                   "event",
            least, most);
    setting->period
        = rate ? (int64_t)((double)SECOND / number + 0.5) : (int64_t)number;
    return 0;
}

static int
refuse_event (struct hpm_piece name, struct hpm_error *error)
{
    char shown[64];

    return hpm_error_set (error,
                          "--sample: '%s' can't be sampled; what can is "
#define HPM_X(identifier, name, unit, type, config, meaning) name ", "
                          HPM_SAMPLE_EVENTS (HPM_X)
#undef HPM_X
                              "with @N behind it or without",
                          hpm_text_show (shown, sizeof shown, name));
}

/* "EVENT@N", or either alone.  1, as of other options, is on: it is no rate. */
static int
take_event (struct hpm_sample_setting *setting, struct hpm_piece piece,
            struct hpm_error *error)
{
    const char *at = memchr (piece.start, '@', piece.length);
    struct hpm_piece name = piece, number = piece;

    if (hpm_piece_is (piece, "1"))
        return 0;
    if (!at && is_number (piece))
        return take_number (setting, piece, error);
    if (at) {
        name.length = (size_t)(at - piece.start);
        number.start = at + 1;
        number.length = piece.length - name.length - 1;
    }
    if (find_event (setting, name))
        return refuse_event (name, error);
    return at ? take_number (setting, number, error) : 0;
}

int
hpm_sample_setting_read (struct hpm_sample_setting *setting,
                         const struct hpm_options *options,
                         struct hpm_error *error)
{
    const char *rest = options->sample.text;
    struct hpm_piece piece;
    int events = 0;

    *setting = (struct hpm_sample_setting){ .wanted = options->sample.wanted,
                                            .event = HPM_SAMPLE_CPU_CLOCK,
                                            .period = SECOND / DEFAULT_RATE };
    while (setting->wanted && rest && hpm_text_part (&rest, ',', &piece))
        if (hpm_piece_is (piece, HPM_SAMPLE_CALLERS))
            setting->callers = 1;
        else if (events++)
            return hpm_error_set (error,
                                  "--sample: one event is sampled; behind the "
                                  "comma may be " HPM_SAMPLE_CALLERS);
        else if (take_event (setting, piece, error))
            return -1;
    return 0;
}
