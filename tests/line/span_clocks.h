/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What tests of the account of spans count: the clocks that it is made of.
 */
#ifndef HPM_TESTS_SPAN_CLOCKS_H
#define HPM_TESTS_SPAN_CLOCKS_H

#include "hpm_record.h"

enum { LIFE, CPU, MPI, IO, INSIDE, EVENTS };

static struct hpm_event_record events[EVENTS] = { { .name = "os::WALL_TIME" },
                                                  { .name = "os::CPU_TIME" },
                                                  { .name = "mpi::TIME" },
                                                  { .name = "mpi::IO_TIME" },
                                                  { .name = "mpi::CPU_TIME" } };

#endif /* HPM_TESTS_SPAN_CLOCKS_H */
