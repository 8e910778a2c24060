# SPDX-License-Identifier: BSD-3-Clause
# MPI calls: programs that know what they call, end to end.
calls_tests = tests/calls/exports.sh tests/calls/counts.sh \
	tests/calls/split.sh tests/calls/conform.sh tests/calls/verdict.sh \
	tests/calls/leaves.sh tests/calls/settings.sh tests/calls/parts.sh \
	tests/calls/spent.sh tests/calls/late.sh tests/calls/arrivals.sh \
	tests/calls/sites.sh tests/calls/added.sh tests/calls/instructions.sh
check_PROGRAMS += tests/calls/measuring.t tests/calls/sampling.t \
	tests/calls/split_window.t \
	tests/calls/compared.t tests/calls/all_compared.t
TESTS += tests/calls/measuring.t tests/calls/sampling.t tests/calls/compared.t \
	tests/calls/split_window.t \
	tests/calls/all_compared.t
tests_calls_measuring_t_SOURCES = tests/calls/measuring.c pmpi/calls/measuring.c
tests_calls_sampling_t_SOURCES = tests/calls/sampling.c pmpi/calls/sampling.c
tests_calls_sampling_t_LDADD = -lm
tests_calls_split_window_t_SOURCES = tests/calls/split_window.c \
	pmpi/calls/split_window.c
tests_calls_compared_t_SOURCES = tests/calls/compared.c \
	pmpi/wrap/calls_records.c base/arrival.c aggregate/input/arrivals.c \
	aggregate/input/arrivals_estimate.c aggregate/input/arrivals_meet.c
tests_calls_compared_t_LDADD = -lm
tests_calls_all_compared_t_SOURCES = tests/calls/all_compared.c \
	base/arrival.c aggregate/input/arrivals.c \
	aggregate/input/arrivals_estimate.c aggregate/input/arrivals_meet.c
tests_calls_all_compared_t_LDADD = -lm
calls_dir = tests/calls/programs
calls_programs = $(calls_dir)/p2p $(calls_dir)/collectives $(calls_dir)/others \
	$(calls_dir)/threads $(calls_dir)/sizes $(calls_dir)/started $(calls_dir)/work \
	$(calls_dir)/conform $(calls_dir)/imbalanced $(calls_dir)/leaves \
	$(calls_dir)/parts $(calls_dir)/spent $(calls_dir)/first \
	$(calls_dir)/arrivals $(calls_dir)/many
calls_team = $(calls_dir)/team
calls_repeated = $(calls_dir)/repeated
calls_sources = $(calls_programs:=.c) $(calls_team).c $(calls_repeated).c $(calls_dir)/expect.h \
	$(calls_dir)/work_counter.h $(calls_dir)/fortran_mpif.f90 \
	$(calls_dir)/fortran_mpi.f90 $(calls_dir)/fortran_f08.f90 \
	$(calls_dir)/throws.cc $(sites_sources)
sites_sources = $(calls_dir)/sites.c $(calls_dir)/sites_library.c \
	$(calls_dir)/sites_library.h $(calls_dir)/sites.F90
calls_sites = $(calls_dir)/sites $(calls_dir)/sites_fixed \
	$(calls_dir)/libsites.so
calls_compiled =
if HAVE_CXX
calls_compiled += $(calls_dir)/throws
endif
if HAVE_FORTRAN
calls_compiled += $(calls_dir)/fortran_mpif $(calls_dir)/fortran_mpi \
	$(calls_dir)/fortran_f08 $(sites_bindings)
endif
TESTS += $(calls_tests)
EXTRA_DIST += $(calls_tests) tests/calls/lib.sh tests/calls/sites.py \
	tests/calls/stream.py tests/calls/compare.py \
	tests/calls/arrivals_tracer.c tests/calls/arrivals_truth.py \
	tests/calls/arrivals_compare.py \
	tests/calls/work_backend.c $(calls_sources)
check_DATA += $(calls_programs) $(calls_team) $(calls_repeated) $(calls_sites) $(calls_compiled) tests/calls/work_backend.so tests/calls/arrivals_tracer.so
CLEANFILES += $(calls_programs) $(calls_team) $(calls_repeated) $(calls_sites) $(calls_compiled) tests/calls/work_backend.so tests/calls/arrivals_tracer.so

$(calls_programs): $(calls_dir)/expect.h $(calls_dir)/work_counter.h
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -I$(srcdir) -pthread -rdynamic -o $@ \
		$(srcdir)/$@.c

# With marks, as a program that is linked to the archive.
$(calls_repeated): $(calls_repeated).c include/hpm.h libhpm.a
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -I$(srcdir)/include -o $@ \
		$(srcdir)/$@.c libhpm.a $(DL_LIBS)

$(calls_dir)/p2p: $(calls_dir)/p2p.c
$(calls_dir)/collectives: $(calls_dir)/collectives.c
$(calls_dir)/others: $(calls_dir)/others.c
$(calls_dir)/threads: $(calls_dir)/threads.c
$(calls_dir)/sizes: $(calls_dir)/sizes.c
$(calls_dir)/started: $(calls_dir)/started.c
$(calls_dir)/work: $(calls_dir)/work.c
$(calls_dir)/conform: $(calls_dir)/conform.c
$(calls_dir)/imbalanced: $(calls_dir)/imbalanced.c
$(calls_dir)/leaves: $(calls_dir)/leaves.c
$(calls_dir)/parts: $(calls_dir)/parts.c tests/scope/signal_and_see.h
$(calls_dir)/spent: $(calls_dir)/spent.c
$(calls_dir)/first: $(calls_dir)/first.c
$(calls_dir)/arrivals: $(calls_dir)/arrivals.c

$(calls_team): $(calls_team).c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) $(OPENMP_CFLAGS) -o $@ \
		$(srcdir)/$@.c

$(calls_dir)/throws: $(calls_dir)/throws.cc
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICXX) -g -O1 $(CXXFLAGS) $(SAN_CFLAGS) -o $@ $(srcdir)/$@.cc

$(calls_dir)/fortran_mpif: $(calls_dir)/fortran_mpif.f90
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPIFC) -g -O1 $(FCFLAGS) $(SAN_CFLAGS) -o $@ $(srcdir)/$@.f90

$(calls_dir)/fortran_mpi: $(calls_dir)/fortran_mpi.f90
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPIFC) -g -O1 $(FCFLAGS) $(SAN_CFLAGS) -o $@ $(srcdir)/$@.f90

$(calls_dir)/fortran_f08: $(calls_dir)/fortran_f08.f90
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPIFC) -g -O1 $(FCFLAGS) $(SAN_CFLAGS) -o $@ $(srcdir)/$@.f90

$(calls_dir)/libsites.so: $(calls_dir)/sites_library.c $(calls_dir)/sites_library.h
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) $(run_cflags) -g -I$(srcdir) -fPIC -shared -o $@ \
		$(srcdir)/$(calls_dir)/sites_library.c

sites_build = $(MPICC) -D_GNU_SOURCE $(run_cflags) -g -I$(srcdir) -pthread \
	$(srcdir)/$(calls_dir)/sites.c -L$(calls_dir) -lsites \
	-Wl,-rpath,$(abs_builddir)/$(calls_dir) -ldl -o $@

$(calls_dir)/sites: $(calls_dir)/sites.c $(calls_dir)/libsites.so
	$(AM_V_MPI)$(sites_build) -fPIE -pie

$(calls_dir)/sites_fixed: $(calls_dir)/sites.c $(calls_dir)/libsites.so
	$(AM_V_MPI)$(sites_build) -fno-pie -no-pie

sites_bindings = $(calls_dir)/sites_mpif $(calls_dir)/sites_mpi \
	$(calls_dir)/sites_f08
$(calls_dir)/sites_mpif: binding = MPIF
$(calls_dir)/sites_mpi: binding = MPI
$(calls_dir)/sites_f08: binding = F08
$(sites_bindings): $(calls_dir)/sites.F90
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPIFC) -g -O1 -DBINDING_$(binding) $(FCFLAGS) $(SAN_CFLAGS) \
		-o $@ $(srcdir)/$(calls_dir)/sites.F90

tests/calls/arrivals_tracer.so: tests/calls/arrivals_tracer.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -fPIC -shared -o $@ \
		$(srcdir)/tests/calls/arrivals_tracer.c

tests/calls/work_backend.so: tests/calls/work_backend.c include/hpm_backend.h \
		include/hpm_record.h include/hpm_quality.h
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(AM_CPPFLAGS) $(run_cflags) -fPIC -shared \
		-fvisibility=hidden -o $@ $(srcdir)/tests/calls/work_backend.c
