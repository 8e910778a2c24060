/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a process can have of what its limits allow: descriptors, a file, a
 * thread and memory; it ends with 3.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST 4096

static int opened[MOST];

static void *
nothing (void *data)
{
    return data;
}

int
main (void)
{
    FILE *file;
    pthread_t thread;
    int count = 0, made;

    while (count < MOST && (opened[count] = open ("/", O_PATH)) >= 0)
        count++;
    for (int i = 0; i < count; i++)
        close (opened[i]);
    file = fopen ("/dev/null", "w");
    made = pthread_create (&thread, NULL, nothing, NULL) == 0;
    if (made)
        pthread_join (thread, NULL);
    printf ("%d descriptors, %s file, %s thread, %s memory\n", count,
            file ? "a" : "no", made ? "a" : "no",
            malloc (1 << 20) ? "some" : "no");
    return 3;
}
