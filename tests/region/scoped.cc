// SPDX-License-Identifier: BSD-3-Clause
//
// Scopes are regions, and end with them: "outer" 3 times, and in it "thrown",
// which an exception leaves, and "named" twice; "text" once.
#include <stdexcept>
#include <string>

#include "hpm.h"

static void
leave ()
{
    HPM_REGION ("thrown");
    throw std::runtime_error ("");
}

static void
outer ()
{
    HPM_REGION ("outer");
    try {
        leave ();
    } catch (const std::runtime_error &) {
    }
    static const struct hpm_label *const named
        = hpm_region_make ("named", __FILE__, __LINE__);
    for (int i = 0; i < 2; i++)
        hpm::region here (named);
}

int
main ()
{
    for (int i = 0; i < 3; i++)
        outer ();
    std::string text = "text";
    hpm::region whole (text.c_str ());
    return 0;
}
