/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A terminal that is taken for a while: its second screen, keys as they are
 * pressed, its size.  Whatever ends us but SIGKILL gives it back as it was.
 * One at a time; one thread.
 */
#ifndef HPM_AGGREGATE_LIVE_SCREEN_H
#define HPM_AGGREGATE_LIVE_SCREEN_H

#include <stddef.h>

#include "base/error.h"

enum hpm_live_key {
    HPM_KEY_NONE, /* time is up, or the window has another size */
    HPM_KEY_QUIT, /* a signal that ends us, or nobody is there any more */
    HPM_KEY_UP = 256,
    HPM_KEY_DOWN,
    HPM_KEY_LEFT,
    HPM_KEY_RIGHT,
    HPM_KEY_PAGE_UP,
    HPM_KEY_PAGE_DOWN,
    HPM_KEY_HOME,
    HPM_KEY_END
};

/* Whether standard input and output are a terminal that can do it.  */
int hpm_live_screen_is_there (void);

/* Take it.  Returns 0, or -1 with the error.  */
int hpm_live_screen_open (struct hpm_error *error);
void hpm_live_screen_close (void);

/* Its size now.  */
void hpm_live_screen_size (int *width, int *height);

/* Show a text from the top left on.  Returns 0, or -1 where nobody takes it. */
int hpm_live_screen_show (const char *text, size_t bytes);

/* The next key, waiting at most so many milliseconds: a byte, or a key of the
 * list.  Ctrl-Z stops us in between, with the terminal given back.  */
int hpm_live_screen_key (int milliseconds);

#endif /* HPM_AGGREGATE_LIVE_SCREEN_H */
