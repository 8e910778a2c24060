# SPDX-License-Identifier: BSD-3-Clause
# Counts over time: the line of a rank by itself, and runs end to end.
SERIAL_TESTS += tests/line/halving.t
TESTS += tests/line/halving.t tests/line/line.sh tests/line/phases.sh \
	tests/line/changes.sh
EXTRA_DIST += tests/line/lib.sh

SERIAL_TESTS += tests/line/segments.t
TESTS += tests/line/segments.t
tests_line_segments_t_SOURCES = tests/line/segments.c \
	aggregate/course/segments.c aggregate/analysis/median.c
tests_line_segments_t_LDADD = -lm $(LDADD)
tests_line_halving_t_SOURCES = tests/line/halving.c pmpi/checkpoint/line.c \
	pmpi/wire/stream_buffer.c aggregate/input/rank_line.c \
	aggregate/timeline/timeline.c aggregate/timeline/timeline_ranks.c

SERIAL_TESTS += tests/line/span_account.t
TESTS += tests/line/span_account.t
tests_line_span_account_t_SOURCES = tests/line/span_account.c tests/line/span_clocks.h \
	aggregate/course/span_account.c \
	$(result_model)
tests_line_span_account_t_CPPFLAGS = $(AM_CPPFLAGS) $(PLACES)
tests_line_span_account_t_LDADD = $(UNIT_LIBS) $(REAL_LIBS)

SERIAL_TESTS += tests/line/change_causes.t
TESTS += tests/line/change_causes.t
tests_line_change_causes_t_SOURCES = tests/line/change_causes.c \
	aggregate/course/find_change.c aggregate/course/rank_courses.c \
	aggregate/course/phases.c aggregate/course/segments.c \
	aggregate/course/span.c aggregate/analysis/median.c $(result_model)
tests_line_change_causes_t_CPPFLAGS = $(AM_CPPFLAGS) $(PLACES)
tests_line_change_causes_t_LDADD = $(UNIT_LIBS) $(REAL_LIBS)

SERIAL_TESTS += tests/line/span_ranks.t
TESTS += tests/line/span_ranks.t
tests_line_span_ranks_t_SOURCES = tests/line/span_ranks.c tests/line/span_clocks.h \
	aggregate/course/span.c aggregate/course/span_account.c \
	$(result_model)
tests_line_span_ranks_t_CPPFLAGS = $(AM_CPPFLAGS) $(PLACES)
tests_line_span_ranks_t_LDADD = $(UNIT_LIBS) $(REAL_LIBS)

EXTRA_DIST += tests/line/phases.sh tests/line/changes.sh tests/line/change.c
EXTRA_DIST += tests/line/line.sh tests/line/check.py tests/line/steps.c
line_programs = tests/line/change tests/line/steps
check_DATA += $(line_programs)
CLEANFILES += $(line_programs)

$(line_programs): %: %.c tests/calls/programs/work_counter.h
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -I$(srcdir) -pthread \
		-rdynamic -o $@ $(srcdir)/$@.c
