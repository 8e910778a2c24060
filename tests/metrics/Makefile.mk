# SPDX-License-Identifier: BSD-3-Clause
# The installed metrics: their values, names of events, documentation.
metrics_unit_tests = \
	tests/metrics/available.t \
	tests/metrics/broken.t \
	tests/metrics/names.t \
	tests/metrics/values.t
check_PROGRAMS += $(metrics_unit_tests)
metrics_tests = \
	tests/metrics/cases.sh \
	tests/metrics/controllers.sh \
	tests/metrics/documented.sh \
	tests/metrics/run.sh
TESTS += $(metrics_unit_tests) $(metrics_tests)
EXTRA_DIST += $(metrics_tests) \
	tests/metrics/cases.table \
	tests/metrics/run.costs \
	tests/metrics/run.counts \
	tests/metrics/run.py
noinst_HEADERS += \
	tests/metrics/alternatives.h \
	tests/metrics/available.h \
	tests/metrics/encode.h \
	tests/metrics/natives.h \
	tests/metrics/processors.h \
	tests/metrics/rows.h \
	tests/metrics/topdown_alternatives.h \
	tests/metrics/topdown_rows.h

metrics_cppflags = $(AM_CPPFLAGS) -DMETRIC_FILES='"$(abs_top_srcdir)/metrics"'
tests_metrics_broken_t_SOURCES = tests/metrics/broken.c \
	tests/metrics/lint.c tests/metrics/lint.h
tests_metrics_broken_t_CPPFLAGS = $(metrics_cppflags)
tests_metrics_broken_t_LDADD = $(UNIT_LIBS)
tests_metrics_values_t_SOURCES = tests/metrics/values.c
tests_metrics_values_t_CPPFLAGS = $(metrics_cppflags)
tests_metrics_values_t_LDADD = $(UNIT_LIBS)

tests_metrics_available_t_SOURCES = tests/metrics/available.c
tests_metrics_available_t_CPPFLAGS = $(metrics_cppflags)
tests_metrics_available_t_LDADD = $(UNIT_LIBS)
tests_metrics_names_t_SOURCES = tests/metrics/names.c
tests_metrics_names_t_CPPFLAGS = $(metrics_cppflags)
tests_metrics_names_t_LDADD = $(UNIT_LIBS)
if HAVE_PFM
# The names of PAPI's presets, and of its other constants.
tests/metrics/presets.h:
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)echo '#include <papi.h>' | $(CC) $(PAPI_CFLAGS) -E -dM - | \
		sed -n 's/^#define \(PAPI_[A-Z0-9_]*\) .*/"\1",/p' >$@.new && \
		mv $@.new $@
tests/metrics/names_t-names.$(OBJEXT): tests/metrics/presets.h
CLEANFILES += tests/metrics/presets.h
tests_metrics_available_t_CPPFLAGS += -DHAVE_PFM
tests_metrics_available_t_LDADD += -lpfm
tests_metrics_names_t_CPPFLAGS += -DHAVE_PFM
tests_metrics_names_t_LDADD += -lpfm
endif
