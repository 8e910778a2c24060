/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Events that tell in which part of the core slots for operations go, as the
 * kernel has them and no other table does.
 */
#ifndef HPM_TOPDOWN_EVENTS_H
#define HPM_TOPDOWN_EVENTS_H

/* Their names, as the kernel has them, behind "perf::".
 * X(name, description)  */
#define HPM_TOPDOWN_EVENTS(X)                                                  \
    X ("slots", "Slots in which the core could start an operation")            \
    X ("topdown-retiring", "Slots with an operation that completed")           \
    X ("topdown-bad-spec", "Slots lost to wrong predictions")                  \
    X ("topdown-fe-bound", "Slots that the front end left empty")              \
    X ("topdown-be-bound", "Slots that waited for the back end")               \
    X ("topdown-heavy-ops", "Slots with part of a long operation, completed")  \
    X ("topdown-br-mispredict", "Slots lost to mispredicted branches")         \
    X ("topdown-fetch-lat", "Slots of cycles without anything fetched")        \
    X ("topdown-mem-bound", "Slots that waited for memory")

#endif /* HPM_TOPDOWN_EVENTS_H */
