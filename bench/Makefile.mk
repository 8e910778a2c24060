# SPDX-License-Identifier: BSD-3-Clause
# `make bench`: what the library costs, as the table of doc/COSTS.md.
EXTRA_DIST += bench/probe.c bench/bench.py
CLEANFILES += bench/probe

bench/probe: bench/probe.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE -O2 $(WARN_CFLAGS) $(CPPFLAGS) \
		$(CFLAGS) -o $@ $(srcdir)/bench/probe.c $(LDFLAGS) -pthread

BENCH_FLAGS =
.PHONY: bench
bench: bench/probe tests/run/stage.stamp tests/aggregate/make_stream$(EXEEXT)
	$(srcdir)/bench/bench.py --probe $(abs_builddir)/bench/probe \
		--hpmrun $(abs_builddir)/tests/run/stage$(bindir)/hpmrun \
		--hpmagg $(abs_builddir)/tests/run/stage$(bindir)/hpmagg \
		--sizes $(abs_builddir)/tests/aggregate/make_stream $(BENCH_FLAGS)
