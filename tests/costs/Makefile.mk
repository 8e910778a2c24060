# SPDX-License-Identifier: BSD-3-Clause
# What events cost: tables, calibration, and what the tools tell of them.
costs_tests = \
	tests/costs/hpmagg.sh \
	tests/costs/hpmrun.sh \
	tests/costs/mistakes.sh \
	tests/costs/real.sh
costs_unit_tests = \
	tests/costs/calibrate.t \
	tests/costs/latency.t \
	tests/costs/walks.t
TESTS += $(costs_tests) $(costs_unit_tests)
EXTRA_DIST += $(costs_tests) \
	tests/costs/costs.metric \
	tests/costs/known.costs \
	tests/costs/golden/costs.csv \
	tests/costs/golden/costs.json \
	tests/costs/golden/costs.txt \
	tests/costs/golden/print.txt

check_PROGRAMS += $(costs_unit_tests)
tests_costs_calibrate_t_SOURCES = tests/costs/calibrate.c
tests_costs_calibrate_t_LDADD = libwrapper.la -lm
tests_costs_walks_t_SOURCES = tests/costs/walks.c
tests_costs_walks_t_LDADD = libwrapper.la -lm
tests_costs_latency_t_SOURCES = tests/costs/latency.c
tests_costs_latency_t_CPPFLAGS = $(AM_CPPFLAGS) \
	-DMETRIC_FILES='"$(abs_top_srcdir)/metrics"'
tests_costs_latency_t_LDADD = libmetrics.la libbase.la -lm

tests/costs/hpmrun.log tests/costs/mistakes.log: $(wrapper_folder)/staged.sh
