# SPDX-License-Identifier: BSD-3-Clause
EXTRA_DIST += .clang-tidy scripts/build scripts/check-claims \
	scripts/check-archive scripts/check-exports scripts/check-layers scripts/check-libc scripts/check-sizes \
	scripts/check-style scripts/check-tidy scripts/debian-packages \
	scripts/demo scripts/embed-page scripts/install-packages scripts/measures \
	scripts/other-debian scripts/system.sh scripts/test scripts/test-jobs

# Not in `make check`: it takes tools of one version, and the list of sources
# that git has.
check-style:
	$(srcdir)/scripts/check-style $(srcdir)
.PHONY: check-style

# Not there either: it takes half a minute.
check-tidy:
	$(srcdir)/scripts/check-tidy $(abs_srcdir) -std=gnu11 $(DEFS) \
		$(DEFAULT_INCLUDES) $(AM_CPPFLAGS) $(CPPFLAGS) $(PLACES) \
		$(MPI_CFLAGS) $(PAPI_CFLAGS) $(HDF5_CFLAGS) \
		$(SMARTCOLS_CFLAGS) $(LIBDW_CFLAGS) $(JANSSON_CFLAGS)
.PHONY: check-tidy

# Of the tests that were run last, whichever these were.
check-claims:
	$(srcdir)/scripts/check-claims tests
.PHONY: check-claims
