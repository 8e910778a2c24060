# SPDX-License-Identifier: BSD-3-Clause
#
# HPM_LIBC: what glibc before 2.34 has in libraries of its own, and functions
# younger than glibc 2.28, which base/libc.c has where the C library does not.
# A function that is checked here needs one there.
AC_DEFUN([HPM_LIBC], [
AC_SEARCH_LIBS([dlopen], [dl])
AC_SEARCH_LIBS([sem_timedwait], [pthread])
AC_CHECK_FUNCS([gettid sigabbrev_np sem_clockwait close_range dnl
posix_spawn_file_actions_addclosefrom_np])
AH_BOTTOM([/* What the C library lacks.  */
#if !defined HAVE_GETTID || !defined HAVE_SIGABBREV_NP \
    || !defined HAVE_SEM_CLOCKWAIT || !defined HAVE_CLOSE_RANGE \
    || !defined HAVE_POSIX_SPAWN_FILE_ACTIONS_ADDCLOSEFROM_NP
#include "base/libc.h"
#endif])
])
