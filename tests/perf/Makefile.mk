# SPDX-License-Identifier: BSD-3-Clause
# The PAPI backend by itself: what it makes of PAPI's formulas, and counters of
# the kernel's that every machine has.
PERF_TESTS = tests/perf/formula.t tests/perf/cell.t \
	tests/perf/page.t tests/perf/topdown.t tests/perf/counters.t \
	tests/perf/probe.t tests/perf/slices.t
check_PROGRAMS += $(PERF_TESTS) tests/perf/cost
TESTS += $(PERF_TESTS)

tests_perf_formula_t_SOURCES = tests/perf/formula.c pmpi/perf/perf_formula.c
tests_perf_formula_t_LDADD = -lm
tests_perf_cell_t_SOURCES = tests/perf/cell.c pmpi/perf/perf_cell.c \
	pmpi/perf/perf_formula.c
tests_perf_cell_t_LDADD = -lm
tests_perf_slices_t_SOURCES = tests/perf/slices.c pmpi/perf/slices.c
tests_perf_slices_t_LDADD = -lm
tests_perf_page_t_SOURCES = tests/perf/page.c pmpi/perf/perf_page.c
tests_perf_topdown_t_SOURCES = tests/perf/topdown.c pmpi/perf/perf_plan.c \
	pmpi/perf/perf_topdown.c
tests_perf_topdown_t_LDADD = libbase.la -lm
tests_perf_probe_t_SOURCES = tests/perf/probe.c pmpi/papi/papi_probe.c
tests_perf_counters_t_SOURCES = tests/perf/counters.c
tests_perf_counters_t_CPPFLAGS = $(AM_CPPFLAGS) \
	-DBACKEND='"$(abs_top_builddir)/.libs/papi.so"'
tests_perf_counters_t_LDADD = libbase.la -lpthread
tests_perf_counters_t_DEPENDENCIES = papi.la

# No test: what counting costs, beside PAPI's event sets in the same process.
tests_perf_cost_SOURCES = tests/perf/cost.c
tests_perf_cost_CPPFLAGS = $(AM_CPPFLAGS) $(PAPI_CFLAGS) \
	-DBACKEND='"$(abs_top_builddir)/.libs/papi.so"'
tests_perf_cost_LDADD = $(PAPI_LIBS) -lpthread
