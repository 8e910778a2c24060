# SPDX-License-Identifier: BSD-3-Clause
check_PROGRAMS += make_stream
make_stream_SOURCES = tests/aggregate/make_stream.c
