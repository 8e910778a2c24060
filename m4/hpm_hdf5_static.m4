# SPDX-License-Identifier: BSD-3-Clause
#
# HPM_HDF5_STATIC: link hpmagg to HDF5's static library where there is one that
# links with nothing but zlib and, where HDF5 has it, szip.  A shared HDF5 may
# bring the libraries of a network client, 38 in Debian 12, which take 3 ms of
# each run's end to load, and 10 beside a sanitizer.  Not where --with-hdf5 named
# another.
AC_DEFUN([HPM_HDF5_STATIC],
[AC_ARG_ENABLE([static-hdf5],
  [AS_HELP_STRING([--disable-static-hdf5],
    [link hpmagg to the shared library of HDF5 even where there is a static one])])
AC_MSG_CHECKING([for a static library of HDF5])
hpm_static=no
hpm_cflags=$CFLAGS
CFLAGS="$CFLAGS $HDF5_CFLAGS"
AS_IF([test "$enable_static_hdf5" != no],
  [for hpm_word in $HDF5_LIBS; do
     hpm_file=`AS_ECHO(["$hpm_word"]) | sed -n 's/^-L//p'`/libhdf5.a
     for hpm_needs in "-lsz -lz -lm" "-lz -lm"; do
       AS_IF([test "$hpm_static" = no && test -f "$hpm_file"],
         [hpm_libs=$LIBS
          LIBS="$hpm_file $hpm_needs $LIBS"
          AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <hdf5.h>]],
              [[return H5Fcreate ("", 0, H5P_DEFAULT, H5P_DEFAULT) < 0;]])],
            [hpm_static="$hpm_file $hpm_needs"])
          LIBS=$hpm_libs])
     done
   done])
CFLAGS=$hpm_cflags
AC_MSG_RESULT([$hpm_static])
AS_IF([test "$hpm_static" != no], [HDF5_LIBS=$hpm_static])])
