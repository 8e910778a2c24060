/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Names of functions of C++, out of what their library makes of symbols.
 */
#include "config.h"

#include "pmpi/functions/function_source.h"
#include "tests/tap.h"

static void
check (const char *source, const char *with, const char *without)
{
    char name[256];

    tap_text (hpm_function_source_name (source, 1, name, sizeof name), with,
              "the name is found in \"%s\"", source);
    tap_text (hpm_function_source_name (source, 0, name, sizeof name), without,
              "arguments of templates are left out of \"%s\"", source);
}

int
main (void)
{
    char small[5];

    check ("main", "main", "main");
    check ("solver::step(int)", "solver::step", "solver::step");
    check ("int solver::twice<int>(int)", "solver::twice<int>",
           "solver::twice");
    check ("solver::grid<double, (kind)2>::step(int) const",
           "solver::grid<double, (kind)2>::step", "solver::grid::step");
    check ("std::vector<int, std::allocator<int> > make<3, std::pair<int, "
           "char> >(std::function<void (int)>)",
           "make<3, std::pair<int, char> >", "make");
    check ("(anonymous namespace)::hidden(void (*)(int))",
           "(anonymous namespace)::hidden", "(anonymous namespace)::hidden");
    check ("bool a::operator<(a::b<int> const&) const", "a::operator<",
           "a::operator<");
    check ("a::operator<< <int>(int)", "a::operator<< <int>", "a::operator<<");
    check ("a::operator()(int)", "a::operator()", "a::operator()");
    check ("a::operator unsigned int() const", "a::operator unsigned int",
           "a::operator unsigned int");
    check ("outer(int)::{lambda(int)#1}::operator()(int) const",
           "outer(int)::{lambda(int)#1}::operator()",
           "outer(int)::{lambda(int)#1}::operator()");
    check ("void a::my_operator<int>(int)", "a::my_operator<int>",
           "a::my_operator");
    check ("", "", "");
    tap_text (hpm_function_source_name ("int twice<int>(int)", 0, small,
                                        sizeof small),
              "twic", "a name is cut where there is no more room");
    return tap_done ();
}
