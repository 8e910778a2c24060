# SPDX-License-Identifier: BSD-3-Clause
EXTRA_DIST += scripts/build scripts/check-exports scripts/check-layers \
	scripts/demo scripts/install-packages scripts/test scripts/test-jobs
