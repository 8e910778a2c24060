# SPDX-License-Identifier: BSD-3-Clause
# Counts over time: the line of a rank by itself, and runs end to end.
check_PROGRAMS += tests/line/halving.t
TESTS += tests/line/halving.t tests/line/line.sh
tests_line_halving_t_SOURCES = tests/line/halving.c pmpi/checkpoint/line.c \
	pmpi/wire/stream_buffer.c aggregate/input/rank_line.c \
	aggregate/model/timeline.c aggregate/model/timeline_ranks.c

EXTRA_DIST += tests/line/line.sh tests/line/check.py tests/line/steps.c
check_DATA += tests/line/steps
CLEANFILES += tests/line/steps

tests/line/steps: tests/line/steps.c tests/calls/programs/work_counter.h
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -I$(srcdir) -pthread \
		-rdynamic -o $@ $(srcdir)/tests/line/steps.c
