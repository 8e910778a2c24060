# SPDX-License-Identifier: BSD-3-Clause
# hpmstat, in the staged installation of tests/run.
stat_tests = tests/stat/flags.sh tests/stat/count.sh tests/stat/ends.sh \
	tests/stat/attached.sh tests/stat/nodes.sh tests/stat/perf.sh \
	tests/stat/ticks.sh
TESTS += $(stat_tests) tests/stat/proc_stat.t tests/stat/amounts.t \
	tests/stat/times.t
EXTRA_DIST += $(stat_tests) tests/stat/lib.sh tests/stat/brackets.py \
	tests/stat/attached.py

check_PROGRAMS += tests/stat/proc_stat.t tests/stat/amounts.t \
	tests/stat/times.t
tests_stat_amounts_t_SOURCES = tests/stat/amounts.c
tests_stat_amounts_t_LDADD = libstat.la
tests_stat_proc_stat_t_SOURCES = tests/stat/proc_stat.c
tests_stat_proc_stat_t_LDADD = libstat.la
tests_stat_times_t_SOURCES = tests/stat/times.c
tests_stat_times_t_LDADD = libstat.la
