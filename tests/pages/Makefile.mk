# SPDX-License-Identifier: BSD-3-Clause
# Where memory is: a program that knows what it has touched.
pages_dir = tests/pages
pages_tests = tests/pages/pages.sh tests/pages/many.sh tests/pages/touch.sh \
	tests/pages/used.sh
TESTS += $(pages_tests)
EXTRA_DIST += $(pages_tests) $(pages_dir)/pages.c $(pages_dir)/many.c $(pages_dir)/touch.c \
	$(pages_dir)/used.c $(pages_dir)/arrays.h $(pages_dir)/check.py
check_DATA += $(pages_dir)/pages $(pages_dir)/many $(pages_dir)/touch \
	$(pages_dir)/used
CLEANFILES += $(pages_dir)/pages $(pages_dir)/many $(pages_dir)/touch \
	$(pages_dir)/used

$(pages_dir)/pages $(pages_dir)/many $(pages_dir)/used: %: %.c $(pages_dir)/arrays.h
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -I$(srcdir) -g -O1 -pthread \
		-o $@ $(srcdir)/$@.c

$(pages_dir)/touch: $(pages_dir)/touch.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(run_cflags) -g -O1 \
		-fno-omit-frame-pointer -pthread -o $@ \
		$(srcdir)/$(pages_dir)/touch.c
