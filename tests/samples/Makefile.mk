# SPDX-License-Identifier: BSD-3-Clause
# Samples of where threads are: runs end to end of programs of known profile.
samples_dir = tests/samples
samples_tests = tests/samples/shares.sh tests/samples/places.sh \
	tests/samples/refused.sh tests/samples/collapsed.sh tests/samples/kinds.sh \
	tests/samples/hatchet.sh \
	tests/samples/callers.sh tests/samples/perf.sh tests/samples/unloaded.sh
TESTS += $(samples_tests)
EXTRA_DIST += $(samples_tests) tests/samples/lib.sh tests/samples/check.py tests/samples/perf.py \
	tests/samples/profile.c \
	tests/samples/profile_library.c tests/samples/profile_kinds.cc tests/samples/profile.f90 \
	tests/samples/deny.c tests/samples/callers.c tests/samples/unload.c
samples_programs = $(samples_dir)/profile $(samples_dir)/profile_stripped \
	$(samples_dir)/libprofile.so $(samples_dir)/libprofile_other.so \
	$(samples_dir)/unload $(samples_dir)/deny \
	$(samples_dir)/callers $(samples_dir)/callers_without
if HAVE_FORTRAN
samples_programs += $(samples_dir)/profile_fortran
endif
if HAVE_CXX
samples_programs += $(samples_dir)/profile_kinds
endif
check_DATA += $(samples_programs)
CLEANFILES += tests/samples/works.mod $(samples_programs)

$(samples_dir)/profile: $(samples_dir)/profile.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -g -O1 -pthread -o $@ \
		$(srcdir)/$(samples_dir)/profile.c -ldl

$(samples_dir)/profile_stripped: $(samples_dir)/profile.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -O1 -pthread -s -o $@ \
		$(srcdir)/$(samples_dir)/profile.c -ldl

$(samples_dir)/libprofile.so: $(samples_dir)/profile_library.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) $(run_cflags) -g -O1 -fPIC -shared -o $@ \
		$(srcdir)/$(samples_dir)/profile_library.c

# The same functions by other names.
$(samples_dir)/libprofile_other.so: $(samples_dir)/profile_library.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) $(run_cflags) -g -O1 -fPIC -shared -o $@ \
		-Dlib_five=other_five -Dlib_three=other_three -Dlib_two=other_two \
		$(srcdir)/$(samples_dir)/profile_library.c

$(samples_dir)/unload: $(samples_dir)/unload.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(run_cflags) -g -O1 \
		-fno-omit-frame-pointer -o $@ $(srcdir)/$(samples_dir)/unload.c -ldl

$(samples_dir)/profile_fortran: $(samples_dir)/profile.f90
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPIFC) -g -O1 $(FCFLAGS) $(SAN_CFLAGS) -J$(samples_dir) \
		-o $@ $(srcdir)/$(samples_dir)/profile.f90

$(samples_dir)/deny: $(samples_dir)/deny.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) $(CFLAGS) -D_GNU_SOURCE -o $@ \
		$(srcdir)/$(samples_dir)/deny.c

# -O1 alone would leave frame pointers out, and so does the second one.
$(samples_dir)/callers: $(samples_dir)/callers.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -g -O1 \
		-fno-omit-frame-pointer -pthread -o $@ \
		$(srcdir)/$(samples_dir)/callers.c

$(samples_dir)/callers_without: $(samples_dir)/callers.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -g -O1 \
		-fomit-frame-pointer -pthread -o $@ \
		$(srcdir)/$(samples_dir)/callers.c

$(samples_dir)/profile_kinds: $(samples_dir)/profile_kinds.cc
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICXX) -g -O1 $(CXXFLAGS) $(OPENMP_CFLAGS) $(SAN_CFLAGS) \
		-o $@ $(srcdir)/$(samples_dir)/profile_kinds.cc
