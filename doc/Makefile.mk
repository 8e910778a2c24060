# SPDX-License-Identifier: BSD-3-Clause
# Every manual page is listed by the folder of its command; this one has the rest.
