# SPDX-License-Identifier: BSD-3-Clause
# hpmagg, from record streams whose every number is known.
aggregate_tests = \
	tests/aggregate/refusals.sh \
	tests/aggregate/binding.sh \
	tests/aggregate/catalog.sh \
	tests/aggregate/compare.sh \
	tests/aggregate/conditions.sh \
	tests/aggregate/control.sh \
	tests/aggregate/cores.sh \
	tests/aggregate/damaged.sh \
	tests/aggregate/elsewhere.sh \
	tests/aggregate/golden.sh \
	tests/aggregate/hatchet.sh \
	tests/aggregate/labelled.sh \
	tests/aggregate/help.sh \
	tests/aggregate/html.sh \
	tests/aggregate/instructions.sh \
	tests/aggregate/limits.sh tests/aggregate/locale.sh \
	tests/aggregate/numbers.sh \
	tests/aggregate/output.sh \
	tests/aggregate/picture.sh \
	tests/aggregate/place.sh \
	tests/aggregate/rating.sh \
	tests/aggregate/rows.sh \
	tests/aggregate/recover.sh \
	tests/aggregate/scaling.sh \
	tests/aggregate/sentences.sh tests/aggregate/throttled.sh tests/aggregate/processors.sh \
	tests/aggregate/size.sh tests/aggregate/summary.sh \
	tests/aggregate/target.sh tests/aggregate/trend.sh \
	tests/aggregate/verdict.sh \
	tests/aggregate/width.sh
TESTS += $(aggregate_tests)
EXTRA_DIST += $(aggregate_tests) \
	tests/aggregate/lib.sh \
	tests/aggregate/judged.sh \
	tests/aggregate/browse.py \
	tests/aggregate/drawn.py \
	tests/aggregate/check.py \
	tests/aggregate/crash.c \
	tests/aggregate/hatchet_file.py \
	tests/aggregate/make_checkpoint.py \
	tests/aggregate/reference.py \
	tests/aggregate/walk.py \
	tests/aggregate/definitions/test.metric \
	tests/aggregate/golden/calls-full.txt \
	tests/aggregate/golden/calls-list.txt \
	tests/aggregate/golden/calls-mpi.txt \
	tests/aggregate/golden/calls-rank.csv \
	tests/aggregate/golden/calls-thread.txt \
	tests/aggregate/golden/calls.csv \
	tests/aggregate/golden/calls.json \
	tests/aggregate/golden/calls.txt \
	tests/aggregate/golden/host.txt \
	tests/aggregate/golden/job-events.txt \
	tests/aggregate/golden/job.csv \
	tests/aggregate/golden/job.json \
	tests/aggregate/golden/job.txt \
	tests/aggregate/golden/lost.txt \
	tests/aggregate/golden/rank-sorted.txt \
	tests/aggregate/golden/rank.csv \
	tests/aggregate/golden/rank.json \
	tests/aggregate/golden/rank.txt \
	tests/aggregate/golden/rated-rank.txt \
	tests/aggregate/golden/rated.txt \
	tests/aggregate/golden/slow-host.json \
	tests/aggregate/golden/slow-full.txt \
	tests/aggregate/golden/slow-host.txt \
	tests/aggregate/golden/slow.txt \
	tests/aggregate/golden/thread.csv \
	tests/aggregate/golden/thread.txt

check_PROGRAMS += tests/aggregate/make_stream
tests_aggregate_make_stream_SOURCES = \
	tests/aggregate/make_stream.c \
	tests/aggregate/make_stream.h \
	tests/aggregate/stream_calls.c \
	tests/aggregate/stream_run.c \
	tests/aggregate/stream_binding.c \
	tests/aggregate/stream_regions.c tests/aggregate/stream_story.c

# What is preloaded into hpmagg has no sanitizer.
tests/aggregate/catalog.log tests/aggregate/place.log tests/aggregate/recover.log: tests/aggregate/crash.so
CLEANFILES += tests/aggregate/crash.so
tests/aggregate/crash.so: tests/aggregate/crash.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(WARN_CFLAGS) -std=gnu11 -g -O1 -fPIC \
		-shared -o $@ $(srcdir)/tests/aggregate/crash.c
