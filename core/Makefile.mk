# SPDX-License-Identifier: BSD-3-Clause
# Code that both the library and the tools use: no MPI, no PAPI, no HDF5.
# Position-independent and hidden, since the preloaded library takes it in.
noinst_LTLIBRARIES += libcore.la libmetrics.la
libcore_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
libcore_la_SOURCES =

# Metrics and statistics: the tools' alone.
libmetrics_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
libmetrics_la_SOURCES =

# The machine, the installation, and why something can't be counted.
libcore_la_SOURCES += \
	core/machine.c \
	core/path.c \
	core/reason.c \
	core/reason.h
