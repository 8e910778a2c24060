# SPDX-License-Identifier: BSD-3-Clause

# HPM_ZLIB
# Defines HAVE_ZLIB and adds to HDF5_LIBS where zlib is there, as it is where HDF5
# can deflate; without it HDF5 deflates everything, which takes longer.
AC_DEFUN([HPM_ZLIB],
[AC_CHECK_HEADER([zlib.h],
  [AC_CHECK_LIB([z], [deflateInit2_],
    [HDF5_LIBS="$HDF5_LIBS -lz"
     AC_DEFINE([HAVE_ZLIB], [1],
       [Define to 1 where zlib deflates counts for HDF5.])])],
  [], [AC_INCLUDES_DEFAULT])])
