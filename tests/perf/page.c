/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A made-up page, and registers of known contents.
 */
#include "config.h"

#include <string.h>

#include "pmpi/perf/perf_page.h"
#include "tests/tap.h"

static struct perf_event_mmap_page page;
static uint64_t contents;
static uint32_t asked_for;
static int reads;
static int disturbances; /* reads during which the kernel rewrites the page */

/* While it reads, the thread may lose the processor: then the page is another
 * when it goes on.  */
static uint64_t
fake_register (uint32_t number)
{
    asked_for = number;
    if (reads++ < disturbances) {
        page.lock += 2;
        page.offset += 1000;
        return 123456;
    }
    return contents;
}

static void
make_page (uint32_t index, uint16_t width, int64_t offset, uint64_t value)
{
    memset (&page, 0, sizeof page);
    page.cap_user_rdpmc = 1;
    page.index = index;
    page.pmc_width = width;
    page.offset = offset;
    contents = value;
    reads = disturbances = 0;
}

/* The count, or -77 when the kernel must be asked.  */
static int64_t
count (void)
{
    int64_t value = -99;

    return hpm_perf_page_read (&page, fake_register, &value) ? -77 : value;
}

static void
check_refusals (void)
{
    make_page (0, 48, 5, 7);
    tap_ok (count () == -77, "index 0 is in no register");
    tap_ok (reads == 0, "no register is read for index 0");
    make_page (1, 48, 5, 7);
    page.cap_user_rdpmc = 0;
    tap_ok (!hpm_perf_page_permits (&page), "a page may have no permission");
    tap_ok (count () == -77 && reads == 0,
            "no register is read without permission");
    make_page (1, 0, 5, 7);
    tap_ok (count () == -77 && reads == 0, "a register of no bits is refused");
    make_page (1, 65, 5, 7);
    tap_ok (count () == -77 && reads == 0, "a register of 65 bits is refused");
    make_page (1, 48, 5, 7);
    disturbances = 1000000;
    tap_ok (count () == -77, "a page that keeps changing has no count");
    tap_ok (reads < 1000, "a page that keeps changing is given up soon");
}

static void
check_counts (void)
{
    make_page (1, 48, 5, 7);
    tap_ok (hpm_perf_page_permits (&page), "a page may have permission");
    tap_ok (count () == 12, "offset and register are added");
    tap_ok (asked_for == 0, "index 1 is register 0");
    make_page ((1u << 30) + 1, 48, 0, 3);
    tap_ok (count () == 3 && asked_for == 1u << 30, "a fixed counter is read");
    make_page (1, 48, 100, 0xffffffffffffu);
    tap_ok (count () == 99, "48 bits of all ones are -1");
    make_page (1, 48, (int64_t)1 << 47, (uint64_t)1 << 47);
    tap_ok (count () == 0, "48 bits: the highest is the sign");
    make_page (1, 48, 0, 0x7fff00000000007fu);
    tap_ok (count () == 0x7f, "bits above the width are none of the count");
    make_page (1, 64, 1, (uint64_t)INT64_MAX - 1);
    tap_ok (count () == INT64_MAX, "64 bits are all read");
    make_page (1, 48, -40, 50);
    tap_ok (count () == 10, "a negative offset is added");
    make_page (3, 48, 5, 7);
    disturbances = 3;
    tap_ok (count () == 3012,
            "what was read while the page changed is dropped");
    tap_ok (reads == 4, "what was read while the page changed is read again");
}

int
main (void)
{
    check_refusals ();
    check_counts ();
    return tap_done ();
}
