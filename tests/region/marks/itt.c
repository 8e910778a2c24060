/* SPDX-License-Identifier: BSD-3-Clause
 *
 * In place of a program with ittnotify: its side of ITT, as it loads a tool and
 * calls what that has set.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct function {
    const char *name;
    void **pointer;
    void *first, *none;
    int group;
};

static struct {
    unsigned char magic[8];
    unsigned long version[3];
    volatile long state[3];
    pthread_mutex_t mutex;
    void *library, *error_handler;
    const char **path;
    struct function *functions;
    void *next;
} program = { .mutex = PTHREAD_MUTEX_INITIALIZER };

struct id {
    unsigned long long d1, d2, d3;
};

struct handle {
    const char *text;
    const void *wide;
    int extra1;
    void *extra2;
    struct handle *next;
};

static void
unset (void)
{
}

static void *begin = (void *)unset, *end = (void *)unset,
            *create = (void *)unset, *domain = (void *)unset,
            *frame = (void *)unset;
static struct function functions[] = {
    { "__itt_task_begin", &begin, (void *)unset, NULL, 1 },
    { "__itt_task_end", &end, (void *)unset, NULL, 1 },
    { "__itt_string_handle_create", &create, (void *)unset, NULL, 1 },
    { "__itt_domain_create", &domain, (void *)unset, NULL, 1 },
    { "__itt_frame_begin_v3", &frame, (void *)unset, NULL, 1 },
    { NULL, NULL, NULL, NULL, 0 },
};

int
main (void)
{
    static const struct handle outer = { .text = "outer" }; /* not the tool's */
    const struct handle *inner;
    const struct id none = { 0, 0, 0 };
    const char *tool = getenv ("INTEL_LIBITTNOTIFY64");
    void *library = tool ? dlopen (tool, RTLD_LAZY) : NULL;
    void (*init) (void *, int)
        = library ? (void (*) (void *, int))dlsym (library, "__itt_api_init")
                  : NULL;

    program.functions = functions;
    if (!init)
        return 1;
    init (&program, -1);
    inner = ((const struct handle *(*)(const char *))create) ("inner");
    for (int i = 0; i < 3; i++) {
        void (*task_begin) (const void *, struct id, struct id,
                            const struct handle *)
            = (void (*) (const void *, struct id, struct id,
                         const struct handle *))begin;
        void (*task_end) (const void *) = (void (*) (const void *))end;

        task_begin (NULL, none, none, &outer);
        task_begin (NULL, none, none, inner);
        task_end (NULL);
        task_begin (NULL, none, none, inner);
        task_end (NULL);
        task_end (NULL);
    }
    puts (domain == (void *)unset && !frame ? "left as they are" : "changed");
    puts (((const struct handle *(*)(const char *))create) ("inner") == inner
              ? inner->text
              : "another");
    return 0;
}
