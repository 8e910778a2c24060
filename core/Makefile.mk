# SPDX-License-Identifier: BSD-3-Clause
# Code that both the library and the tools use: no MPI, no PAPI, no HDF5.
# Position-independent and hidden, since the preloaded library takes it in.
noinst_LTLIBRARIES += libcore.la libmetrics.la
libcore_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
libcore_la_SOURCES = \
	core/default_events.c \
	core/error.c \
	core/error.h \
	core/event_list.c \
	core/event_list.h \
	core/event_lists.c \
	core/event_split.c \
	core/event_split.h \
	core/launch.c \
	core/elf_file.c \
	core/elf_file.h \
	core/launched.c \
	core/launched.h \
	core/launch.h \
	core/machine.c \
	core/machine.h \
	core/nearest.c \
	core/node_event.c \
	core/node_event.h \
	core/node_list.c \
	core/option.c \
	core/option.h \
	core/option_argument.c \
	core/option_help.c \
	core/option_private.h \
	core/option_source.c \
	core/program_file.c \
	core/program_file.h \
	core/path.c \
	core/path.h \
	core/probe.c \
	core/probe.h \
	core/quality.c \
	core/quality.h \
	core/signal_pair.c \
	core/signal_pair.h \
	core/text.c \
	core/text.h \
	core/text_file.c \
	core/text_number.c \
	core/text_plain.c \
	core/text_time.c

# Metrics, statistics, and files that are written: the tools' alone.
libmetrics_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
libmetrics_la_SOURCES = \
	core/cost.h \
	core/cost_builtin.c \
	core/cost_file.c \
	core/cost_layers.c \
	core/cost_print.c \
	core/cost_table.c \
	core/formula.c \
	core/formula.h \
	core/metric.c \
	core/metric.h \
	core/metric_binding.c \
	core/metric_binding.h \
	core/metric_check.c \
	core/metric_evaluate.c \
	core/metric_events.c \
	core/metric_events.h \
	core/metric_file.c \
	core/metric_keep.c \
	core/metric_layers.c \
	core/metric_layers.h \
	core/metric_lint.c \
	core/metric_private.h \
	core/metric_rate.c \
	core/metric_read.c \
	core/metric_unit.c \
	core/metric_unit.h \
	core/metric_words.c \
	core/real_text.c \
	core/real_text.h \
	core/shortest_real.h \
	core/place.c \
	core/place.h \
	core/place_left.c \
	core/place_left.h \
	core/statistics.c \
	core/statistics.h \
	core/target.c \
	core/target.h

# An object and no library: libtool would add the shared library of C++ to the
# programs, and the time to load it.  For programs that use core/real_text.h.
EXTRA_DIST += core/shortest_real.cc
CLEANFILES += core/shortest_real.o
if HAVE_TO_CHARS
REAL_LIBS = core/shortest_real.o $(TO_CHARS_LIBS)
else
REAL_LIBS =
endif

core/shortest_real.o: core/shortest_real.cc core/shortest_real.h
	@$(MKDIR_P) $(@D)
	$(AM_V_CXX)$(CXX) -std=c++17 $(AM_CPPFLAGS) $(CPPFLAGS) $(CXXFLAGS) \
		$(SAN_CFLAGS) -c -o $@ $(srcdir)/core/shortest_real.cc
