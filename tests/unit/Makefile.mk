# SPDX-License-Identifier: BSD-3-Clause
# Pure code, tested by vectors; the bad inputs come first.
UNIT_TESTS = \
	tests/unit/cost.t \
	tests/unit/event_list.t \
	tests/unit/formula.t \
	tests/unit/json.t \
	tests/unit/metric.t \
	tests/unit/metric_events.t \
	tests/unit/metric_file.t \
	tests/unit/metric_group.t \
	tests/unit/metric_layers.t \
	tests/unit/metric_lint.t \
	tests/unit/node_event.t \
	tests/unit/option.t \
	tests/unit/real_text.t \
	tests/unit/signal_pair.t \
	tests/unit/statistics.t \
	tests/unit/text.t
UNIT_LIBS = libmetrics.la libbase.la -lm
check_PROGRAMS += $(UNIT_TESTS)
TESTS += $(UNIT_TESTS)
noinst_HEADERS += \
	tests/unit/definition.h \
	tests/unit/scratch.h

tests_unit_cost_t_SOURCES = tests/unit/cost.c
tests_unit_cost_t_LDADD = $(UNIT_LIBS)
tests_unit_event_list_t_SOURCES = tests/unit/event_list.c
tests_unit_event_list_t_LDADD = $(UNIT_LIBS)
tests_unit_formula_t_SOURCES = tests/unit/formula.c
tests_unit_formula_t_LDADD = $(UNIT_LIBS)
tests_unit_json_t_SOURCES = tests/unit/json.c aggregate/show/json.c
tests_unit_json_t_LDADD = $(UNIT_LIBS) $(REAL_LIBS)
tests_unit_metric_t_SOURCES = tests/unit/metric.c
tests_unit_metric_t_LDADD = $(UNIT_LIBS)
tests_unit_metric_events_t_SOURCES = tests/unit/metric_events.c
tests_unit_metric_events_t_LDADD = $(UNIT_LIBS)
tests_unit_metric_file_t_SOURCES = tests/unit/metric_file.c
tests_unit_metric_file_t_LDADD = $(UNIT_LIBS)
tests_unit_metric_group_t_SOURCES = tests/unit/metric_group.c
tests_unit_metric_group_t_LDADD = $(UNIT_LIBS)
tests_unit_metric_layers_t_SOURCES = tests/unit/metric_layers.c
tests_unit_metric_layers_t_LDADD = $(UNIT_LIBS)
tests_unit_metric_lint_t_SOURCES = tests/unit/metric_lint.c
tests_unit_metric_lint_t_CPPFLAGS = $(AM_CPPFLAGS) \
	-DMETRIC_FILES='"$(abs_top_srcdir)/metrics"'
tests_unit_metric_lint_t_LDADD = $(UNIT_LIBS)
tests_unit_node_event_t_SOURCES = tests/unit/node_event.c
tests_unit_node_event_t_LDADD = $(UNIT_LIBS)
tests_unit_option_t_SOURCES = tests/unit/option.c
tests_unit_option_t_LDADD = $(UNIT_LIBS)
tests_unit_real_text_t_SOURCES = tests/unit/real_text.c
tests_unit_real_text_t_LDADD = $(UNIT_LIBS) $(REAL_LIBS)
tests_unit_signal_pair_t_SOURCES = tests/unit/signal_pair.c
tests_unit_signal_pair_t_LDADD = $(UNIT_LIBS)
tests_unit_statistics_t_SOURCES = tests/unit/statistics.c
tests_unit_statistics_t_LDADD = $(UNIT_LIBS)
tests_unit_text_t_SOURCES = tests/unit/text.c
tests_unit_text_t_LDADD = $(UNIT_LIBS)
