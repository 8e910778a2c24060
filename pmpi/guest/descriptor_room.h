/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program may have used up its file descriptors when it calls MPI_Finalize.
 * How many are left can't be known: other threads open and close files.
 */
#ifndef HPM_PMPI_DESCRIPTOR_ROOM_H
#define HPM_PMPI_DESCRIPTOR_ROOM_H

#include <sys/resource.h>

struct hpm_descriptor_room {
    struct rlimit before;
    int raised;
};

/* Raise the soft limit by a few, where the hard one permits it, for as long as
 * the record is written, and set it back.  errno is kept.  */
void hpm_descriptor_room_begin (struct hpm_descriptor_room *room);
void hpm_descriptor_room_end (const struct hpm_descriptor_room *room);

/* Numbers from here on the program does not get for its own files, so that it
 * finds those that it would find without us: above what select(2) can handle,
 * where there is room, or else in the upper half.  INT_MAX where there is no
 * such place.  */
int hpm_descriptor_floor (void);

/* A copy of fd, which no program started from here inherits, under a number
 * that the program does not get: above its limit, where that may be raised for
 * the moment, or where the limit is so high that one of its numbers does no
 * harm. Returns -1 where neither is.  */
int hpm_descriptor_copy_away (int fd);

/* Have the kernel make room for such numbers, once: it takes some 10 us as long
 * as the process has one thread, and 10 ms later on, when each thread must have
 * seen the new table.  errno is kept.  */
void hpm_descriptor_make_room (void);

/* Move a descriptor of ours to `floor` or above, closed by exec.  Returns it;
 * where there is no room up there, it stays where it is.  errno is kept.  */
int hpm_descriptor_move_up (int fd, int floor);

/* A new descriptor of ours, or -1: where the program has closed its standard
 * ones, the kernel gives out their numbers, and what somebody prints would go
 * into our file.  Returns one behind them in its place, closed by exec, or -1
 * with errno.
 */
int hpm_descriptor_raise (int fd);

#endif /* HPM_PMPI_DESCRIPTOR_ROOM_H */
