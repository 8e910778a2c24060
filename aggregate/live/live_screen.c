/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* ppoll */
#include "config.h"

#include "aggregate/live/live_screen.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* The second screen, without a cursor; and back.  */
#define ENTER "\033[?1049h\033[?25l\033[2J"
#define LEAVE "\033[0m\033[?25h\033[?1049l"
#define AFTER_ESCAPE_MS 50 /* within that the rest of a key comes */

static struct termios saved;
static volatile sig_atomic_t taken, ending, stopping;
static sigset_t waiting; /* the mask while we wait: our signals come then */

static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
static const int crashes[] = { SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL };

int
hpm_live_screen_is_there (void)
{
    const char *kind = getenv ("TERM");

    return isatty (STDIN_FILENO) && isatty (STDOUT_FILENO) && kind && *kind
           && strcmp (kind, "dumb") != 0;
}

/* ---- giving it back: also from a handler -------------------------------- */

static int
write_all (const char *text, size_t bytes)
{
    while (bytes) {
        ssize_t n = write (STDOUT_FILENO, text, bytes);

        if (n < 0 && errno == EAGAIN) {
            struct pollfd out = { STDOUT_FILENO, POLLOUT, 0 };

            if (poll (&out, 1, 1000) <= 0)
                return -1;
        } else if (n < 0 && errno != EINTR)
            return -1;
        else if (n > 0) {
            text += n;
            bytes -= (size_t)n;
        }
    }
    return 0;
}

static void
give_back (void)
{
    if (!taken)
        return;
    taken = 0;
    write_all (LEAVE, sizeof LEAVE - 1);
    tcsetattr (STDIN_FILENO, TCSANOW, &saved);
}

static int
take (void)
{
    struct termios raw;

    if (tcgetattr (STDIN_FILENO, &saved))
        return -1;
    raw = saved;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    taken = 1;
    if (tcsetattr (STDIN_FILENO, TCSANOW, &raw)
        || write_all (ENTER, sizeof ENTER - 1)) {
        give_back ();
        return -1;
    }
    return 0;
}

/* ---- signals ------------------------------------------------------------ */

static void
note (int number)
{
    if (number == SIGTSTP)
        stopping = 1;
    else if (number != SIGWINCH)
        ending = 1;
}

/* Without SA_NODEFER the signal waits until we return, and then kills.  */
static void
crash (int number)
{
    give_back ();
    signal (number, SIG_DFL);
    raise (number);
}

/* Signals that are ignored (nohup) stay so.  */
static void
handle (int number, void (*handler) (int), sigset_t *held)
{
    struct sigaction action = { .sa_handler = handler }, before;

    if (sigaction (number, NULL, &before) || before.sa_handler == SIG_IGN)
        return;
    sigaction (number, &action, NULL);
    if (held)
        sigaddset (held, number);
}

/* Noted while we wait for a key, so that none is lost between two looks.  */
static void
handle_all (void)
{
    sigset_t held;

    sigemptyset (&held);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        handle (ends[i], note, &held);
    handle (SIGTSTP, note, &held);
    handle (SIGWINCH, note, &held);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        handle (crashes[i], crash, NULL);
    sigprocmask (SIG_BLOCK, &held, &waiting);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        sigdelset (&waiting, ends[i]);
    sigdelset (&waiting, SIGTSTP);
    sigdelset (&waiting, SIGWINCH);
}

static void
stop (void)
{
    stopping = 0;
    give_back ();
    raise (SIGSTOP);
    take ();
}

int
hpm_live_screen_open (struct hpm_error *error)
{
    ending = stopping = 0;
    handle_all ();
    if (take ())
        return hpm_error_set (error, "cannot use this terminal: %s",
                              strerror (errno));
    return 0;
}

void
hpm_live_screen_close (void)
{
    give_back ();
}

void
hpm_live_screen_size (int *width, int *height)
{
    struct winsize size = { 0 };

    if (ioctl (STDOUT_FILENO, TIOCGWINSZ, &size))
        memset (&size, 0, sizeof size);
    *width = size.ws_col ? size.ws_col : 80;
    *height = size.ws_row ? size.ws_row : 24;
}

int
hpm_live_screen_show (const char *text, size_t bytes)
{
    return write_all ("\033[H", 3) || write_all (text, bytes) ? -1 : 0;
}

/* ---- keys --------------------------------------------------------------- */

/* A byte; -1 where none comes in time, -2 where none comes any more.  */
static int
read_byte (int milliseconds)
{
    struct pollfd in = { STDIN_FILENO, POLLIN, 0 };
    struct timespec time
        = { milliseconds / 1000, milliseconds % 1000 * 1000000 };
    unsigned char byte;
    int ready = ppoll (&in, 1, &time, &waiting);

    if (ready <= 0)
        return -1;
    if (!(in.revents & POLLIN))
        return -2;
    return read (STDIN_FILENO, &byte, 1) == 1 ? byte : -2;
}

/* Behind an escape: "[A", "OA", "[5~".  A key that we do not know is none.  */
static int
read_escape (void)
{
    static const struct {
        char letter, digit;
        int key;
    } keys[] = { { 'A', 0, HPM_KEY_UP },        { 'B', 0, HPM_KEY_DOWN },
                 { 'C', 0, HPM_KEY_RIGHT },     { 'D', 0, HPM_KEY_LEFT },
                 { 'H', 0, HPM_KEY_HOME },      { 'F', 0, HPM_KEY_END },
                 { '~', '5', HPM_KEY_PAGE_UP }, { '~', '6', HPM_KEY_PAGE_DOWN },
                 { '~', '1', HPM_KEY_HOME },    { '~', '4', HPM_KEY_END } };
    int first = read_byte (AFTER_ESCAPE_MS), digit = 0, byte;

    if (first != '[' && first != 'O')
        return HPM_KEY_NONE;
    while ((byte = read_byte (AFTER_ESCAPE_MS)) >= '0' && byte < '@')
        digit = byte;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].letter == byte
            && (!keys[i].digit || keys[i].digit == digit))
            return keys[i].key;
    return HPM_KEY_NONE;
}

int
hpm_live_screen_key (int milliseconds)
{
    int byte = read_byte (milliseconds);

    if (stopping)
        stop ();
    if (ending || byte == -2)
        return HPM_KEY_QUIT;
    if (byte == '\033')
        return read_escape ();
    return byte < 2 ? HPM_KEY_NONE : byte;
}
