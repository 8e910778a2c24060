/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/launch.h"
#include "pmpi/guest/clock.h"
#include "pmpi/job/pmi_word.h"

#define SERVER "hydra_pmi_proxy"       /* as the kernel has it: 15 characters */
#define LINE 1024                      /* of PMI, at most */
#define NOT_THERE "cmd=get_result rc=" /* and then a number that is not 0 */
#define PATIENCE 1000                  /* ms: hydra answers within one */
#define WITHOUT_END (-1)

static struct {
    int fd;
    int left;        /* the word is there */
    int owed;        /* an answer did not come in time, or not to its end */
    char space[257]; /* where all ranks of the job put what they have */
} word = { .fd = -1 };

/* ---- one line, one answer ----------------------------------------------- */

/* Whether there is something to read within so many ms.  */
static int
is_there (int patience)
{
    struct pollfd socket = { .fd = word.fd, .events = POLLIN };
    int64_t end = hpm_clock_monotonic () + patience * INT64_C (1000000);
    int count;

    do {
        count = poll (&socket, 1, patience);
        if (patience > 0 && count < 0)
            patience = (int)((end - hpm_clock_monotonic ()) / 1000000);
    } while (count < 0 && errno == EINTR
             && (patience == WITHOUT_END || patience > 0));
    return count > 0;
}

/* Up to the end of the line.  Returns 0, or -1 where it has not come in time,
 * or the server is gone.  */
static int
receive (char answer[LINE], int patience)
{
    size_t got = 0;
    ssize_t bytes;

    *answer = '\0';
    while (!strchr (answer, '\n') && got < LINE - 1) {
        word.owed = !is_there (patience);
        if (word.owed)
            return -1;
        bytes = recv (word.fd, answer + got, LINE - 1 - got, 0);
        if (bytes == 0 || (bytes < 0 && errno != EINTR))
            return -1;
        got += bytes > 0 ? (size_t)bytes : 0;
        answer[got] = '\0';
    }
    return 0;
}

/* The server answers each line with one; nothing comes unasked.  Returns 0, or
 * -1 when the answer is not the one that is expected, or has not come.  */
static int
ask (const char *line, const char *expected, char answer[LINE], int patience)
{
    size_t length = strlen (line);

    *answer = '\0';
    if (word.owed
        || send (word.fd, line, length, MSG_NOSIGNAL) != (ssize_t)length
        || receive (answer, patience) < 0)
        return -1;
    return strncmp (answer, expected, strlen (expected)) == 0 ? 0 : -1;
}

/* Before MPI_Init there is no other way: MPICH asks the same server next, and
 * would take an answer of ours that comes late for one of its own.  */
static int
ask_first (const char *line, const char *expected, char answer[LINE])
{
    return ask (line, expected, answer, WITHOUT_END);
}

/* ---- whom we talk to ---------------------------------------------------- */

/* Whether the other end of the socket is hydra's process of this node.  */
static int
is_hydra (int fd)
{
    struct ucred server = { .pid = 0 };
    socklen_t bytes = sizeof server;
    char path[64], name[32] = "";
    FILE *file;

    if (getsockopt (fd, SOL_SOCKET, SO_PEERCRED, &server, &bytes) < 0)
        return 0;
    snprintf (path, sizeof path, "/proc/%d/comm", (int)server.pid);
    file = fopen (path, "re");
    if (!file)
        return 0;
    if (!fgets (name, sizeof name, file))
        *name = '\0';
    fclose (file);
    return !strcmp (name, SERVER "\n");
}

/* The ranks of one node know each other by marks.  Intel MPI's hydra, which has
 * gone its own ways, was not tried.  */
static int
is_worth_it (void)
{
    return hpm_launch_number (HPM_LAUNCH_LOCAL_RANKS, 0)
               < hpm_launch_number (HPM_LAUNCH_RANKS, 0)
           && !getenv ("I_MPI_ROOT");
}

/* Hydra ends a job that says what it does not understand: so nothing more is
 * said where an answer is not as it should be.  */
static int
begin (void)
{
    const char *number = getenv ("PMI_FD"), *space;
    char answer[LINE];

    if (!number || !*number || !is_worth_it () || !is_hydra (atoi (number)))
        return -1;
    word.fd = atoi (number);
    if (ask_first ("cmd=init pmi_version=1 pmi_subversion=1\n",
                   "cmd=response_to_init ", answer)
            < 0
        || !strstr (answer, " rc=0") || !strstr (answer, " pmi_version=1 ")
        || ask_first ("cmd=get_my_kvsname\n", "cmd=my_kvsname ", answer) < 0)
        return -1;
    space = strstr (answer, " kvsname=");
    return space && sscanf (space, " kvsname=%256s", word.space) == 1 ? 0 : -1;
}

/* ---- the word ----------------------------------------------------------- */

void
hpm_pmi_word_leave (void)
{
    int rank = hpm_launch_number (HPM_LAUNCH_RANK, -1);
    char line[LINE], answer[LINE];

    if (rank < 0 || word.fd >= 0 || begin () < 0)
        return;
    snprintf (line, sizeof line, "cmd=put kvsname=%s key=hpmmpi-%d value=1\n",
              word.space, rank);
    word.left = ask_first (line, "cmd=put_result rc=0", answer) == 0;
}

int
hpm_pmi_word_of (int rank)
{
    char line[LINE], answer[LINE];

    if (!word.left)
        return -1;
    snprintf (line, sizeof line, "cmd=get kvsname=%s key=hpmmpi-%d\n",
              word.space, rank);
    if (ask (line, "cmd=get_result rc=0 ", answer, PATIENCE) == 0)
        return 1;
    return strncmp (answer, NOT_THERE, strlen (NOT_THERE)) == 0 ? 0 : -1;
}

/* MPICH waits for the same server next, and as long.  */
void
hpm_pmi_word_settle (void)
{
    char answer[LINE];

    if (word.owed)
        receive (answer, WITHOUT_END);
}
