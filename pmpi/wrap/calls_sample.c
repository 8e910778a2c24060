/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmpi/wrap/calls_sample.h"
#include "pmpi/wrap/calls_wrap.h"
#include "pmpi/guest/clock.h"
#include "pmpi/guest/descriptor_room.h"
#include "pmpi/guest/float_guard.h"

#define SHORT 8000 /* ns: longer calls are classed one by one */
#define LATE 4   /* in a call of this class there is time to read the clocks */
#define REDRAW 3 /* a call of this class changes the mean */
#define WORTH 3000000 /* ns in a function: a thread's file pays */
#define NEVER INT64_MAX
#define TRIES 8
#define AFTERMATH                                                              \
    1.4 /* calls after a look are slower, which is its cost, too */

int64_t hpm_calls_short = INT64_MAX;

/* What the first looks measure is written by every thread that has its first
 * look before another has ended its own, so it is atomic; look_ticks is written
 * last, and is 0 until then.  */
static struct {
    int on;
    int64_t least_ticks; /* that a look takes, one after the other */
    int64_t look_ticks;  /* and among the calls of the program */
    int64_t edge;        /* ns of processor time between its two ends */
    double tick_ns;
} sample;

/* The calling thread's file of the time it waited for a processor.  */
enum { NOT_TRIED, OPEN, REFUSED };
static HPM_TLS struct {
    int state, descriptor;
    int64_t bytes; /* read of it */
} waits;

/* ---- the clocks --------------------------------------------------------- */

/* Above the program's own, or not at all: nobody asks whose it is before it is
 * read.  */
static void
open_waits (void)
{
    int saved = errno, floor = hpm_descriptor_floor ();
    int fd = open ("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);

    fd = hpm_descriptor_move_up (fd, floor);
    if (fd >= 0 && fd < floor) {
        close (fd);
        fd = -1;
    }
    waits.state = fd < 0 ? REFUSED : OPEN;
    waits.descriptor = fd;
    errno = saved;
}

/* The second number of the file, ns; -1 where it can't be had.  By a bare
 * system call: the C library's is where a thread may be cancelled.  */
static int64_t
read_waits (void)
{
    char text[96], *at = text;
    int64_t value = 0;
    int saved = errno;
    long n;

    if (waits.state != OPEN)
        return -1;
    n = syscall (SYS_pread64, waits.descriptor, text, sizeof text - 1, 0L);
    errno = saved;
    if (n <= 0) {
        waits.state = REFUSED;
        return -1;
    }
    waits.bytes += n;
    text[n] = '\0';
    while (*at && *at != ' ')
        at++;
    while (*at == ' ')
        at++;
    for (; *at >= '0' && *at <= '9'; at++)
        value = 10 * value + (*at - '0');
    return value;
}

static int64_t
read_processor (void)
{
    return hpm_clock_read (CLOCK_THREAD_CPUTIME_ID);
}

/* The mean of the latest looks, of which one that was interrupted is not let
 * count for more than some.  */
static void
note_look (int64_t ticks)
{
    int64_t most = 8 * __atomic_load_n (&sample.least_ticks, __ATOMIC_RELAXED);
    int64_t mean = __atomic_load_n (&sample.look_ticks, __ATOMIC_RELAXED);

    if (ticks > most)
        ticks = most;
    mean = mean ? mean + (ticks - mean) / 16 : ticks;
    __atomic_store_n (&sample.look_ticks, mean > 0 ? mean : 1,
                      __ATOMIC_RELEASE);
}

/* Of several looks at nothing, the one that took least.  Threads that do it at
 * the same time do it twice.  */
static void
measure_look (void)
{
    int64_t least = INT64_MAX, edge = INT64_MAX;

    for (int i = 0; i < TRIES; i++) {
        int64_t began = hpm_calls_clock (), processor, ticks;

        read_waits ();
        processor = read_processor ();
        processor = read_processor () - processor;
        read_waits ();
        ticks = hpm_calls_clock () - began;
        least = ticks < least ? ticks : least;
        edge = processor < edge ? processor : edge;
    }
    least = least > 0 ? least : 1;
    __atomic_store_n (&sample.least_ticks, least, __ATOMIC_RELAXED);
    __atomic_store_n (&sample.edge, edge > 0 ? edge : 0, __ATOMIC_RELAXED);
    note_look (least);
}

/* ---- which calls -------------------------------------------------------- */

static int
is_worth_a_file (const struct hpm_call_row *row)
{
    return gettid () == getpid ()
           || (double)row->ticks * sample.tick_ns > WORTH;
}

static void
draw (struct hpm_calls_table *table, struct hpm_call_row *row)
{
    int64_t look = __atomic_load_n (&sample.look_ticks, __ATOMIC_RELAXED);
    double p = hpm_sample_probability (row->calls, row->ticks,
                                       AFTERMATH * (double)look);

    row->sample->weight = p < 1 ? 1 / p : 1;
    row->until = hpm_sample_draw (&table->random, p);
}

/* ---- a call ------------------------------------------------------------- */

static void
create (struct hpm_calls_table *table, struct hpm_call_row *row)
{
    struct hpm_call_sample *own = calloc (1, sizeof *own);

    if (own)
        own->weight = 1;
    __atomic_store_n (&row->sample, own, __ATOMIC_RELEASE);
    if (!table->random)
        table->random = ((uint64_t)hpm_calls_clock () << 8) | 1;
}

static void
enter (struct hpm_calls_table *table, struct hpm_call_row *row)
{
    if (!row->sample && sample.on)
        create (table, row);
    if (!row->sample) {
        row->until = NEVER;
        return;
    }
    if (waits.state == NOT_TRIED && is_worth_a_file (row))
        open_waits ();
    if (!__atomic_load_n (&sample.look_ticks, __ATOMIC_ACQUIRE))
        measure_look ();
    table->looked = row;
    table->look.ticks = hpm_calls_clock ();
    table->look.wait = read_waits ();
    table->look.processor = read_processor ();
    table->look.ticks = hpm_calls_clock () - table->look.ticks;
}

void
hpm_calls_sample_enter (struct hpm_calls_table *table, struct hpm_call_row *row)
{
    struct hpm_float_guard guard;

    hpm_float_begin_short (&guard);
    enter (table, row);
    hpm_float_end_short (&guard);
}

static double
edge_of_look (void)
{
    return (double)__atomic_load_n (&sample.edge, __ATOMIC_RELAXED);
}

/* Time of a clock within a call that took so long: no less than nothing, and no
 * more than is left of it.  Returns it.  */
static double
add_clock (struct hpm_sample_sums *sums, double weight, int64_t ticks,
           double value, double most)
{
    int is_cut = value >= most;

    value = value < 0 ? 0 : is_cut ? most : value;
    hpm_sample_add (sums, weight, (double)ticks, value,
                    is_cut ? 0 : edge_of_look () / 2);
    return value;
}

/* The wait is read last, as it was read first before the call.  */
static struct hpm_calls_reading
read_clocks (void)
{
    struct hpm_calls_reading now;

    now.processor = read_processor ();
    now.ticks = hpm_calls_clock ();
    now.wait = read_waits ();
    return now;
}

static void
add_look (struct hpm_calls_table *table, struct hpm_sample_class *class,
          double weight, int64_t ticks)
{
    const struct hpm_calls_reading *began = &table->look;
    struct hpm_calls_reading now = read_clocks ();
    double processor = (double)(now.processor - began->processor);
    double time = (double)ticks * sample.tick_ns;

    processor = add_clock (&class->sums[HPM_SAMPLE_CPU], weight, ticks,
                           processor - edge_of_look (), time);
    if (began->wait >= 0 && now.wait >= 0)
        add_clock (&class->sums[HPM_SAMPLE_WAIT], weight, ticks,
                   (double)(now.wait - began->wait), time - processor);
    table->last = now;
}

/* A long call that was not looked at: the last time somebody did may be short
 * before it.  */
static void
add_late (struct hpm_calls_table *table, struct hpm_sample_class *class,
          int64_t ticks)
{
    struct hpm_calls_reading now = read_clocks (), last = table->last;
    struct hpm_sample_sums *sums = class->sums;
    double time = (double)ticks * sample.tick_ns;
    double between = (double)(now.ticks - last.ticks) * sample.tick_ns - time;

    table->last = now;
    if (!last.ticks)
        return;
    hpm_sample_add_late (&sums[HPM_SAMPLE_CPU], (double)ticks,
                         (double)(now.processor - last.processor), between,
                         time);
    if (now.wait >= 0 && last.wait >= 0)
        hpm_sample_add_late (&sums[HPM_SAMPLE_WAIT], (double)ticks,
                             (double)(now.wait - last.wait), between, time);
}

/* Add the call to its class.  */
static void
note (struct hpm_calls_table *table, struct hpm_call_sample *own, int class,
      int looked, int64_t ticks)
{
    struct hpm_sample_class now = own->classes[class];
    int late = !looked && class >= LATE;

    if (class > 0) {
        now.calls++;
        now.ticks += ticks;
    }
    if (looked)
        add_look (table, &now, own->weight, ticks);
    else if (late)
        add_late (table, &now, ticks);
    hpm_sample_put (own, class, &now, own->looks + (looked || late));
}

static void
leave (struct hpm_calls_table *table, struct hpm_call_row *row, int64_t ticks)
{
    int class = hpm_arrival_class (ticks, hpm_calls_short);
    struct hpm_call_sample *own = row->sample;
    int64_t began = hpm_calls_clock ();
    int chosen = row->until < 0, looked = chosen && table->looked == row;

    if (!own)
        return;
    table->looked = NULL;
    note (table, own, class, looked, ticks);
    if (chosen || class >= REDRAW)
        draw (table, row);
    hpm_calls_sample_tell_bytes (table);
    if (looked)
        note_look (hpm_calls_clock () - began + table->look.ticks);
}

void
hpm_calls_sample_leave (struct hpm_calls_table *table, struct hpm_call_row *row,
                        int64_t ticks)
{
    struct hpm_float_guard guard;

    hpm_float_begin_short (&guard);
    leave (table, row, ticks);
    hpm_float_end_short (&guard);
}

void
hpm_calls_sample_tell_bytes (struct hpm_calls_table *table)
{
    __atomic_store_n (&table->bytes_read, waits.bytes, __ATOMIC_RELAXED);
}

/* ---- life --------------------------------------------------------------- */

void
hpm_calls_sample_start (int on)
{
    double rate = (double)hpm_calls_clock_rate ();

    sample.on = on;
    if (!on)
        return;
    sample.tick_ns = 1e9 / rate;
    hpm_calls_short = (int64_t)(SHORT * rate / 1e9) + 1;
}

void
hpm_calls_sample_thread_end (void)
{
    int saved = errno;

    if (waits.state == OPEN)
        close (waits.descriptor);
    waits.state = REFUSED;
    errno = saved;
}

void
hpm_calls_sample_release (struct hpm_call_row *rows, int count)
{
    for (int f = 0; rows && f < count; f++)
        free (rows[f].sample);
}
