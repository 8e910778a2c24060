# SPDX-License-Identifier: BSD-3-Clause
# Pure code, tested by vectors; the bad inputs come first.  The first two have threads.
check_PROGRAMS += tests/unit/libc.t tests/unit/pmi_word.t
TESTS += tests/unit/libc.t tests/unit/pmi_word.t
UNIT_TESTS = \
	tests/unit/binding.t \
	tests/unit/columns.t \
	tests/unit/compare.t \
	tests/unit/cores.t \
	tests/unit/cost.t \
	tests/unit/cpu_limit.t \
	tests/unit/report_rows.t \
	tests/unit/switches.t \
	tests/unit/due.t \
	tests/unit/event_list.t \
	tests/unit/flag.t \
	tests/unit/formula.t \
	tests/unit/event_index.t \
	tests/unit/json.t \
	tests/unit/maps_line.t \
	tests/unit/median.t \
	tests/unit/memory.t \
	tests/unit/metric.t \
	tests/unit/metric_events.t \
	tests/unit/metric_file.t \
	tests/unit/metric_group.t \
	tests/unit/metric_layers.t \
	tests/unit/metric_lint.t \
	tests/unit/node_event.t \
	tests/unit/option.t \
	tests/unit/packed_rows.t \
	tests/unit/number.t \
	tests/unit/pattern.t \
	tests/unit/preload.t \
	tests/unit/program_file.t \
	tests/unit/script_file.t \
	tests/unit/rank_test.t \
	tests/unit/real_text.t \
	tests/unit/result_file.t \
	tests/unit/say.t \
	tests/unit/schema_page.t \
	tests/unit/sample_setting.t \
	tests/unit/sample_touches.t \
	tests/unit/signal_pair.t \
	tests/unit/spots.t \
	tests/unit/spot_objects.t \
	tests/unit/statistics.t \
	tests/unit/stream_file.t \
	tests/unit/text.t \
	tests/unit/h5_runs.t tests/unit/text_file.t \
	tests/unit/tick_error.t \
	tests/unit/tick_time.t \
	tests/unit/topology.t \
	tests/unit/values.t
UNIT_LIBS = libmetrics.la libbase.la -lm
SERIAL_TESTS += $(UNIT_TESTS)
TESTS += $(UNIT_TESTS)
noinst_HEADERS += \
	tests/unit/made_program.h \
	tests/unit/definition.h \
	tests/unit/made_result.h \
	tests/unit/result_file.h \
	tests/unit/scratch.h

tests_unit_compare_t_SOURCES = tests/unit/compare.c \
	aggregate/analysis/median.c \
	aggregate/compare/comparison.c \
	aggregate/compare/comparison_runs.c \
	aggregate/compare/comparison_text.c \
	aggregate/compare/condition.c \
	aggregate/compare/quantity.c \
	aggregate/compare/rank_test.c \
	aggregate/compare/two_samples.c
tests_unit_compare_t_LDADD = $(UNIT_LIBS)
tests_unit_cores_t_SOURCES = tests/unit/cores.c pmpi/count/cores.c \
	pmpi/guest/proc.c
tests_unit_cores_t_LDADD = $(UNIT_LIBS)
tests_unit_topology_t_SOURCES = tests/unit/topology.c \
	pmpi/count/topology.c pmpi/guest/proc.c pmpi/wire/stream_buffer.c \
	aggregate/places/text_table.c \
	aggregate/binding/topology.c aggregate/binding/topology_parse.c
tests_unit_topology_t_LDADD = $(UNIT_LIBS)
tests_unit_binding_t_SOURCES = tests/unit/binding.c \
	aggregate/binding/binding.c aggregate/binding/binding_cores.c \
	aggregate/binding/binding_rows.c aggregate/binding/binding_words.c \
	aggregate/binding/mask.c aggregate/binding/bound_threads.c \
	aggregate/places/text_table.c \
	aggregate/binding/topology.c aggregate/binding/topology_parse.c
tests_unit_binding_t_LDADD = $(UNIT_LIBS)
tests_unit_switches_t_SOURCES = tests/unit/switches.c pmpi/count/os_counters.c \
	pmpi/guest/proc.c
tests_unit_switches_t_LDFLAGS = -Wl,--wrap=hpm_proc_read
tests_unit_switches_t_LDADD = $(UNIT_LIBS)
tests_unit_cpu_limit_t_SOURCES = tests/unit/cpu_limit.c pmpi/count/cpu_limit.c \
	pmpi/guest/proc.c
tests_unit_cpu_limit_t_LDADD = $(UNIT_LIBS)
tests_unit_due_t_SOURCES = tests/unit/due.c
tests_unit_due_t_LDADD = $(UNIT_LIBS)
tests_unit_cost_t_SOURCES = tests/unit/cost.c
tests_unit_cost_t_LDADD = $(UNIT_LIBS)
tests_unit_event_list_t_SOURCES = tests/unit/event_list.c
tests_unit_event_list_t_LDADD = $(UNIT_LIBS)
tests_unit_columns_t_SOURCES = tests/unit/columns.c aggregate/console/columns.c
tests_unit_columns_t_LDADD = $(UNIT_LIBS)
tests_unit_flag_t_SOURCES = tests/unit/flag.c
tests_unit_flag_t_LDADD = $(UNIT_LIBS)
tests_unit_formula_t_SOURCES = tests/unit/formula.c
tests_unit_formula_t_LDADD = $(UNIT_LIBS)
tests_unit_event_index_t_SOURCES = tests/unit/event_index.c aggregate/model/event_index.c
tests_unit_event_index_t_LDADD = $(UNIT_LIBS) $(REAL_LIBS)

tests_unit_report_rows_t_SOURCES = tests/unit/report_rows.c \
	aggregate/show/report_rows.c aggregate/console/columns.c \
	aggregate/console/report.c aggregate/console/scratch.c
tests_unit_report_rows_t_CPPFLAGS = $(AM_CPPFLAGS) $(SMARTCOLS_CFLAGS)
tests_unit_report_rows_t_LDADD = $(UNIT_LIBS) $(SMARTCOLS_LIBS) $(REAL_LIBS)
tests_unit_json_t_SOURCES = tests/unit/json.c aggregate/show/emit/json.c
tests_unit_json_t_LDADD = $(UNIT_LIBS) $(REAL_LIBS)
tests_unit_libc_t_SOURCES = tests/unit/libc.c
tests_unit_libc_t_LDADD = $(UNIT_LIBS)
tests_unit_say_t_SOURCES = tests/unit/say.c \
	aggregate/console/columns.c aggregate/console/patience.c \
	aggregate/console/report.c aggregate/console/say.c
tests_unit_say_t_CPPFLAGS = $(AM_CPPFLAGS) $(SMARTCOLS_CFLAGS)
tests_unit_say_t_LDADD = $(UNIT_LIBS) $(SMARTCOLS_LIBS)
tests_unit_stream_file_t_SOURCES = tests/unit/stream_file.c \
	pmpi/wire/stream_file.c pmpi/guest/descriptor_room.c \
	base/signal_guard.c
tests_unit_stream_file_t_LDADD = $(UNIT_LIBS)
tests_unit_preload_t_SOURCES = tests/unit/preload.c
tests_unit_preload_t_LDADD = $(UNIT_LIBS)
tests_unit_program_file_t_SOURCES = tests/unit/program_file.c
tests_unit_program_file_t_LDADD = $(UNIT_LIBS)
tests_unit_script_file_t_SOURCES = tests/unit/script_file.c
tests_unit_script_file_t_LDADD = $(UNIT_LIBS)
tests_unit_pattern_t_SOURCES = tests/unit/pattern.c
tests_unit_pattern_t_LDADD = $(UNIT_LIBS)
tests_unit_pmi_word_t_SOURCES = tests/unit/pmi_word.c pmpi/job/pmi_word.c
tests_unit_pmi_word_t_LDADD = libbase.la -lpthread
tests_unit_metric_t_SOURCES = tests/unit/metric.c
tests_unit_metric_t_LDADD = $(UNIT_LIBS)
tests_unit_metric_events_t_SOURCES = tests/unit/metric_events.c
tests_unit_metric_events_t_LDADD = $(UNIT_LIBS)
tests_unit_metric_file_t_SOURCES = tests/unit/metric_file.c
tests_unit_metric_file_t_LDADD = $(UNIT_LIBS)
tests_unit_metric_group_t_SOURCES = tests/unit/metric_group.c \
	tests/metrics/lint.c
tests_unit_metric_group_t_LDADD = $(UNIT_LIBS)
tests_unit_metric_layers_t_SOURCES = tests/unit/metric_layers.c
tests_unit_metric_layers_t_LDADD = $(UNIT_LIBS)
tests_unit_metric_lint_t_SOURCES = tests/unit/metric_lint.c \
	tests/metrics/lint.c
tests_unit_metric_lint_t_CPPFLAGS = $(AM_CPPFLAGS) \
	-DMETRIC_FILES='"$(abs_top_srcdir)/metrics"'
tests_unit_metric_lint_t_LDADD = $(UNIT_LIBS)
tests_unit_node_event_t_SOURCES = tests/unit/node_event.c
tests_unit_node_event_t_LDADD = $(UNIT_LIBS)
tests_unit_number_t_SOURCES = tests/unit/number.c \
	aggregate/console/number.c
tests_unit_number_t_LDADD = $(UNIT_LIBS)
tests_unit_option_t_SOURCES = tests/unit/option.c
tests_unit_option_t_LDADD = $(UNIT_LIBS)
tests_unit_rank_test_t_SOURCES = tests/unit/rank_test.c \
	aggregate/analysis/median.c \
	aggregate/compare/rank_test.c
tests_unit_rank_test_t_LDADD = $(UNIT_LIBS)
tests_unit_real_text_t_SOURCES = tests/unit/real_text.c
tests_unit_real_text_t_LDADD = $(UNIT_LIBS) $(REAL_LIBS)
tests_unit_sample_setting_t_SOURCES = tests/unit/sample_setting.c
tests_unit_sample_setting_t_LDADD = $(UNIT_LIBS)
tests_unit_spots_t_SOURCES = tests/unit/spots.c aggregate/places/spots.c \
	aggregate/places/spot_chains.c aggregate/places/stacks.c \
	aggregate/places/call_sites.c aggregate/places/text_table.c \
	aggregate/input/rank_samples.c aggregate/input/rank_mpi.c
tests_unit_spots_t_LDADD = $(UNIT_LIBS)
tests_unit_spot_objects_t_SOURCES = tests/unit/spot_objects.c \
	aggregate/places/spots.c \
	aggregate/places/spot_chains.c aggregate/places/stacks.c \
	aggregate/places/call_sites.c aggregate/places/text_table.c
tests_unit_spot_objects_t_LDADD = $(UNIT_LIBS)
tests_unit_signal_pair_t_SOURCES = tests/unit/signal_pair.c
tests_unit_signal_pair_t_LDADD = $(UNIT_LIBS)
tests_unit_sample_touches_t_SOURCES = tests/unit/sample_touches.c \
	pmpi/samples/sample_touches.c
tests_unit_sample_touches_t_LDADD = $(UNIT_LIBS)
tests_unit_maps_line_t_SOURCES = tests/unit/maps_line.c \
	pmpi/pages/mappings.c pmpi/pages/maps_line.c
tests_unit_maps_line_t_LDADD = $(UNIT_LIBS)
tests_unit_memory_t_SOURCES = tests/unit/memory.c \
	aggregate/memory/memory.c aggregate/memory/rank_pages.c
tests_unit_memory_t_LDADD = $(UNIT_LIBS)
tests_unit_median_t_SOURCES = tests/unit/median.c \
	aggregate/analysis/median.c
tests_unit_median_t_LDADD = $(UNIT_LIBS)
tests_unit_packed_rows_t_SOURCES = tests/unit/packed_rows.c \
	aggregate/analysis/packed_rows.c
tests_unit_packed_rows_t_LDADD = $(UNIT_LIBS)
tests_unit_statistics_t_SOURCES = tests/unit/statistics.c
tests_unit_statistics_t_LDADD = $(UNIT_LIBS)
tests_unit_tick_error_t_SOURCES = tests/unit/tick_error.c
tests_unit_tick_error_t_LDADD = $(UNIT_LIBS)
tests_unit_tick_time_t_SOURCES = tests/unit/tick_time.c
tests_unit_tick_time_t_LDADD = $(UNIT_LIBS)
tests_unit_text_t_SOURCES = tests/unit/text.c
tests_unit_text_t_LDADD = $(UNIT_LIBS)

# A result without a file.
result_model = \
	aggregate/places/call_sites.c aggregate/places/spots.c \
	aggregate/places/spot_chains.c aggregate/places/stacks.c \
	aggregate/memory/memory.c aggregate/memory/rank_pages.c \
	aggregate/model/calls.c \
	aggregate/model/costs.c \
	aggregate/model/fields.c \
	aggregate/model/account.c aggregate/model/findings.c \
	aggregate/model/joined.c \
	aggregate/model/nodes.c \
	aggregate/binding/topology.c \
	aggregate/binding/topology_parse.c \
	aggregate/model/row_names.c \
	aggregate/model/event_index.c \
	aggregate/places/region_tree.c \
	aggregate/timeline/timeline.c aggregate/timeline/timeline_ranks.c \
	aggregate/timeline/time_shares.c \
	aggregate/model/result.c \
	aggregate/places/text_table.c

tests_unit_values_t_SOURCES = tests/unit/values.c \
	aggregate/analysis/values.c \
	$(result_model)
tests_unit_values_t_CPPFLAGS = $(AM_CPPFLAGS) $(PLACES)
tests_unit_values_t_LDADD = $(UNIT_LIBS) $(REAL_LIBS)

# The result file, without hpmagg.
tests_unit_result_file_t_SOURCES = tests/unit/result_file.c \
	tests/unit/made_regions.c tests/unit/made_result.c \
	tests/unit/made_timeline.c \
	tests/unit/made_memory.c tests/unit/made_samples.c tests/unit/made_sites.c \
	tests/unit/result_file_aggregates.c \
	tests/unit/result_file_ranks.c \
	aggregate/analysis/account.c \
	aggregate/analysis/accumulate.c \
	aggregate/analysis/profile.c aggregate/analysis/profile_threads.c \
	aggregate/analysis/projection.c \
	aggregate/analysis/sampling.c \
	aggregate/analysis/thread_times.c \
	aggregate/analysis/values.c \
	aggregate/console/number.c \
	aggregate/file/account_file.c \
	aggregate/file/aggregates_file.c \
	aggregate/file/calls_file.c \
	aggregate/file/detail_file.c \
	aggregate/file/file_ranks.c \
	aggregate/h5/h5_attribute.c \
	aggregate/h5/h5_column.c aggregate/h5/h5_runs.c \
	aggregate/h5/h5_error.c \
	aggregate/h5/h5_reader.c \
	aggregate/h5/h5_schema.c \
	aggregate/h5/h5_table.c \
	aggregate/h5/h5_texts.c \
	aggregate/h5/h5_window.c \
	aggregate/h5/h5_writer.c \
	aggregate/file/joined_file.c \
	aggregate/file/labels_file.c \
	aggregate/file/load.c \
	aggregate/file/load_totals.c \
	aggregate/file/nodes_file.c \
	aggregate/file/record_numbers.c \
	aggregate/file/regions_file.c \
	aggregate/file/timeline_file.c \
	aggregate/file/run_file.c \
	aggregate/file/sites_file.c aggregate/file/samples_file.c \
	aggregate/file/memory_file.c \
	aggregate/file/statistics_rows.c \
	aggregate/file/verdict_file.c \
	aggregate/model/account.c \
	aggregate/places/call_sites.c aggregate/places/spots.c \
	aggregate/places/spot_chains.c aggregate/places/stacks.c \
	aggregate/memory/memory.c aggregate/memory/rank_pages.c \
	aggregate/model/calls.c \
	aggregate/model/costs.c \
	aggregate/model/fields.c \
	aggregate/model/findings.c \
	aggregate/model/joined.c \
	aggregate/model/nodes.c \
	aggregate/binding/topology.c \
	aggregate/binding/topology_parse.c \
	aggregate/model/row_names.c \
	aggregate/model/event_index.c \
	aggregate/analysis/region_totals.c \
	aggregate/model/region_nest.c aggregate/model/region_nest.h \
	aggregate/model/region_split.c aggregate/model/region_split.h \
	aggregate/model/region_sums.c \
	aggregate/places/region_tree.c \
	aggregate/timeline/timeline.c aggregate/timeline/timeline_ranks.c \
	aggregate/timeline/time_shares.c \
	aggregate/model/settings.c \
	aggregate/model/result.c \
	aggregate/places/text_table.c \
	aggregate/show/summary/finding_region.c \
	aggregate/show/summary/finding_text.c \
	aggregate/show/summary/finding_words.c \
	aggregate/show/summary/verdict_text.c
tests_unit_result_file_t_CPPFLAGS = $(AM_CPPFLAGS) $(PLACES)
tests_unit_result_file_t_CFLAGS = $(AM_CFLAGS) $(HDF5_CFLAGS)
tests_unit_result_file_t_LDADD = $(UNIT_LIBS) $(REAL_LIBS) $(HDF5_LIBS)
tests_unit_h5_runs_t_SOURCES = tests/unit/h5_runs.c aggregate/h5/h5_runs.c
tests_unit_h5_runs_t_CFLAGS = $(AM_CFLAGS) $(HDF5_CFLAGS)
tests_unit_h5_runs_t_LDADD = $(UNIT_LIBS) $(HDF5_LIBS)
tests_unit_text_file_t_SOURCES = tests/unit/text_file.c \
	aggregate/cmd/text_file.c aggregate/console/scratch.c \
	aggregate/h5/h5_attribute.c aggregate/h5/h5_column.c aggregate/h5/h5_runs.c \
	aggregate/h5/h5_error.c aggregate/h5/h5_file.c aggregate/h5/h5_reader.c \
	aggregate/h5/h5_schema.c aggregate/h5/h5_table.c \
	aggregate/h5/h5_texts.c aggregate/h5/h5_window.c \
	aggregate/h5/h5_writer.c \
	aggregate/model/fields.c
tests_unit_text_file_t_CFLAGS = $(AM_CFLAGS) $(HDF5_CFLAGS)
tests_unit_text_file_t_LDADD = $(UNIT_LIBS) $(REAL_LIBS) $(HDF5_LIBS)
tests_unit_schema_page_t_SOURCES = tests/unit/schema_page.c \
	aggregate/h5/h5_schema.c \
	aggregate/model/fields.c
tests_unit_schema_page_t_CPPFLAGS = $(AM_CPPFLAGS) \
	-DMANUAL_PAGE='"$(abs_top_srcdir)/doc/hpmmpi-h5.5"'
tests_unit_schema_page_t_CFLAGS = $(AM_CFLAGS) $(HDF5_CFLAGS)
tests_unit_schema_page_t_LDADD = $(UNIT_LIBS) $(HDF5_LIBS)
