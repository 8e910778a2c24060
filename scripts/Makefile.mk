# SPDX-License-Identifier: BSD-3-Clause
EXTRA_DIST += scripts/build scripts/check-exports scripts/check-layers \
	scripts/check-sizes scripts/check-style \
	scripts/debian-packages \
	scripts/demo scripts/install-packages scripts/test scripts/test-jobs

# Not in `make check`: it takes tools of one version, and the list of sources
# that git has.
check-style:
	$(srcdir)/scripts/check-style $(srcdir)
.PHONY: check-style
