/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is said to hydra, and what comes of its answers, of those that come late
 * above all.  This process is hydra's, by its name, and a thread answers.
 */
#include "config.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "pmpi/job/pmi_word.h"
#include "tests/tap.h"

#define LATE 3 /* of this rank nothing is said before the time has come */

static int server;
static sem_t time_has_come;

static const char *
answer_to (const char *line)
{
    int rank = -1;

    if (strstr (line, "cmd=init "))
        return "cmd=response_to_init rc=0 pmi_version=1 pmi_subversion=1\n";
    if (strstr (line, "cmd=get_my_kvsname"))
        return "cmd=my_kvsname kvsname=space\n";
    if (strstr (line, "cmd=put "))
        return "cmd=put_result rc=0 msg=success\n";
    if (strstr (line, "cmd=finalize"))
        return "cmd=finalize_ack\n";
    sscanf (line, "cmd=get kvsname=space key=hpmmpi-%d", &rank);
    if (rank == LATE) {
        send (server, "cmd=get_", 8, 0);
        sem_wait (&time_has_come);
        return "result rc=0 msg=success value=1\n";
    }
    return rank == 1 ? "cmd=get_result rc=0 msg=success value=1\n"
                     : "cmd=get_result rc=-1 msg=key_not_found\n";
}

static void *
serve (void *nothing)
{
    char line[1024];
    ssize_t bytes;

    while ((bytes = recv (server, line, sizeof line - 1, 0)) > 0) {
        const char *answer;

        line[bytes] = '\0';
        answer = answer_to (line);
        if (send (server, answer, strlen (answer), MSG_NOSIGNAL) < 0)
            break;
    }
    return nothing;
}

static pthread_t thread; /* of the server */

/* As a rank of two nodes.  */
static int
begin (void)
{
    char number[16];
    int ends[2];

    if (prctl (PR_SET_NAME, "hydra_pmi_proxy") < 0
        || socketpair (AF_UNIX, SOCK_STREAM, 0, ends) < 0)
        return -1;
    server = ends[1];
    snprintf (number, sizeof number, "%d", ends[0]);
    setenv ("PMI_FD", number, 1);
    setenv ("PMI_RANK", "0", 1);
    setenv ("PMI_SIZE", "8", 1);
    setenv ("MPI_LOCALRANKID", "0", 1);
    setenv ("MPI_LOCALNRANKS", "4", 1);
    sem_init (&time_has_come, 0, 0);
    return pthread_create (&thread, NULL, serve, NULL) ? -1 : ends[0];
}

static void
end (void)
{
    shutdown (server, SHUT_RDWR);
    pthread_join (thread, NULL);
    close (server);
}

/* What MPICH gets to a line of its own.  */
static int
hears (int fd, const char *line, const char *expected)
{
    char answer[1024];
    ssize_t bytes;

    send (fd, line, strlen (line), 0);
    bytes = recv (fd, answer, sizeof answer - 1, 0);
    answer[bytes > 0 ? bytes : 0] = '\0';
    return strcmp (answer, expected) == 0;
}

int
main (void)
{
    int fd;

    tap_ok (hpm_pmi_word_of (1) == -1,
            "nothing is known before the word is left");
    fd = begin ();
    if (fd < 0)
        return 99;
    hpm_pmi_word_leave ();
    tap_ok (hpm_pmi_word_of (1) == 1, "a rank that has left the word is known");
    tap_ok (hpm_pmi_word_of (2) == 0, "a rank that has left none is known");
    hpm_pmi_word_settle ();
    tap_ok (hpm_pmi_word_of (1) == 1, "nothing is waited for that is not owed");
    tap_ok (hpm_pmi_word_of (LATE) == -1,
            "an answer that does not come is not waited for without end");
    tap_ok (hpm_pmi_word_of (1) == -1,
            "nothing more is said while an answer is owed");
    sem_post (&time_has_come);
    hpm_pmi_word_settle ();
    tap_ok (hpm_pmi_word_of (2) == 0,
            "an answer that comes late is no other's");
    tap_ok (hears (fd, "cmd=finalize\n", "cmd=finalize_ack\n"),
            "the MPI library gets the answer to its own line");
    end ();
    tap_ok (hpm_pmi_word_of (1) == -1,
            "a server that is gone is not waited for");
    return tap_done ();
}
