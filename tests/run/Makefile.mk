# SPDX-License-Identifier: BSD-3-Clause
# End-to-end tests: installed tools (in a staging folder), real mpirun.
run_tests = \
	tests/run/claims.sh \
	tests/run/howtos.sh \
	tests/run/source.sh \
	tests/run/exact.sh \
	tests/run/exact-bindings.sh \
	tests/run/preload.sh \
	tests/run/threads.sh \
	tests/run/clocks.sh \
	tests/run/scarce.sh \
	tests/run/quality.sh \
	tests/run/rotate.sh \
	tests/run/events.sh \
	tests/run/groups.sh \
	tests/run/join.sh tests/run/join_metrics.sh \
	tests/run/repeat.sh tests/run/versions.sh \
	tests/run/natives.sh \
	tests/run/node.sh \
	tests/run/components.sh \
	tests/run/binding.sh \
	tests/run/one_processor.sh \
	tests/run/cores.sh \
	tests/run/hosts.sh \
	tests/run/ordinary.sh \
	tests/run/output.sh \
	tests/run/writer.sh \
	tests/run/site.sh \
	tests/run/degrade.sh \
	tests/run/examples.sh \
	tests/run/real-programs.sh
TESTS += $(run_tests)
EXTRA_DIST += $(run_tests) tests/run/lib.sh tests/run/known.py \
	tests/run/stub_backend.c tests/run/clocks.py tests/run/late.c \
	tests/run/scarce.c $(run_sources)

run_dir = tests/run/programs
run_sources = \
	$(run_dir)/exact.c $(run_dir)/exact_cxx.cpp $(run_dir)/exact_mpif.f90 \
	$(run_dir)/exact_mpi.f90 $(run_dir)/exact_f08.f90 \
	$(run_dir)/known.c $(run_dir)/known.h \
	$(run_dir)/threads.c $(run_dir)/openmp.c $(run_dir)/ordinary.c \
	$(run_dir)/clocks.c $(run_dir)/leave.c

# Programs of a stranger: built with the MPI compilers, linked to nothing of
# ours.  What can't be built here is missing, and its tests say so.
run_programs = $(run_dir)/threads $(run_dir)/openmp $(run_dir)/ordinary \
	$(run_dir)/clocks $(run_dir)/leave $(run_dir)/heat_twice
if HAVE_SDE
run_programs += $(run_dir)/exact
if HAVE_CXX
run_programs += $(run_dir)/exact_cxx
endif
if HAVE_FORTRAN
run_programs += $(run_dir)/exact_mpif $(run_dir)/exact_mpi $(run_dir)/exact_f08
endif
endif
check_DATA = $(run_programs) tests/run/stub_backend.so tests/run/late.so tests/run/scarce.so \
	tests/run/stage.stamp tests/python/stamp
CLEANFILES += $(run_programs) $(run_dir)/known.o tests/run/stub_backend.so \
	tests/run/late.so tests/run/scarce.so tests/run/stage.stamp \
	tests/run/settings.sh tests/python/python3 tests/python/stamp

run_cflags = -g -O1 -std=gnu11 $(WARN_CFLAGS) $(CFLAGS) $(SAN_CFLAGS)
run_known = $(run_dir)/known.o

# Tests run python3 thousands of times: the system's, which starts in a quarter of the
# time of one of a manager of versions; that one is found once where it is the only one.
tests/python/stamp:
	@$(MKDIR_P) $(@D)
	@python=/usr/bin/python3; \
	test -x $$python || \
		python=`python3 -c 'import sys; print(sys.executable)' 2>/dev/null` || exit 0; \
	printf '#!/bin/sh\nexec %s "$$@"\n' "$$python" >$(@D)/python3 && \
	chmod +x $(@D)/python3
	@touch $@

$(run_dir)/known.o: $(run_dir)/known.c $(run_dir)/known.h
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) $(run_cflags) -c -o $@ $(srcdir)/$(run_dir)/known.c

$(run_dir)/exact: $(run_dir)/exact.c $(run_known)
	$(AM_V_MPI)$(MPICC) $(run_cflags) -o $@ $(srcdir)/$(run_dir)/exact.c \
		$(run_known) -lsde

$(run_dir)/exact_cxx: $(run_dir)/exact_cxx.cpp $(run_known)
	$(AM_V_MPI)$(MPICXX) -g -O1 $(CXXFLAGS) $(SAN_CFLAGS) -o $@ \
		$(srcdir)/$(run_dir)/exact_cxx.cpp $(run_known) -lsde

$(run_dir)/exact_mpif: $(run_dir)/exact_mpif.f90 $(run_known)
	$(AM_V_MPI)$(MPIFC) -g -O1 $(FCFLAGS) $(SAN_CFLAGS) -o $@ \
		$(srcdir)/$(run_dir)/exact_mpif.f90 $(run_known) -lsde

$(run_dir)/exact_mpi: $(run_dir)/exact_mpi.f90 $(run_known)
	$(AM_V_MPI)$(MPIFC) -g -O1 $(FCFLAGS) $(SAN_CFLAGS) -o $@ \
		$(srcdir)/$(run_dir)/exact_mpi.f90 $(run_known) -lsde

$(run_dir)/exact_f08: $(run_dir)/exact_f08.f90 $(run_known)
	$(AM_V_MPI)$(MPIFC) -g -O1 $(FCFLAGS) $(SAN_CFLAGS) -o $@ \
		$(srcdir)/$(run_dir)/exact_f08.f90 $(run_known) -lsde

$(run_dir)/threads: $(run_dir)/threads.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -pthread -o $@ \
		$(srcdir)/$(run_dir)/threads.c

$(run_dir)/openmp: $(run_dir)/openmp.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) $(OPENMP_CFLAGS) \
		-pthread -o $@ $(srcdir)/$(run_dir)/openmp.c

# Another version of the example: it exchanges rows twice in each iteration.
CLEANFILES += $(run_dir)/heat_twice.c
$(run_dir)/heat_twice: examples/heat.c
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)sed 's/^        exchange_rows (b, p);$$/&\n&/' \
		$(srcdir)/examples/heat.c >$@.c
	$(AM_V_MPI)$(MPICC) $(run_cflags) $(SDE_CPPFLAGS) -o $@ $@.c $(SDE_LIBS) -lm

$(run_dir)/ordinary: $(run_dir)/ordinary.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) $(run_cflags) -o $@ $(srcdir)/$(run_dir)/ordinary.c

$(run_dir)/clocks: $(run_dir)/clocks.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -pthread -o $@ \
		$(srcdir)/$(run_dir)/clocks.c

$(run_dir)/leave: $(run_dir)/leave.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -o $@ \
		$(srcdir)/$(run_dir)/leave.c

# Not instrumented: these are loaded before a sanitizer is.
tests/run/late.so tests/run/scarce.so: %.so: %.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -std=gnu11 $(WARN_CFLAGS) $(CFLAGS) -fPIC -shared -o $@ \
		$< -ldl

tests/run/stub_backend.so: tests/run/stub_backend.c include/hpm_backend.h \
		include/hpm_record.h include/hpm_quality.h
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(AM_CPPFLAGS) $(run_cflags) -fPIC -shared \
		-fvisibility=hidden -o $@ $(srcdir)/tests/run/stub_backend.c

# Whether libpfm's header was there, whose tables know the events of processors.
if HAVE_PFM
pfm_tables = yes
else
pfm_tables = no
endif

# What the tests run is an installation, moved under another root.
tests/run/stage.stamp: $(bin_PROGRAMS) $(lib_LTLIBRARIES) \
		$(pkglib_LTLIBRARIES) $(dist_metric_DATA) $(dist_man_MANS) \
		$(pkgconfig_DATA)
	@$(MKDIR_P) $(@D)
	@rm -rf tests/run/stage
	$(AM_V_GEN)$(MAKE) -s install DESTDIR=$(abs_builddir)/tests/run/stage \
		>tests/run/stage.log 2>&1 || { cat tests/run/stage.log >&2; exit 1; }
	@rm -f tests/run/stage.log
	@{ echo "bindir='$(bindir)'"; echo "libdir='$(libdir)'"; \
	   echo "sysconfdir='$(sysconfdir)'"; \
	   echo "sanitizer='$(SANITIZER)'"; echo "CC='$(CC)'"; \
	   echo "pfm_tables='$(pfm_tables)'"; \
	 } >tests/run/settings.sh
	@touch $@

clean-local: clean-run
clean-run:
	-rm -rf tests/run/stage tests/run/work.*
.PHONY: clean-run
