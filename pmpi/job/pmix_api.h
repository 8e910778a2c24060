/* SPDX-License-Identifier: BSD-3-Clause
 *
 * PMIx, the run time below Open MPI, as far as it is needed here (its ABI is
 * stable since version 3).  Nothing of ours loads it, and nothing of ours is
 * its client: MPI is, and from its MPI_Init to its MPI_Finalize we may use
 * that.
 */
#ifndef HPM_PMPI_PMIX_API_H
#define HPM_PMPI_PMIX_API_H

#include <stddef.h>
#include <stdint.h>

#define HPM_PMIX_OK 0
#define HPM_PMIX_NOT_FOUND -46
#define HPM_PMIX_NOT_SUPPORTED -47
#define HPM_PMIX_DONE_ALREADY -157 /* of a call with a callback: none comes */
#define HPM_PMIX_BOOL 1
#define HPM_PMIX_INT 6
#define HPM_PMIX_UINT32 14
#define HPM_PMIX_SCOPE_REMOTE 2
#define HPM_PMIX_SCOPE_GLOBAL 3
#define HPM_PMIX_ALL_RANKS (UINT32_MAX - 1)

struct hpm_pmix_proc {
    char space[256];
    uint32_t rank;
};

struct hpm_pmix_value {
    uint16_t type;
    union {
        uint32_t number;
        char flag;      /* a bool */
        char *words[3]; /* the largest member */
    } data;
};

struct hpm_pmix_info {
    char key[512];
    uint32_t flags;
    struct hpm_pmix_value value;
};

/* The definition behind ours of a function of PMIx, in the PMIx that the
 * process has loaded; NULL where it has none.  Any thread.  */
void *hpm_pmix_next (const char *name);

#endif /* HPM_PMPI_PMIX_API_H */
