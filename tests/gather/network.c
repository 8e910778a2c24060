/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "pmpi/gather/gather_tree.h"
#include "pmpi/gather/gather_write.h"
#include "pmpi/wire/mpi_api.h"
#include "tests/gather/network.h"

#define STACK (sizeof (struct hpm_tree) + (96 << 10))
#define TAGS 4 /* 1 to 3 are used */

struct hpm_mpi_api hpm_mpi;
struct hpm_mpi_abi hpm_mpi_abi;

const struct network_model network_usual = { 2e-6, 0.5e-6, 1e-10, 1e-9, 8192 };

struct message {
    struct message *next;
    int from, tag;
    size_t bytes;
    double sent;      /* when it left, or was ready to */
    double *finished; /* who waits for that; or NULL */
    char data[];
};

struct made_rank {
    int rank, leads;
    double clock, asked; /* a rank that leads nobody: when it was asked */
    struct message *first, **last;
    size_t unread, most_unread;
    int ready, over;
    struct made_rank *next; /* among those that are ready */
    ucontext_t context;
    char *stack;
};

static const struct network_job *job;
static struct made_rank *made;
static struct network_result *result;
static int next_rank;    /* whose part comes next at rank 0 */
static size_t next_byte; /* of it */
static struct made_rank *self;
static struct made_rank *ready, **last_ready = &ready;
static ucontext_t scheduler;

static size_t
bytes_of (int rank)
{
    return rank == job->failing ? 0 : job->bytes (rank);
}

static double
later (double a, double b)
{
    return a > b ? a : b;
}

static void
fill (char *data, int rank, size_t from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        data[i] = (char)network_byte (rank, from + i);
}

/* ---- who runs ----------------------------------------------------------- */

static void
wake (struct made_rank *rank)
{
    if (rank->ready)
        return;
    rank->ready = 1;
    rank->next = NULL;
    *last_ready = rank;
    last_ready = &rank->next;
}

/* Until somebody wakes this rank.  */
static void
sleep_here (void)
{
    swapcontext (&self->context, &scheduler);
}

static void
run_ready (void)
{
    while (ready) {
        self = ready;
        ready = self->next;
        if (!ready)
            last_ready = &ready;
        self->ready = 0;
        swapcontext (&scheduler, &self->context);
        if (self->over)
            munmap (self->stack, STACK);
    }
}

/* ---- messages ----------------------------------------------------------- */

static void
deliver (struct made_rank *to, struct message *message)
{
    *to->last = message;
    to->last = &message->next;
    if (!message->finished)
        to->unread += message->bytes;
    to->most_unread
        = to->unread > to->most_unread ? to->unread : to->most_unread;
    wake (to);
}

static void
wait_for_receiver (const double *finished)
{
    while (*finished < 0)
        sleep_here ();
    self->clock = *finished;
}

static int
made_send (const void *data, int count, hpm_handle type, int to, int tag,
           hpm_handle comm)
{
    struct message *message;
    double finished = -1;
    int waits = (size_t)count > job->model.eager;

    (void)type, (void)comm;
    self->clock += job->model.overhead;
    if (!made[to].leads) {
        made[to].asked = self->clock + job->model.latency;
        return 0;
    }
    message = malloc (sizeof *message + (size_t)count);
    *message = (struct message){ .from = self->rank,
                                 .tag = tag,
                                 .bytes = (size_t)count,
                                 .sent = self->clock,
                                 .finished = waits ? &finished : NULL };
    if (count)
        memcpy (message->data, data, (size_t)count);
    deliver (&made[to], message);
    if (waits)
        wait_for_receiver (&finished);
    return 0;
}

/* The first that has come from there.  */
static struct message *
take (int from, int tag)
{
    struct message **at = &self->first, *message;

    while (!*at || (*at)->from != from || (*at)->tag != tag)
        if (*at)
            at = &(*at)->next;
        else {
            sleep_here ();
            at = &self->first;
        }
    message = *at;
    *at = message->next;
    if (self->last == &message->next)
        self->last = at;
    if (!message->finished)
        self->unread -= message->bytes;
    return message;
}

static double
way (size_t bytes)
{
    return job->model.latency + (double)bytes * job->model.per_byte;
}

/* Who sends waits until we are here, and then both for the bytes.  */
static void
meet (const struct message *message)
{
    self->clock = later (self->clock, message->sent + job->model.latency)
                  + way (message->bytes);
    *message->finished = self->clock;
    wake (&made[message->from]);
}

/* A rank that leads nobody tells its bytes, and sends them when it is asked. */
static void
receive_made_up (struct made_rank *from, void *data, size_t bytes, int tag)
{
    uint64_t total = bytes_of (from->rank);
    double sent = tag == 1 ? from->clock : later (from->clock, from->asked);

    if (tag == 1)
        memcpy (data, &total, sizeof total);
    else {
        fill (data, from->rank, from->unread, bytes);
        from->unread += bytes; /* how far it has come */
    }
    from->clock = sent + job->model.overhead;
    if (bytes > job->model.eager)
        from->clock = later (self->clock, from->clock + job->model.latency)
                      + way (bytes) - job->model.latency;
    self->clock = later (self->clock, from->clock + way (bytes));
}

static int
made_recv (void *data, int count, hpm_handle type, int from, int tag,
           hpm_handle comm, void *status)
{
    (void)type, (void)comm, (void)status;
    result->messages += self->rank == 0;
    if (made[from].leads) {
        struct message *message = take (from, tag);

        if (message->finished)
            meet (message);
        else
            self->clock
                = later (self->clock, message->sent + way (message->bytes));
        if (count)
            memcpy (data, message->data, (size_t)count);
        free (message);
    } else
        receive_made_up (&made[from], data, (size_t)count, tag);
    self->clock += job->model.overhead;
    return 0;
}

static int
made_rank (hpm_handle comm, int *rank)
{
    (void)comm;
    *rank = self->rank;
    return 0;
}

static int
made_size (hpm_handle comm, int *ranks)
{
    (void)comm;
    *ranks = job->ranks;
    return 0;
}

/* ---- what rank 0 writes ------------------------------------------------- */

int
hpm_gather_write_bytes (struct hpm_stream_file *file, const void *data,
                        size_t bytes, struct hpm_error *error)
{
    const unsigned char *at = data;

    (void)file, (void)error;
    result->bytes += bytes;
    self->clock += (double)bytes * job->model.written;
    for (size_t i = 0; i < bytes; i++) {
        while (next_rank < job->ranks && next_byte >= bytes_of (next_rank)) {
            next_rank++;
            next_byte = 0;
        }
        if (next_rank == job->ranks
            || at[i] != network_byte (next_rank, next_byte++))
            result->wrong = 1;
    }
    return 0;
}

/* ---- ranks -------------------------------------------------------------- */

static void
run (void)
{
    struct hpm_tree tree; /* of its pages most are not touched */
    struct hpm_stream_buffer lead = { .data = NULL }, body = { .data = NULL };

    body.bytes = bytes_of (self->rank);
    body.data = malloc (body.bytes + 1);
    body.failed = self->rank == job->failing;
    fill (body.data, self->rank, 0, body.bytes);
    hpm_gather_tree (&tree, 0, &lead, &body, NULL, NULL);
    free (body.data);
    self->over = 1;
    sleep_here ();
}

static int
depth_of (int rank)
{
    int depth = 0, parent;

    for (; rank; rank = parent, depth++)
        hpm_tree_find (rank, job->ranks, &parent);
    return depth;
}

static void
prepare (void)
{
    for (int i = 0; i < job->ranks; i++) {
        struct hpm_tree_range range;
        int parent;

        range = hpm_tree_find (i, job->ranks, &parent);
        made[i].rank = i;
        made[i].leads = i == 0 || range.end - range.first > 1;
        made[i].last = &made[i].first;
        result->peers += parent == 0;
    }
    result->depth = depth_of (job->ranks - 1);
    hpm_mpi.Send = made_send;
    hpm_mpi.Recv = made_recv;
    hpm_mpi.Comm_rank = made_rank;
    hpm_mpi.Comm_size = made_size;
}

/* Returns 0, or -1 without memory for its stack.  */
static int
begin (struct made_rank *rank)
{
    rank->stack = mmap (NULL, STACK, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (rank->stack == MAP_FAILED)
        return -1;
    getcontext (&rank->context);
    rank->context.uc_stack.ss_sp = rank->stack;
    rank->context.uc_stack.ss_size = STACK;
    makecontext (&rank->context, run, 0);
    wake (rank);
    return 0;
}

static int
run_all (void)
{
    int failed = 0;

    for (int i = 0; i < job->ranks && !failed; i++)
        if (made[i].leads)
            failed = begin (&made[i]);
    if (!failed)
        run_ready ();
    return failed;
}

int
network_run (const struct network_job *wanted, struct network_result *found)
{
    int failed;

    memset (found, 0, sizeof *found);
    job = wanted;
    result = found;
    next_rank = 0;
    next_byte = 0;
    made = calloc ((size_t)job->ranks, sizeof *made);
    if (!made)
        return -1;
    prepare ();
    failed = run_all ();
    result->seconds = made[0].clock;
    result->most_unread = made[0].most_unread;
    if (!failed)
        free (made);
    return failed;
}
