# SPDX-License-Identifier: BSD-3-Clause
# hpmagg: writer and reader of result files.  HDF5 is used here alone.
bin_PROGRAMS += hpmagg
hpmagg_CPPFLAGS = $(AM_CPPFLAGS) $(PLACES)
hpmagg_CFLAGS = $(AM_CFLAGS) $(HDF5_CFLAGS) $(SMARTCOLS_CFLAGS) $(JANSSON_CFLAGS)
hpmagg_LDADD = libmetrics.la libcore.la $(HDF5_LIBS) $(SMARTCOLS_LIBS) \
	$(JANSSON_LIBS) -lm
hpmagg_SOURCES = \
	aggregate/accumulate.c \
	aggregate/accumulate.h \
	aggregate/aggregate_array.c \
	aggregate/aggregate_array.h \
	aggregate/calls.c \
	aggregate/calls.h \
	aggregate/cost_report.c \
	aggregate/costs.c \
	aggregate/costs.h \
	aggregate/definitions.c \
	aggregate/definitions.h \
	aggregate/fields.c \
	aggregate/fields.h \
	aggregate/file_ranks.c \
	aggregate/finding_text.c \
	aggregate/findings.c \
	aggregate/findings.h \
	aggregate/guard.c \
	aggregate/guard.h \
	aggregate/h5_attribute.c \
	aggregate/h5_attribute.h \
	aggregate/h5_column.c \
	aggregate/h5_error.c \
	aggregate/h5_private.h \
	aggregate/h5_reader.c \
	aggregate/h5_reader.h \
	aggregate/h5_texts.c \
	aggregate/h5_writer.c \
	aggregate/h5_writer.h \
	aggregate/hpmagg.c \
	aggregate/judge.c \
	aggregate/judge.h \
	aggregate/judge_masks.c \
	aggregate/judge_outliers.c \
	aggregate/judge_slowest.c \
	aggregate/json_calls.c \
	aggregate/json_costs.c \
	aggregate/json_private.h \
	aggregate/json_verdict.c \
	aggregate/load.c \
	aggregate/load.h \
	aggregate/load_calls.c \
	aggregate/load_calls.h \
	aggregate/load_tally.c \
	aggregate/load_tally.h \
	aggregate/load_verdict.c \
	aggregate/load_verdict.h \
	aggregate/mpi_events.c \
	aggregate/mpi_events.h \
	aggregate/number.c \
	aggregate/number.h \
	aggregate/output.h \
	aggregate/output_csv.c \
	aggregate/output_json.c \
	aggregate/output_text.c \
	aggregate/place.c \
	aggregate/place.h \
	aggregate/profile.c \
	aggregate/profile.h \
	aggregate/projection.c \
	aggregate/projection.h \
	aggregate/rank_mpi.c \
	aggregate/rank_mpi.h \
	aggregate/rank_reader.c \
	aggregate/rank_reader.h \
	aggregate/recover_command.c \
	aggregate/recover_command.h \
	aggregate/rank_list.c \
	aggregate/rank_list.h \
	aggregate/recover_inside.c \
	aggregate/recover_inside.h \
	aggregate/recover_list.c \
	aggregate/recover_list.h \
	aggregate/recover_spill.c \
	aggregate/recover_spill.h \
	aggregate/recover_stream.c \
	aggregate/recover_stream.h \
	aggregate/report.c \
	aggregate/report.h \
	aggregate/result.c \
	aggregate/result.h \
	aggregate/result_aggregates.c \
	aggregate/result_calls.c \
	aggregate/result_detail.c \
	aggregate/result_labels.c \
	aggregate/result_parts.h \
	aggregate/result_verdict.c \
	aggregate/result_writer.c \
	aggregate/result_writer.h \
	aggregate/rows.c \
	aggregate/rows.h \
	aggregate/sampling.c \
	aggregate/sampling.h \
	aggregate/selection.c \
	aggregate/selection.h \
	aggregate/show_command.c \
	aggregate/show_command.h \
	aggregate/stream.c \
	aggregate/stream.h \
	aggregate/stream_ranks.c \
	aggregate/stream_ranks.h \
	aggregate/stream_scan.c \
	aggregate/summary.c \
	aggregate/summary.h \
	aggregate/summary_calls.c \
	aggregate/summary_costs.c \
	aggregate/summary_gaps.c \
	aggregate/summary_head.c \
	aggregate/summary_sampling.c \
	aggregate/summary_verdict.c \
	aggregate/text_table.c \
	aggregate/text_table.h \
	aggregate/values.c \
	aggregate/write_command.c \
	aggregate/write_command.h

noinst_HEADERS += include/hpm_schema.h

dist_man_MANS += doc/hpmagg.1 doc/hpmmpi-h5.5
