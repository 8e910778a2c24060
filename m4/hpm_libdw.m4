# SPDX-License-Identifier: BSD-3-Clause

# HPM_LIBDW
# Sets LIBDW_CFLAGS, LIBDW_LIBS and HAVE_LIBDW where elfutils' library of debug
# information is there, unless --without-libdw.
AC_DEFUN([HPM_LIBDW],
[AC_ARG_WITH([libdw],
  [AS_HELP_STRING([--without-libdw], [tell no source lines of MPI's calls])])
have_libdw=no
AS_IF([test "$with_libdw" != no && $PKG_CONFIG --exists libdw],
  [LIBDW_CFLAGS=`$PKG_CONFIG --cflags libdw`
   LIBDW_LIBS=`$PKG_CONFIG --libs libdw`
   have_libdw=yes
   AC_DEFINE([HAVE_LIBDW], [1],
     [Define to 1 where elfutils' libdw reads debug information.])])
AS_IF([test "$with_libdw" = yes && test $have_libdw = no],
  [AC_MSG_ERROR([--with-libdw: pkg-config does not know libdw (Debian: apt-get
install libdw-dev)])])
AC_MSG_CHECKING([for libdw])
AC_MSG_RESULT([$have_libdw])
AC_SUBST([LIBDW_CFLAGS])
AC_SUBST([LIBDW_LIBS])
AM_CONDITIONAL([HAVE_LIBDW], [test $have_libdw = yes])])
