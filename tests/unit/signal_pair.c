/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/option/signal_pair.h"

#include <signal.h>
#include <string.h>

#include "tests/tap.h"

static struct hpm_options
settings (const char *start, const char *signals, const char *mpi)
{
    struct hpm_options options;
    struct hpm_error error;

    hpm_options_init (&options);
    if (hpm_options_take_flag (&options, HPM_SETTING_start, start, "", &error)
        || hpm_options_take_flag (&options, HPM_SETTING_signals, signals, "",
                                  &error)
        || hpm_options_take_flag (&options, HPM_SETTING_mpi, mpi, "", &error))
        tap_ok (0, "%s", error.text);
    return options;
}

static void
refuse (const char *start, const char *signals, const char *mpi,
        const char *why)
{
    struct hpm_options options = settings (start, signals, mpi);
    struct hpm_signal_pair pair;
    struct hpm_error error = { "" };
    int result = hpm_signal_pair_read (&pair, &options, &error);

    tap_ok (result == -1 && strstr (error.text, why),
            "--start=%s --signals=%s --mpi=%s is refused: %s", start, signals,
            mpi, error.text);
    hpm_options_release (&options);
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
            "--start=%s --signals=%s --mpi=%s becomes %d and %d", start,
            signals, mpi, pair.start, pair.stop);
    hpm_options_release (&options);
}

int
main (void)
{
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
    take ("paused", "0", "time", SIGUSR1, SIGUSR2);
    take ("now", "1", "time", SIGUSR1, SIGUSR2);
    take ("now", "USR2,USR1", "off", SIGUSR2, SIGUSR1);
    take ("paused", " HUP , SIGWINCH ", "off", SIGHUP, SIGWINCH);

    return tap_done ();
}
