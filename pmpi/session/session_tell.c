/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Why there is no result file, and what is left of the counts.
 */
#include "config.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pmpi/checkpoint/checkpoint.h"
#include "pmpi/guest/message.h"
#include "pmpi/session/alike.h"
#include "pmpi/session/session_private.h"

/* After chroot a path means another file than to who reads it.  */
static int
is_root_changed (void)
{
    struct stat root;

    return stat ("/", &root) == 0
           && (root.st_dev != hpm_session.root_device
               || root.st_ino != hpm_session.root_number);
}

/* Who removes the folder of the result removes the stream.  */
static int
is_stream_gone (void)
{
    struct stat status;

    return stat (hpm_session.stream, &status)
           && (errno == ENOENT || errno == ENOTDIR);
}

/* Where the counts are, and what makes a file of them, behind `when`.  */
static void
tell_stream (const char *when)
{
    const char *stream = hpm_session.stream;

    if (is_root_changed ())
        hpm_message ("%sthe counts are in %s below the root that the program "
                     "changed to (chroot); make a result file of that with: "
                     "hpmagg --recover ROOT%s%s -o %s",
                     when, stream, stream, hpm_message_any_owner (),
                     hpm_session.result);
    else if (is_stream_gone ())
        hpm_message ("%sthe counts were in %s, which is no longer there", when,
                     stream);
    else
        hpm_message ("%sthe counts are in %s; make a result file of them with: "
                     "hpmagg --recover %s%s -o %s",
                     when, stream, stream, hpm_message_any_owner (),
                     hpm_session.result);
}

void
hpm_session_tell_late (const char *why)
{
    hpm_message ("no result file yet, because %s", why);
    tell_stream ("where none comes, ");
}

void
hpm_session_tell_left_stream (const char *why)
{
    hpm_message ("no result file, because %s", why);
    tell_stream ("");
}

static const char *
remedy (void)
{
    switch (hpm_session.unwritten) {
    case EMFILE:
    case ENFILE:
        return "raise the limit of open files (ulimit -n)";
    case EFBIG:
        return "raise the limit of the size of files (ulimit -f)";
    default:
        return "make room, or name other folders with --output and "
               "--checkpoint";
    }
}

/* Snapshots are as complete as the stream would be; else what there is of the
 * stream may have some ranks of a job, but of a process by itself has nothing.
 */
void
hpm_session_tell_no_stream (const char *why)
{
    const char *stream = hpm_session.stream;

    hpm_message ("no result file, because %s", why);
    if (hpm_checkpoint_keep ()) {
        unlink (stream);
    } else if (*stream && hpm_session.ranks > 1) {
        hpm_message ("what was counted is lost, but for some ranks: make a "
                     "result file of them with: hpmagg --recover %s%s -o FILE",
                     stream, hpm_message_any_owner ());
    } else {
        unlink (stream);
        hpm_message ("what was counted is lost: %s", remedy ());
    }
}

void
hpm_session_tell_others (void)
{
    int others = hpm_session.gather->standalone || hpm_session_is_one_of_many ()
                     ? hpm_alike_others ()
                     : 0;
    const char *rank = hpm_message_rank_of_many ();

    if (!others || !rank || hpm_session.options.summary == HPM_SUMMARY_NONE)
        return;
    if (others == 1)
        hpm_message ("that was rank %s; and 1 like it, with a file of its own "
                     "if it ends by itself",
                     rank);
    else
        hpm_message ("that was rank %s; and %d like it, each with a file of "
                     "its own if it ends by itself",
                     rank, others);
}
