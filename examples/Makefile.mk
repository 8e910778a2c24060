# SPDX-License-Identifier: BSD-3-Clause
# The example solvers: programs as a user has them, built with the MPI
# compilers and without anything of ours.
example_programs = examples/heat
if HAVE_FORTRAN
example_programs += examples/heat_omp
endif
if HAVE_SDE
SDE_CPPFLAGS = -DHAVE_SDE
SDE_LIBS = -lsde
endif

noinst_DATA = $(example_programs)
CLEANFILES += $(example_programs) examples/*.mod
EXTRA_DIST += examples/clock_backend.c examples/heat.c examples/heat_omp.F90

AM_V_MPI = $(am__v_MPI_@AM_V@)
am__v_MPI_ = $(am__v_MPI_@AM_DEFAULT_V@)
am__v_MPI_0 = @echo "  MPI     " $@;
am__v_MPI_1 =

examples/heat: examples/heat.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -O2 $(WARN_CFLAGS) $(SDE_CPPFLAGS) $(CPPFLAGS) \
		$(CFLAGS) $(SAN_CFLAGS) -o $@ $(srcdir)/examples/heat.c \
		$(LDFLAGS) $(SDE_LIBS) -lm

examples/heat_omp: examples/heat_omp.F90
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPIFC) -O2 $(OPENMP_FCFLAGS) $(SDE_CPPFLAGS) $(FCFLAGS) \
		$(SAN_CFLAGS) \
		-J $(@D) -o $@ $(srcdir)/examples/heat_omp.F90 $(SDE_LIBS)
