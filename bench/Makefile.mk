# SPDX-License-Identifier: BSD-3-Clause
# `make bench`: what the library costs, as the table of doc/COSTS.md.
EXTRA_DIST += bench/probe.c bench/bench.py bench/calls.c bench/calls.py \
	bench/programs.py bench/lammps.in bench/lives.c bench/lives.py \
	bench/steps.c bench/steps.py bench/noise.py bench/peers.py bench/bare.h \
	bench/marks.c bench/marks.py bench/marks_papi.c bench/README.md
EXTRA_PROGRAMS += bench/scale
bench_scale_SOURCES = bench/scale.c tests/gather/network.c \
	pmpi/gather/gather_tree.c
bench_scale_LDADD = libbase.la
CLEANFILES += bench/scale$(EXEEXT)
CLEANFILES += bench/probe bench/calls bench/lives bench/steps bench/marks \
	bench/marks_papi

bench/probe: bench/probe.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE -O2 $(WARN_CFLAGS) $(CPPFLAGS) \
		$(CFLAGS) -o $@ $(srcdir)/bench/probe.c $(LDFLAGS) -pthread

bench/calls: bench/calls.c bench/bare.h
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE -O2 $(WARN_CFLAGS) $(CPPFLAGS) \
		$(CFLAGS) -I$(srcdir) -o $@ $(srcdir)/bench/calls.c $(LDFLAGS)

bench/marks: bench/marks.c bench/bare.h libhpm.la
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE -O2 $(WARN_CFLAGS) $(CPPFLAGS) \
		$(CFLAGS) -I$(srcdir) -I$(srcdir)/include -o $@ \
		$(srcdir)/bench/marks.c $(LDFLAGS) $(region_shared) -pthread

bench/marks_papi: bench/marks_papi.c bench/bare.h
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE -O2 $(WARN_CFLAGS) $(CPPFLAGS) $(CFLAGS) \
		$(PAPI_CFLAGS) -I$(srcdir) -o $@ $(srcdir)/bench/marks_papi.c \
		$(LDFLAGS) $(PAPI_LIBS)

bench/lives: bench/lives.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE -O2 $(WARN_CFLAGS) $(CPPFLAGS) \
		$(CFLAGS) -o $@ $(srcdir)/bench/lives.c $(LDFLAGS) -pthread

bench/steps: bench/steps.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE -O2 $(WARN_CFLAGS) $(CPPFLAGS) \
		$(CFLAGS) -o $@ $(srcdir)/bench/steps.c $(LDFLAGS)

BENCH_FLAGS =
.PHONY: bench-scale bench-steps
bench-scale: bench/scale$(EXEEXT)
	bench/scale$(EXEEXT) 6500 1000 10000 100000
	$(srcdir)/bench/noise.py

bench-steps: bench/steps tests/run/stage.stamp
	$(srcdir)/bench/steps.py --steps $(abs_builddir)/bench/steps \
		--hpmrun $(abs_builddir)/tests/run/stage$(bindir)/hpmrun

.PHONY: bench bench-calls bench-lives bench-marks bench-programs
bench-marks: bench/marks bench/marks_papi tests/run/stage.stamp
	$(srcdir)/bench/marks.py --marks $(abs_builddir)/bench/marks \
		--papi $(abs_builddir)/bench/marks_papi \
		--hpmrun $(abs_builddir)/tests/run/stage$(bindir)/hpmrun

bench-lives: bench/lives tests/run/stage.stamp
	$(srcdir)/bench/lives.py --lives $(abs_builddir)/bench/lives \
		--hpmrun $(abs_builddir)/tests/run/stage$(bindir)/hpmrun

bench-programs: tests/run/stage.stamp
	$(srcdir)/bench/programs.py \
		--hpmrun $(abs_builddir)/tests/run/stage$(bindir)/hpmrun \
		--hpmagg $(abs_builddir)/tests/run/stage$(bindir)/hpmagg

bench-calls: bench/calls tests/run/stage.stamp
	$(srcdir)/bench/calls.py --calls $(abs_builddir)/bench/calls \
		--hpmrun $(abs_builddir)/tests/run/stage$(bindir)/hpmrun

bench: bench-calls bench/probe tests/run/stage.stamp \
		tests/aggregate/make_stream$(EXEEXT)
	$(srcdir)/bench/bench.py --probe $(abs_builddir)/bench/probe \
		--hpmrun $(abs_builddir)/tests/run/stage$(bindir)/hpmrun \
		--hpmagg $(abs_builddir)/tests/run/stage$(bindir)/hpmagg \
		--sizes $(abs_builddir)/tests/aggregate/make_stream $(BENCH_FLAGS)
