# SPDX-License-Identifier: BSD-3-Clause
# What a marked program is linked with, shared or not; it needs nothing of ours.
hpmlib_LTLIBRARIES = libhpm.la
libhpm_la_CPPFLAGS = $(AM_CPPFLAGS)
libhpm_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 \
	-export-symbols-regex '^hpm_region_'
libhpm_la_LIBADD = $(DL_LIBS)
libhpm_la_SOURCES = marks/libhpm.c
hpmlib_LIBRARIES = libhpm.a
libhpm_a_CPPFLAGS = $(AM_CPPFLAGS)
libhpm_a_CFLAGS = $(AM_CFLAGS) -fPIC
libhpm_a_SOURCES = marks/libhpm.c
include_HEADERS = include/hpm.h
noinst_HEADERS += include/hpm_marks.h
dist_man_MANS += doc/hpm.3
