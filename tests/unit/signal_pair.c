/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/option/signal_pair.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"

/* Settings that nobody frees: the texts are constants.  */
static struct hpm_options
settings (const char *start, const char *signals, const char *mpi)
{
    return (struct hpm_options){ .start = (char *)start,
                                 .signals = (char *)signals,
                                 .mpi = (char *)mpi };
}

static void
refuse (const char *start, const char *signals, const char *mpi,
        const char *why)
{
    struct hpm_options options = settings (start, signals, mpi);
    struct hpm_signal_pair pair;
    struct hpm_error error = { "" };
    int result = hpm_signal_pair_read (&pair, &options, &error);

    tap_ok (result == -1 && strstr (error.text, why), "refused: %s",
            error.text);
}

static void
take (const char *start, const char *signals, const char *mpi, int first,
      int second)
{
    struct hpm_options options = settings (start, signals, mpi);
    struct hpm_signal_pair pair;
    struct hpm_error error = { "" };
    int result = hpm_signal_pair_read (&pair, &options, &error);

    tap_ok (result == 0 && pair.start == first && pair.stop == second,
            "--start=%s --signals=%s: %d and %d", start, signals, pair.start,
            pair.stop);
}

static void
settle (const char *start, const char *signals, const char *mpi,
        const char *expected)
{
    struct hpm_options options = settings (start, signals, mpi);
    int result;

    options.mpi = strdup (mpi);
    result = hpm_signal_pair_settle (&options);
    tap_ok (result == 0 && !strcmp (options.mpi, expected),
            "--start=%s --signals=%s --mpi=%s: %s", start, signals, mpi,
            options.mpi);
    free (options.mpi);
}

int
main (void)
{
    refuse ("now", "", "off", "not two signals");
    refuse ("now", ",", "off", "not two signals");
    refuse ("now", "USR1", "off", "not two signals");
    refuse ("now", "USR1,USR2,HUP", "off", "not two signals");
    refuse ("now", "usr1,USR2", "off", "'usr1'");
    refuse ("now", "SIG,USR2", "off", "'SIG'");
    refuse ("now", "USR1,\x01", "off", "'?'");
    refuse ("now", "USR1,10", "off", "'10'");
    refuse ("now", "KILL,USR2", "off", "cannot start or stop");
    refuse ("now", "USR1,STOP", "off", "cannot start or stop");
    refuse ("now", "USR1,SIGSEGV", "off", "cannot start or stop");
    refuse ("now", "USR1,CHLD", "off", "cannot start or stop");
    refuse ("now", "USR1,SIGUSR1", "off", "must not be the same");
    refuse ("now", "1", "split", "exclude each other");
    refuse ("paused", "0", "split", "exclude each other");

    take ("now", "0", "off", 0, 0);
    take ("now", "0", "time", 0, 0);
    take ("now", "1", "off", SIGUSR1, SIGUSR2);
    take ("paused", "0", "off", SIGUSR1, SIGUSR2);
    take ("paused", "1", "off", SIGUSR1, SIGUSR2);
    take ("now", "USR2,USR1", "off", SIGUSR2, SIGUSR1);
    take ("paused", " HUP , SIGWINCH ", "off", SIGHUP, SIGWINCH);

    settle ("now", "0", "time", "time");
    settle ("now", "1", "time", "off");
    settle ("paused", "0", "time", "off");
    settle ("paused", "0", "off", "off");
    settle ("paused", "0", "split", "split");
    return tap_done ();
}
