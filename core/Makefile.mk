# SPDX-License-Identifier: BSD-3-Clause
# Code that both the library and the tools use: no MPI, no PAPI, no HDF5.
# Position-independent and hidden, since the preloaded library takes it in.
noinst_LTLIBRARIES += libcore.la libmetrics.la
libcore_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
libcore_la_SOURCES =
libcore_la_SOURCES += core/path.c core/path.h core/machine.c core/machine.h
libcore_la_SOURCES += core/quality.c core/quality.h

# Metrics and statistics: the tools' alone.
libmetrics_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
libmetrics_la_SOURCES =
