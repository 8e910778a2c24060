# SPDX-License-Identifier: BSD-3-Clause
# Readers against bytes that nobody thought of, on request:
#
#   make fuzz [CLANG=clang] [FUZZ_SECONDS=60]
CLANG = clang
FUZZ_SECONDS = 60
fuzz_harnesses = \
	tests/fuzz/configuration.c \
	tests/fuzz/cost.c \
	tests/fuzz/event_list.c \
	tests/fuzz/metric.c \
	tests/fuzz/result.c \
	tests/fuzz/snapshot.c \
	tests/fuzz/stream.c
EXTRA_DIST += tests/fuzz/fuzz tests/fuzz/fuzz.h tests/fuzz/records.h \
	$(fuzz_harnesses) \
	tests/fuzz/seeds/configuration/choices \
	tests/fuzz/seeds/configuration/settings \
	tests/fuzz/seeds/event_list/one \
	tests/fuzz/seeds/event_list/several

fuzz_sources = $(libbase_la_SOURCES) $(libmetrics_la_SOURCES) $(hpmagg_SOURCES) \
	$(nodist_hpmagg_SOURCES)

fuzz: hpmagg$(EXEEXT) tests/aggregate/make_stream$(EXEEXT)
	@srcdir='$(srcdir)' CLANG='$(CLANG)' SECONDS_EACH='$(FUZZ_SECONDS)' \
	FLAGS='$(DEFS) $(HDF5_CFLAGS) $(SMARTCOLS_CFLAGS) $(LIBDW_CFLAGS)' \
	LIBS='$(HDF5_LIBS) $(SMARTCOLS_LIBS) $(LIBDW_LIBS) $(LIBS) $(REAL_LIBS) -lm' \
	SOURCES="`echo $(fuzz_sources) | tr ' ' '\n' | grep '\.c$$' | \
		grep -v '/hpmagg\.c$$' | tr '\n' ' '`" \
	$(SHELL) $(srcdir)/tests/fuzz/fuzz

clean-local: clean-fuzz
clean-fuzz:
	-rm -rf tests/fuzz/work
.PHONY: fuzz clean-fuzz
