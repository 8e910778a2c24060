/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/option/signal_pair.h"

#include <signal.h>
#include <string.h>

#include "base/text.h"

#define PREFIX "SIG"

/* Nobody can catch them, or they say what is wrong with the program.  */
static const int refused[] = {
    SIGKILL, SIGSTOP, SIGABRT, SIGBUS, SIGCHLD,
    SIGFPE,  SIGILL,  SIGSEGV, SIGSYS, SIGTRAP,
};

static int
may_be_used (int number)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (refused[i] == number)
            return 0;
    return 1;
}

/* 0 where there is no signal of that name.  */
static int
find_signal (struct hpm_piece name)
{
    size_t prefix = strlen (PREFIX);

    if (name.length > prefix && !strncmp (name.start, PREFIX, prefix)) {
        name.start += prefix;
        name.length -= prefix;
    }
    for (int number = 1; number < NSIG; number++) {
        const char *known = sigabbrev_np (number);

        if (known && hpm_piece_is (name, known))
            return number;
    }
    return 0;
}

static int
read_signal (int *number, struct hpm_piece name, struct hpm_error *error)
{
    char shown[64];

    *number = find_signal (name);
    hpm_text_show (shown, sizeof shown, name);
    if (!*number)
        return hpm_error_set (error, "no signal has the name '%s'", shown);
    if (!may_be_used (*number))
        return hpm_error_set (
            error, "the signal '%s' cannot start or stop counting", shown);
    return 0;
}

static int
parse (struct hpm_signal_pair *pair, const char *text, struct hpm_error *error)
{
    const char *rest = text;
    struct hpm_piece first, second = { "", 0 };

    hpm_text_part (&rest, ',', &first);
    if (rest)
        hpm_text_part (&rest, ',', &second);
    if (rest || !second.length)
        return hpm_error_set (
            error, "'%s' is not two signals, as in --signals=USR1,USR2", text);
    if (read_signal (&pair->start, hpm_piece_trim (first), error)
        || read_signal (&pair->stop, hpm_piece_trim (second), error))
        return -1;
    if (pair->start == pair->stop)
        return hpm_error_set (error,
                              "'%s': the signals that start and stop counting "
                              "must not be the same",
                              text);
    return 0;
}

int
hpm_signal_pair_waits (const struct hpm_options *options)
{
    return options->start == HPM_START_PAUSED;
}

static int
is_asked (const struct hpm_options *options)
{
    return options->signals.wanted || hpm_signal_pair_waits (options);
}

int
hpm_signal_pair_read (struct hpm_signal_pair *pair,
                      const struct hpm_options *options,
                      struct hpm_error *error)
{
    *pair = (struct hpm_signal_pair){ 0, 0 };
    if (!is_asked (options))
        return 0;
    if (options->mpi == HPM_MPI_SPLIT)
        return hpm_error_set (
            error,
            "counts are not split in parts of a run: --mpi=split, and "
            "--start=paused or --signals, exclude each other (--mpi=time goes "
            "with them)");
    if (options->signals.text)
        return parse (pair, options->signals.text, error);
    *pair = (struct hpm_signal_pair){ SIGUSR1, SIGUSR2 };
    return 0;
}
