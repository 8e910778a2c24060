# SPDX-License-Identifier: BSD-3-Clause
#
# Tests of what the tests are run with.

TESTS += tests/harness/again.sh tests/harness/srun.sh
EXTRA_DIST += tests/harness/again.sh tests/harness/srun.sh
