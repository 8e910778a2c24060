# SPDX-License-Identifier: BSD-3-Clause
# Programs that are marked as of old, or by the compiler.
old_dir = tests/region/programs
old_tests = tests/region/libhpm.sh tests/region/perfex.sh \
	tests/region/functions.sh tests/region/own.sh
old_compiled = $(old_dir)/libhpm $(old_dir)/perfex $(old_dir)/functions \
	$(old_dir)/own $(old_dir)/within
old_sources = $(old_compiled:=.c) $(old_dir)/fortran_work.c \
	$(old_dir)/functions_cxx.cc $(old_dir)/libhpm_fortran.F \
	$(old_dir)/perfex_fortran.f90 $(old_dir)/hpm_module.F90
old_more =
if HAVE_CXX
old_more += $(old_dir)/functions_cxx
endif
if HAVE_FORTRAN
old_more += $(old_dir)/libhpm_fortran $(old_dir)/perfex_fortran \
	$(old_dir)/hpm_module
endif
check_PROGRAMS += tests/region/function_source.t tests/region/function_stack.t
tests_region_function_source_t_SOURCES = tests/region/function_source.c \
	pmpi/functions/function_source.c
tests_region_function_stack_t_SOURCES = tests/region/function_stack.c \
	pmpi/functions/function_stack.c
TESTS += tests/region/function_source.t tests/region/function_stack.t $(old_tests)
EXTRA_DIST += $(old_tests) tests/region/programs.sh tests/region/rows.py tests/region/own.py \
	$(old_sources)
check_DATA += $(old_compiled) $(old_more)
CLEANFILES += $(old_compiled) $(old_more) $(old_dir)/hpm.mod \
	$(old_dir)/hpm_regions.o $(old_dir)/fortran_work.o

old_cflags = -D_GNU_SOURCE $(run_cflags) -I$(srcdir) -I$(srcdir)/include \
	-pthread -rdynamic
old_fflags = -g -O1 $(FCFLAGS) $(SAN_CFLAGS) -I$(srcdir)/include -rdynamic
old_libs = -L.libs -Wl,-rpath,$(abs_builddir)/.libs
old_work = $(old_dir)/fortran_work.o

$(old_dir)/libhpm: $(old_dir)/libhpm.c libhpm_r.la
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) $(old_cflags) -o $@ $(srcdir)/$@.c $(old_libs) -lhpm_r
$(old_dir)/own $(old_dir)/within: $(old_dir)/own.c $(old_dir)/within.c libhpm_r.la
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) $(old_cflags) -o $@ $(srcdir)/$@.c $(old_libs) -lhpm_r
$(old_dir)/perfex: $(old_dir)/perfex.c libperfex.la
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) $(old_cflags) -o $@ $(srcdir)/$@.c $(old_libs) -lperfex
$(old_dir)/functions: $(old_dir)/functions.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) $(old_cflags) -finstrument-functions -o $@ $(srcdir)/$@.c
$(old_dir)/functions_cxx: $(old_dir)/functions_cxx.cc
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICXX) -g -O1 $(CXXFLAGS) $(SAN_CFLAGS) -finstrument-functions \
		-o $@ $(srcdir)/$@.cc
$(old_work): $(old_dir)/fortran_work.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) $(old_cflags) -c -o $@ $(srcdir)/$(old_dir)/fortran_work.c
$(old_dir)/libhpm_fortran: $(old_dir)/libhpm_fortran.F $(old_work) libhpm_r.la
	$(AM_V_MPI)$(MPIFC) $(old_fflags) -o $@ $(srcdir)/$@.F $(old_work) \
		$(old_libs) -lhpm_r
$(old_dir)/perfex_fortran: $(old_dir)/perfex_fortran.f90 $(old_work) libperfex.la
	$(AM_V_MPI)$(MPIFC) $(old_fflags) -o $@ $(srcdir)/$@.f90 $(old_work) \
		$(old_libs) -lperfex
# As it is installed, in one go with the program that uses it; its functions are
# there under hpmrun alone.
$(old_dir)/hpm_module: $(old_dir)/hpm_module.F90 include/hpm.f90 $(old_work)
	$(AM_V_MPI)$(MPIFC) $(old_fflags) -J$(old_dir) -o $@ $(srcdir)/include/hpm.f90 \
		$(srcdir)/$@.F90 $(old_work) -Wl,--unresolved-symbols=ignore-all
