/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The same three functions in a library.
 */
void lib_five (void);
void lib_three (void);
void lib_two (void);

#define UNIT 300000

static volatile double sink;

#define FUNCTION(name, units)                                                  \
    void name (void)                                                           \
    {                                                                          \
        double x = 1;                                                          \
                                                                               \
        for (int i = 0; i < (units)*UNIT; i++)                                 \
            x = x * 1.0000001 + 1e-9;                                          \
        sink = x;                                                              \
    }

FUNCTION (lib_five, 5)
FUNCTION (lib_three, 3)
FUNCTION (lib_two, 2)
