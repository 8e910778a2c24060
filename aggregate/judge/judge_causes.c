/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Causes that a rank is slower than the others are in the median.  With
 * counters
 *
 *     useful time = instructions / (instructions per cycle x cycles a second)
 *
 * so that the logarithms of the three ratios to the median add up to that of
 * the useful time, and each factor has its part in the excess.  Times that a
 * rank did not compute are parts of the excess in seconds, and lower its cycles
 * a second: that factor is only to blame for what they leave.
 *
 * Of times that may have been inside MPI the part is what the rank has at least
 * beyond what the others have at most: a cause is told where the clocks leave
 * no other.  A rank with more to do also waits longer for a processor that it
 * shares, and less than the clocks err is no difference.
 */
#include "config.h"

#include "aggregate/judge/judge_causes.h"

#include <math.h>
#include <stdlib.h>

#define TICK 0.004 /* s; usual */

static double
value (const struct hpm_comparison *compared, int quantity)
{
    return hpm_profile_get (&compared->slow, quantity);
}

static double
ratio (const struct hpm_comparison *compared, int quantity)
{
    return value (compared, quantity) / compared->usual[quantity];
}

/* Part in the excess of a factor that is so much larger than usual.  */
static double
part_of_factor (const struct hpm_comparison *compared, double factor)
{
    double part = log (factor) / log (ratio (compared, HPM_PROFILE_useful));

    return isfinite (part) ? part : 0;
}

static double
positive (double seconds)
{
    return seconds > 0 ? seconds : 0;
}

static double
more_seconds (const struct hpm_comparison *compared, int quantity)
{
    return positive (value (compared, quantity) - compared->usual[quantity]);
}

/* No more than the excess is explained by a time.  */
static double
part_of_seconds (const struct hpm_comparison *compared, double seconds)
{
    return fmin (1, positive (seconds) / compared->excess);
}

/* Less may be chance.  */
static int
is_a_difference (const struct hpm_comparison *compared, double more, double of)
{
    return more >= HPM_LIMIT_DIFFERENCE * of
           && more >= HPM_LIMIT_LEAST * compared->slow.wall;
}

/* Note a cause if its part is large enough.  */
static void
note (struct hpm_comparison *compared, enum hpm_rule rule, double value_told,
      double reference, double part, double seconds)
{
    if (!(part >= HPM_LIMIT_CAUSE) || compared->count == HPM_CAUSES_MOST)
        return;
    compared->causes[compared->count++] = (struct hpm_cause){
        hpm_finding (rule, compared->rank, compared->host, value_told,
                     reference, rule == HPM_FINDING_UNEXPLAINED ? NAN : part),
        part, seconds
    };
}

/* At least what it was blocked, less what the others were at most, and what its
 * other threads waited longer for a processor: it may have waited for them.  */
static double
more_blocked (const struct hpm_comparison *compared)
{
    return positive (value (compared, HPM_PROFILE_blocked)
                     - compared->usual[HPM_PROFILE_blocked_most]
                     - more_seconds (compared, HPM_PROFILE_beside_waits));
}

/* So much longer than the others it may have waited for a processor outside
 * MPI, beside so many seconds on one: no longer than the clocks allow, nor than
 * those and its being blocked leave of the excess.  */
static double
waits_at_most (const struct hpm_comparison *compared, double seconds)
{
    double clocks = value (compared, HPM_PROFILE_waiting_most)
                    - compared->usual[HPM_PROFILE_waiting_least];
    double left = compared->excess - more_blocked (compared) - seconds;

    return positive (fmin (clocks, left));
}

/* Seconds on a processor with the waiting for one that goes with them: no more
 * than their part of what it waited outside MPI.  */
static double
stretched (const struct hpm_comparison *compared, double seconds)
{
    double waits = hpm_profile_stretch (&compared->slow, positive (seconds),
                                        compared->pressure);

    return seconds + fmin (waits, waits_at_most (compared, seconds));
}

/* Processor time that it has outside MPI at least, beyond what the others have
 * at most.  */
static double
more_computing (const struct hpm_comparison *compared)
{
    return positive (value (compared, HPM_PROFILE_computing_least)
                     - compared->usual[HPM_PROFILE_computing]);
}

/* Page faults against those of the others, where so many may be a part of that
 * and they are not told; NAN where not.  */
static double
faults_that_matter (const struct hpm_comparison *compared, double more)
{
    double seconds
        = HPM_LIMIT_FAULT * more_seconds (compared, HPM_PROFILE_faults);

    return compared->kernel <= 0 && seconds >= HPM_LIMIT_LEAST * more
               ? ratio (compared, HPM_PROFILE_faults)
               : NAN;
}

/* 1 if a cause is there already.  */
static int
is_told (const struct hpm_comparison *compared, enum hpm_rule rule)
{
    for (int i = 0; i < compared->count; i++)
        if (compared->causes[i].finding.rule == rule)
            return 1;
    return 0;
}

/* Note so much more computing, if it is a cause; `subject` is 1 where it may be
 * the kernel's.  How long it waits with that is told where it is the larger
 * part, and not told already.  Returns whether it is a cause.  */
static int
tell_computing (struct hpm_comparison *compared, double more, double subject)
{
    double whole = stretched (compared, more);
    int told = compared->count;

    if (more > hpm_profile_chance (&compared->slow)
        && more
               >= HPM_LIMIT_DIFFERENCE * value (compared, HPM_PROFILE_computing)
        && whole >= HPM_LIMIT_LEAST * compared->slow.wall)
        note (compared, HPM_FINDING_UNEXPLAINED, 0,
              faults_that_matter (compared, more),
              part_of_seconds (compared, whole), whole);
    if (compared->count == told)
        return 0;
    compared->causes[told].finding.subject = subject;
    if (whole > 2 * more && !is_told (compared, HPM_FINDING_CPU_WAIT))
        compared->causes[told].finding.share = waits_at_most (compared, more);
    return 1;
}

/* Seconds that it computes longer in user code, at least: those of the others
 * outside MPI are no more than all that they computed there, nor than all that
 * they had in user code.  */
static double
more_of_program (const struct hpm_comparison *compared)
{
    double program
        = value (compared, HPM_PROFILE_computing) - compared->slow.main_kernel;
    double others = fmin (compared->usual[HPM_PROFILE_computing],
                          positive (compared->usual[HPM_PROFILE_cpu]
                                    - compared->usual[HPM_PROFILE_kernel]));

    return program - (isnan (others) ? 0 : others);
}

/* Where what the program computes longer is no cause, with what may be the
 * kernel's: ranks that look for messages spend as much there, and ticks do not
 * tell where.  */
static void
note_computing (struct hpm_comparison *compared)
{
    double both = more_computing (compared) - compared->kernel;

    if (!tell_computing (compared, fmin (both, more_of_program (compared)), -1))
        tell_computing (compared, both, 1);
}

/* To wait as the others do says nothing, nor as much longer as it has to do;
 * where it is more, all that it is longer is told.  */
static void
note_waiting (struct hpm_comparison *compared)
{
    double outside = value (compared, HPM_PROFILE_waiting_least);
    double longer = outside - compared->usual[HPM_PROFILE_waiting_most];
    double least = longer - compared->pressure * more_computing (compared);

    if (outside >= HPM_LIMIT_WAITING * compared->slow.wall
        && is_a_difference (compared, least, outside)
        && least >= HPM_LIMIT_CONTRAST * compared->spread)
        note (compared, HPM_FINDING_CPU_WAIT, outside / compared->slow.wall,
              longer, part_of_seconds (compared, least), least);
}

/* It may wait for its other threads while they have work for as long, and be it
 * no more than others'.  */
static void
note_blocked (struct hpm_comparison *compared)
{
    double more = fmin (more_blocked (compared), compared->excess);
    int told = compared->count;

    if (is_a_difference (compared, more, value (compared, HPM_PROFILE_blocked)))
        note (compared, HPM_FINDING_BLOCKED, more,
              fmin (more, more_seconds (compared, HPM_PROFILE_beside)),
              part_of_seconds (compared, more), more);
    if (compared->count > told
        && value (compared, HPM_PROFILE_beside) >= more / 2)
        compared->causes[told].finding.subject = 1;
}

/* What it has more of the kernel's time, outside MPI: MPI that yields spends
 * time there, too, but no more of it than in the others that are longer in MPI.
 */
static double
more_kernel (const struct hpm_comparison *compared)
{
    double more = more_seconds (compared, HPM_PROFILE_kernel);
    double inside = value (compared, HPM_PROFILE_cpu)
                    - value (compared, HPM_PROFILE_computing_least);
    double usual = compared->usual[HPM_PROFILE_cpu]
                   - compared->usual[HPM_PROFILE_computing];

    return inside <= usual
               ? more
               : fmin (more, value (compared, HPM_PROFILE_kernel) - inside);
}

/* Ticks tell the kernel's time from the program's.  */
static void
note_kernel (struct hpm_comparison *compared)
{
    double kernel = value (compared, HPM_PROFILE_kernel);
    double more = more_seconds (compared, HPM_PROFILE_kernel);
    double whole = stretched (compared, more_kernel (compared));
    double part = part_of_seconds (compared, whole);

    if (!(more > 3 * (TICK + sqrt (TICK * positive (kernel)))
                     + 1e-9 * HPM_LONGEST_TICK
                           * positive (value (compared, HPM_PROFILE_preempted)))
        || (compared->all_wait >= HPM_LIMIT_WAITING
            && !(more > HPM_LIMIT_KERNEL))
        || !(more <= 1.01 * compared->excess))
        return;
    note (compared, HPM_FINDING_KERNEL, more,
          faults_that_matter (compared, more), part, whole);
    if (part >= HPM_LIMIT_CAUSE)
        compared->kernel = more;
}

/* Time that is not computing, whoever is to blame for it.  */
static double
lost_part (const struct hpm_comparison *compared)
{
    return part_of_seconds (compared,
                            more_seconds (compared, HPM_PROFILE_waiting))
           + part_of_seconds (compared,
                              more_seconds (compared, HPM_PROFILE_blocked))
           + part_of_seconds (compared,
                              more_seconds (compared, HPM_PROFILE_kernel));
}

static int
has_factors (const struct hpm_comparison *compared)
{
    return isfinite (ratio (compared, HPM_PROFILE_instructions))
           && isfinite (ratio (compared, HPM_PROFILE_ipc));
}

static void
note_factors (struct hpm_comparison *compared)
{
    double work = ratio (compared, HPM_PROFILE_instructions);
    double ipc = ratio (compared, HPM_PROFILE_ipc);
    double clock = ratio (compared, HPM_PROFILE_clock);
    double parts[]
        = { part_of_factor (compared, work), part_of_factor (compared, 1 / ipc),
            part_of_factor (compared, 1 / clock) - lost_part (compared) };

    note (compared, HPM_FINDING_WORK, work, NAN, parts[0], NAN);
    note (compared, HPM_FINDING_IPC, ipc, NAN, parts[1], NAN);
    note (compared, HPM_FINDING_CLOCK, clock,
          compared->slow.threads > 1 ? 2 : 1, parts[2], NAN);
}

/* The largest part first.  */
static int
compare_parts (const void *a, const void *b)
{
    const struct hpm_cause *first = a, *second = b;

    if (first->part < second->part || first->part > second->part)
        return first->part < second->part ? 1 : -1;
    return (int)first->finding.rule - (int)second->finding.rule;
}

void
hpm_comparison_find_causes (struct hpm_comparison *compared)
{
    note_waiting (compared);
    note_blocked (compared);
    note_kernel (compared);
    if (has_factors (compared))
        note_factors (compared);
    else
        note_computing (compared);
    qsort (compared->causes, (size_t)compared->count, sizeof *compared->causes,
           compare_parts);
}
