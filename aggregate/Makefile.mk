# SPDX-License-Identifier: BSD-3-Clause
# hpmagg: writer and reader of result files.  HDF5 is used here alone.
if BUILD_HPMAGG
bin_PROGRAMS += hpmagg
else
nodist_bin_SCRIPTS = hpmagg
CLEANFILES += hpmagg
hpmagg: $(HPMAGG)
	@grep -qF '$(metricdir)' $(HPMAGG) || { \
	    echo "--with-hpmagg=$(HPMAGG): not of this prefix, $(prefix)" >&2; exit 1; }
	$(AM_V_GEN)cp $(HPMAGG) $@
endif
hpmagg_CPPFLAGS = $(AM_CPPFLAGS) $(PLACES)
hpmagg_CFLAGS = $(AM_CFLAGS) $(HDF5_CFLAGS) $(SMARTCOLS_CFLAGS) $(LIBDW_CFLAGS)
hpmagg_LDADD = libmetrics.la libbase.la $(REAL_LIBS) $(HDF5_LIBS) $(SMARTCOLS_LIBS) \
	$(LIBDW_LIBS) -lm
hpmagg_SOURCES = \
	aggregate/compare/comparison.c \
	aggregate/compare/comparison.h \
	aggregate/compare/comparison_runs.c \
	aggregate/compare/comparison_text.c \
	aggregate/compare/condition.c \
	aggregate/compare/condition.h \
	aggregate/compare/quantity.c \
	aggregate/compare/quantity.h \
	aggregate/compare/rank_test.c \
	aggregate/compare/rank_test.h \
	aggregate/compare/take.c \
	aggregate/compare/take.h \
	aggregate/compare/two_samples.c \
	aggregate/compare/two_samples.h \
	aggregate/cmd/compare_command.c \
	aggregate/cmd/compare_command.h \
	aggregate/cmd/compare_read.c \
	aggregate/cmd/compare_read.h \
	aggregate/history/history_file.c \
	aggregate/history/history_file.h \
	aggregate/history/history_lines.c \
	aggregate/history/history_lines.h \
	aggregate/history/history_page.c \
	aggregate/history/history_page.h \
	aggregate/history/history_show.c \
	aggregate/show/badge.c \
	aggregate/show/compare_output.h \
	aggregate/show/compare_table.c \
	aggregate/show/compare_text.c \
	aggregate/analysis/account.c \
	aggregate/analysis/account.h \
	aggregate/judge/judge_account.c \
	aggregate/judge/judge_blame.c \
	aggregate/judge/judge_causes.c \
	aggregate/judge/judge_causes.h \
	aggregate/judge/judge_costs.c \
	aggregate/judge/judge_cores.c \
	aggregate/analysis/thread_times.c \
	aggregate/analysis/thread_times.h \
	aggregate/file/account_file.c \
	aggregate/model/account.c \
	aggregate/model/account.h \
	aggregate/show/summary/account_text.c \
	aggregate/show/summary/account_text.h \
	aggregate/analysis/accumulate.c \
	aggregate/analysis/accumulate.h \
	aggregate/file/aggregates_file.c \
	aggregate/places/call_sites.c \
	aggregate/places/call_sites.h \
	aggregate/model/calls.c \
	aggregate/model/calls.h \
	aggregate/file/calls_file.c \
	aggregate/file/sites_file.c \
	aggregate/file/samples_file.c \
	aggregate/file/memory_file.c \
	aggregate/memory/memory.c \
	aggregate/memory/memory.h \
	aggregate/memory/rank_pages.c \
	aggregate/memory/rank_pages.h \
	aggregate/show/rows/memory_rows.c \
	aggregate/show/summary/summary_memory.c \
	aggregate/places/spots.c \
	aggregate/places/spots.h \
	aggregate/places/spot_chains.c \
	aggregate/places/stacks.c \
	aggregate/places/stacks.h \
	aggregate/input/rank_samples.c \
	aggregate/input/rank_samples.h \
	aggregate/input/scan_samples.c \
	aggregate/input/scan_samples.h \
	aggregate/catalog/catalog.c \
	aggregate/catalog/catalog.h \
	aggregate/cmd/catalog_command.c \
	aggregate/cmd/catalog_command.h \
	aggregate/file/catalog_file.c \
	aggregate/file/catalog_file.h \
	aggregate/catalog/catalog_find.c \
	aggregate/catalog/catalog_find.h \
	aggregate/show/catalog_openmetrics.c \
	aggregate/show/catalog_output.c \
	aggregate/show/catalog_output.h \
	aggregate/cmd/catalog_read.c \
	aggregate/cmd/catalog_read.h \
	aggregate/show/catalog_text.c \
	aggregate/model/chosen.c \
	aggregate/model/chosen.h \
	aggregate/analysis/cost_report.c \
	aggregate/analysis/cost_report.h \
	aggregate/model/costs.c \
	aggregate/model/costs.h \
	aggregate/show/emit/buffer.h \
	aggregate/show/emit/csv.c \
	aggregate/show/emit/csv.h \
	aggregate/show/rows/job_rows.c \
	aggregate/show/rows/job_rows.h \
	aggregate/show/rows/job_rows_verdict.c \
	aggregate/show/emit/json.c \
	aggregate/show/emit/json.h \
	aggregate/show/json_costs.c \
	aggregate/show/json_parts.c \
	aggregate/show/json_parts.h \
	aggregate/show/rows/record.c \
	aggregate/show/rows/record.h \
	aggregate/show/rows/row_columns.c \
	aggregate/show/rows/row_columns.h \
	aggregate/input/definitions.c \
	aggregate/input/definitions.h \
	aggregate/file/detail_file.c \
	aggregate/file/detail_file.h \
	aggregate/model/fields.c \
	aggregate/model/fields.h \
	aggregate/model/event_index.c \
	aggregate/model/event_index.h \
	aggregate/file/file_ranks.c \
	aggregate/show/summary/finding_region.c \
	aggregate/show/summary/finding_region.h \
	aggregate/show/summary/finding_pieces.h \
	aggregate/show/summary/finding_text.c \
	aggregate/show/summary/finding_words.c \
	aggregate/show/summary/finding_words.h \
	aggregate/show/summary/verdict_text.c \
	aggregate/model/findings.c \
	aggregate/model/findings.h \
	aggregate/cmd/guard.c \
	aggregate/cmd/guard.h \
	aggregate/h5/h5_attribute.c \
	aggregate/h5/h5_attribute.h \
	aggregate/h5/h5_column.c \
	aggregate/h5/h5_error.c \
	aggregate/h5/h5_file.c \
	aggregate/h5/h5_private.h \
	aggregate/h5/h5_reader.c \
	aggregate/h5/h5_reader.h \
	aggregate/h5/h5_runs.c \
	aggregate/h5/h5_runs.h \
	aggregate/h5/h5_schema.c \
	aggregate/h5/h5_schema.h \
	aggregate/h5/h5_table.c \
	aggregate/h5/h5_table.h \
	aggregate/h5/h5_texts.c \
	aggregate/h5/h5_window.c \
	aggregate/h5/h5_writer.c \
	aggregate/h5/h5_writer.h \
	aggregate/hpmagg.c \
	aggregate/judge/judge.c \
	aggregate/judge/judge.h \
	aggregate/judge/judge_full.c \
	aggregate/judge/judge_masks.c \
	aggregate/judge/judge_binding.c \
	aggregate/binding/mask.c aggregate/binding/mask.h \
	aggregate/binding/binding.c aggregate/binding/binding.h \
	aggregate/binding/bound_threads.c aggregate/binding/bound_threads.h \
	aggregate/binding/binding_cores.c aggregate/binding/binding_private.h \
	aggregate/binding/binding_rows.c aggregate/binding/binding_words.c \
	aggregate/file/binding_file.c aggregate/file/binding_file.h \
	aggregate/show/rows/binding_made.c aggregate/show/rows/binding_made.h \
	aggregate/judge/judge_outliers.c \
	aggregate/judge/judge_slowest.c \
	aggregate/judge/judge_throttled.c \
	aggregate/analysis/change.c aggregate/analysis/change.h \
	aggregate/judge/judge_change.c \
	aggregate/judge/judge_system.c \
	aggregate/judge/judge_turns.c \
	aggregate/judge/judge_unused.c \
	aggregate/judge/judge_waiting.c \
	aggregate/join/join.c \
	aggregate/join/join.h \
	aggregate/join/join_check.c \
	aggregate/join/join_metrics.c \
	aggregate/cmd/join_command.c \
	aggregate/cmd/join_command.h \
	aggregate/join/join_ranks.c \
	aggregate/model/joined.c \
	aggregate/model/joined.h \
	aggregate/file/joined_file.c \
	aggregate/file/labels_file.c \
	aggregate/file/load.c \
	aggregate/file/load.h \
	aggregate/file/load_totals.c \
	aggregate/model/nodes.c \
	aggregate/binding/topology.c \
	aggregate/binding/topology.h \
	aggregate/binding/topology_parse.c \
	aggregate/model/row_names.c \
	aggregate/model/row_names.h \
	aggregate/model/nodes.h \
	aggregate/file/nodes_file.c \
	aggregate/console/number.c \
	aggregate/console/number.h \
	aggregate/show/rows/output.h \
	aggregate/cmd/html_command.c \
	aggregate/cmd/html_command.h \
	aggregate/cmd/browser.c \
	aggregate/cmd/browser.h \
	aggregate/cmd/picture_command.c \
	aggregate/cmd/picture_command.h \
	aggregate/console/scratch_folder.c \
	aggregate/console/scratch_folder.h \
	aggregate/console/watch.c \
	aggregate/console/watch.h \
	aggregate/page/page_answer.c \
	aggregate/page/page_answer.h \
	aggregate/page/embedded.h \
	aggregate/page/page.c \
	aggregate/page/page_binding.c \
	aggregate/page/page.h \
	aggregate/page/page_choice.c \
	aggregate/page/page_choice.h \
	aggregate/page/page_escape.c \
	aggregate/page/page_parts.h \
	aggregate/page/page_rank_times.c \
	aggregate/page/page_run.c \
	aggregate/page/page_source.c \
	aggregate/page/page_stacks.c \
	aggregate/page/page_table.c \
	aggregate/show/hatchet.h \
	aggregate/show/hatchet_regions.c \
	aggregate/show/hatchet_samples.c \
	aggregate/show/hatchet_tree.c \
	aggregate/show/output_collapsed.c \
	aggregate/show/output_csv.c \
	aggregate/show/output_hatchet.c \
	aggregate/show/output_json.c \
	aggregate/show/output_text.c \
	aggregate/show/text_columns.c \
	aggregate/input/own_file.c \
	aggregate/input/own_file.h \
	aggregate/analysis/median.c \
	aggregate/analysis/median.h \
	aggregate/analysis/packed_rows.c \
	aggregate/analysis/packed_rows.h \
	aggregate/analysis/profile.c \
	aggregate/analysis/profile.h \
	aggregate/analysis/profile_threads.c \
	aggregate/analysis/profile_threads.h \
	aggregate/analysis/projection.c \
	aggregate/analysis/projection.h \
	aggregate/input/arrivals.c aggregate/input/arrivals.h \
	aggregate/input/arrivals_estimate.c aggregate/input/arrivals_meet.c \
	aggregate/input/arrivals_private.h \
	aggregate/input/place_debug.c aggregate/input/place_debug.h \
	aggregate/input/place_names.c aggregate/input/place_names.h \
	aggregate/input/place_text.c aggregate/input/place_text.h \
	aggregate/input/rank_mpi.c \
	aggregate/input/mark_costs.c \
	aggregate/input/mark_costs.h \
	aggregate/input/rank_regions.c \
	aggregate/input/rank_regions.h \
	aggregate/model/region_nest.c aggregate/model/region_nest.h \
	aggregate/model/region_split.c aggregate/model/region_split.h \
	aggregate/model/region_sums.c \
	aggregate/places/region_tree.c \
	aggregate/places/region_tree.h \
	aggregate/input/rank_line.c aggregate/input/rank_line.h \
	aggregate/timeline/timeline.c aggregate/timeline/timeline.h \
	aggregate/timeline/timeline_ranks.c \
	aggregate/timeline/time_shares.c aggregate/timeline/time_shares.h \
	aggregate/file/timeline_file.c \
	aggregate/course/find_change.c aggregate/course/find_change.h \
	aggregate/course/rank_courses.c aggregate/course/rank_courses.h \
	aggregate/course/phases.c aggregate/course/phases.h \
	aggregate/course/segments.c aggregate/course/segments.h \
	aggregate/course/span.c aggregate/course/span.h \
	aggregate/course/span_account.c aggregate/course/span_account.h \
	aggregate/show/rows/interval_member_rows.c \
	aggregate/show/rows/interval_member_rows.h \
	aggregate/show/rows/interval_rows.c \
	aggregate/show/summary/summary_line.c \
	aggregate/show/summary/summary_phases.c \
	aggregate/file/regions_file.c \
	aggregate/file/file_regions.c aggregate/file/file_regions.h \
	aggregate/file/region_own.c aggregate/file/region_own.h \
	aggregate/file/flat_regions.c aggregate/file/flat_regions.h \
	aggregate/file/flat_split.c aggregate/file/flat_split.h \
	aggregate/show/rows/region_rank_rows.c \
	aggregate/show/rows/region_rank_rows.h \
	aggregate/show/rows/row_keys.c \
	aggregate/analysis/region_totals.c \
	aggregate/input/rank_mpi.h \
	aggregate/input/rank_reader.c \
	aggregate/input/rank_reader.h \
	aggregate/input/chunk.h \
	aggregate/input/recorded_ranks.c \
	aggregate/input/recorded_ranks.h \
	aggregate/input/records.h \
	aggregate/input/scan.c \
	aggregate/input/scan.h \
	aggregate/file/record_numbers.c \
	aggregate/file/record_numbers.h \
	aggregate/analysis/rating.c \
	aggregate/analysis/rating.h \
	aggregate/show/rows/rating_text.c \
	aggregate/show/rows/rating_text.h \
	aggregate/cmd/live_command.c \
	aggregate/cmd/live_command.h \
	aggregate/live/live_find.c \
	aggregate/live/live_find.h \
	aggregate/live/live_look.c \
	aggregate/live/live_look.h \
	aggregate/live/live_peek.c \
	aggregate/live/live_peek.h \
	aggregate/live/live_screen.c \
	aggregate/live/live_screen.h \
	aggregate/live/live_table.c \
	aggregate/live/live_table.h \
	aggregate/live/live_view.c \
	aggregate/live/live_view.h \
	aggregate/cmd/recover_command.c \
	aggregate/cmd/recover_command.h \
	aggregate/cmd/flags.h \
	aggregate/cmd/request.c \
	aggregate/cmd/request.h \
	aggregate/cmd/request_files.c \
	aggregate/cmd/request_files.h \
	aggregate/cmd/show_check.c \
	aggregate/cmd/show_check.h \
	aggregate/input/rank_list.c \
	aggregate/input/rank_list.h \
	aggregate/recover/recover_inside.c \
	aggregate/recover/recover_inside.h \
	aggregate/recover/recover_list.c \
	aggregate/recover/recover_list.h \
	aggregate/recover/recover_checkpoint.c \
	aggregate/recover/recover_checkpoint.h \
	aggregate/recover/recover_records.c \
	aggregate/recover/recover_records.h \
	aggregate/recover/recover_rows.c \
	aggregate/recover/recover_rows.h \
	aggregate/recover/recover_run.c \
	aggregate/recover/recover_run.h \
	aggregate/console/columns.c \
	aggregate/console/columns.h \
	aggregate/console/report.c \
	aggregate/console/report.h \
	aggregate/show/report_rows.c \
	aggregate/show/report_rows.h aggregate/show/text_columns.h \
	aggregate/model/result.c \
	aggregate/model/result.h \
	aggregate/file/result_parts.h \
	aggregate/file/result_writer.c \
	aggregate/file/result_writer.h \
	aggregate/file/run_file.c \
	aggregate/show/rows/region_rows.c \
	aggregate/show/rows/site_rows.c \
	aggregate/show/rows/spot_rows.c \
	aggregate/show/summary/summary_samples.c \
	aggregate/show/rows/rows.c \
	aggregate/show/rows/rows_made.c \
	aggregate/show/rows/rows.h \
	aggregate/show/rows/rows_seen.c \
	aggregate/show/rows/rows_sort.c \
	aggregate/analysis/sampling.c \
	aggregate/analysis/sampling.h \
	aggregate/model/settings.c \
	aggregate/model/settings.h \
	aggregate/console/say.c \
	aggregate/console/patience.c aggregate/console/patience.h \
	aggregate/console/say.h \
	aggregate/analysis/scaling.c \
	aggregate/analysis/scaling.h \
	aggregate/cmd/same_file.c aggregate/cmd/same_file.h \
	aggregate/cmd/scaling_command.c \
	aggregate/cmd/scaling_command.h \
	aggregate/analysis/scaling_notes.c \
	aggregate/show/scaling_output.c \
	aggregate/show/scaling_output.h \
	aggregate/console/scratch.c \
	aggregate/console/scratch.h \
	aggregate/file/statistics_rows.c \
	aggregate/file/statistics_rows.h \
	aggregate/model/selection.c \
	aggregate/model/selection.h \
	aggregate/cmd/show_command.c \
	aggregate/cmd/show_command.h \
	aggregate/input/stream.c \
	aggregate/input/stream.h \
	aggregate/show/summary/summary.c \
	aggregate/show/summary/summary.h \
	aggregate/show/summary/summary_calls.c \
	aggregate/show/summary/summary_costs.c \
	aggregate/show/summary/summary_gaps.c \
	aggregate/show/summary/summary_head.c \
	aggregate/show/summary/summary_time.c \
	aggregate/show/summary/summary_joined.c \
	aggregate/show/summary/summary_marks.c \
	aggregate/show/summary/summary_next.c \
	aggregate/show/summary/summary_none.c \
	aggregate/show/summary/summary_nodes.c \
	aggregate/show/summary/summary_region_notes.c \
	aggregate/show/summary/summary_regions.c \
	aggregate/show/summary/summary_regions.h \
	aggregate/show/summary/summary_sampling.c \
	aggregate/show/summary/summary_values.c \
	aggregate/show/summary/summary_verdict.c \
	aggregate/cmd/text_file.c \
	aggregate/cmd/text_file.h \
	aggregate/file/verdict_file.c \
	aggregate/places/text_table.c \
	aggregate/places/text_table.h \
	aggregate/analysis/values.c \
	aggregate/cmd/write_command.c \
	aggregate/cmd/write_command.h

# The page of --html, and D3, as bytes of the program.
PAGE_FILES = \
	aggregate/page/page.html \
	aggregate/page/page.css \
	aggregate/page/print.css \
	aggregate/page/data.js \
	aggregate/page/tell.js \
	aggregate/page/bars.js \
	aggregate/page/compare.js \
	aggregate/page/heat.js \
	aggregate/page/table.js \
	aggregate/page/source.js \
	aggregate/page/course.js \
	aggregate/page/ranks.js \
	aggregate/page/trend.js \
	aggregate/page/binding.js \
	aggregate/page/flame.js \
	aggregate/page/picture.js \
	aggregate/page/page.js \
	aggregate/page/answer.js
EXTRA_DIST += $(PAGE_FILES)
if HAVE_D3
nodist_hpmagg_SOURCES = aggregate/page/embedded.c
CLEANFILES += aggregate/page/embedded.c
aggregate/page/embedded.c: $(PAGE_FILES) scripts/embed-page $(D3_FILE)
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(SHELL) $(srcdir)/scripts/embed-page $(srcdir)/aggregate/page $(D3_FILE) >$@.new && mv $@.new $@
endif

noinst_HEADERS += include/hpm_schema.h

dist_man_MANS += doc/hpmagg.1 doc/hpmmpi-h5.5
