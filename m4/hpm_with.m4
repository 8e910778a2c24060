# SPDX-License-Identifier: BSD-3-Clause

# HPM_MISSING(WHAT, PURPOSE, PACKAGE, OPTION)
# Remember a missing part; configure tells them all together.
AC_DEFUN([HPM_MISSING],
[hpm_missing="$hpm_missing  $1, for $2
    Debian: apt-get install $3; elsewhere: $4
"])

# HPM_LIBRARY_FOLDER(DIR, NAME)
# Sets hpm_folder to the folder of libNAME below DIR, or to nothing.
AC_DEFUN([HPM_LIBRARY_FOLDER],
[hpm_folder=
for hpm_file in "$1"/lib64/lib$2.* "$1"/lib/lib$2.* "$1"/lib/*/lib$2.*; do
  AS_IF([test -z "$hpm_folder" && test -f "$hpm_file"],
    [hpm_folder=`AS_DIRNAME(["$hpm_file"])`])
done])

# HPM_WITH_PKG(VARIABLE, NAME, MINIMUM, PKG-CONFIG MODULES, HEADER, PURPOSE, PACKAGE)
# Sets VARIABLE_CFLAGS and VARIABLE_LIBS from --with-NAME=DIR or from the first
# pkg-config module that is there in the version MINIMUM or later.  Of what is in
# a DIR the version is not known.
AC_DEFUN([HPM_WITH_PKG],
[AC_ARG_WITH([$2], [AS_HELP_STRING([--with-$2=DIR], [where $2 ($3 or later) is installed, for $6])])
hpm_found=no hpm_older=
AS_IF([test -n "$with_$2" && test "$with_$2" != yes],
  [HPM_LIBRARY_FOLDER([$with_$2], [$2])
   AS_IF([test ! -f "$with_$2/include/$5"],
    [AC_MSG_ERROR([--with-$2=$with_$2: no include/$5 there])],
    [test -z "$hpm_folder"],
    [AC_MSG_ERROR([--with-$2=$with_$2: no lib$2 below lib64 or lib there])],
    [hpm_found=yes
     $1_CFLAGS="-I$with_$2/include"
     AS_CASE([$hpm_folder],
       [/usr/lib|/usr/lib64|/usr/lib/*-linux-gnu*], [$1_LIBS=-l$2],
       [$1_LIBS="-L$hpm_folder -Wl,-rpath,$hpm_folder -l$2"])])],
  [for hpm_module in $4; do
     AS_IF([test $hpm_found = no && $PKG_CONFIG --exists $hpm_module &&
         ! $PKG_CONFIG --atleast-version=$3 $hpm_module],
       [hpm_older=" (found `$PKG_CONFIG --modversion $hpm_module`)"],
       [test $hpm_found = no && $PKG_CONFIG --exists $hpm_module],
       [hpm_found=yes
        $1_CFLAGS=`$PKG_CONFIG --cflags $hpm_module`
        $1_LIBS=`$PKG_CONFIG --libs $hpm_module`
        $1_VERSION=`$PKG_CONFIG --modversion $hpm_module`])
   done])
AC_MSG_CHECKING([for $2 $3 or later])
AC_MSG_RESULT([$hpm_found$hpm_older])
AS_IF([test $hpm_found = no],
  [HPM_MISSING([$2 $3 or later$hpm_older], [$6], [$7], [--with-$2=DIR])])
AC_SUBST([$1_CFLAGS])
AC_SUBST([$1_LIBS])])

# HPM_CHECK_MPICC
# Refuse an MPICC that is no compiler of MPI: examples and tests are built with it.
# The library itself needs no mpi.h.
AC_DEFUN([HPM_CHECK_MPICC],
[AC_MSG_CHECKING([whether $MPICC compiles a program of MPI 3])
rm -f conftest.$OBJEXT
cat >conftest.c <<END
#include <mpi.h>
#if MPI_VERSION < 3
#error "MPI 3 is needed"
#endif
MPI_Comm communicator;
END
AS_IF([$MPICC -c conftest.c >&AS_MESSAGE_LOG_FD 2>&1 && test -f conftest.$OBJEXT],
  [AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([MPICC=$MPICC compiles no program that includes mpi.h of MPI 3 or
later (config.log has what it says); name the compiler of an Open MPI 4 or later:
MPICC=COMPILER or --with-mpi=DIR])])
rm -f conftest.c conftest.$OBJEXT])

# HPM_WITH_MPI
# Sets MPICC and MPI_CFLAGS (mpi.h only: nothing of ours links to an MPI library).
AC_DEFUN([HPM_WITH_MPI],
[AC_ARG_WITH([mpi], [AS_HELP_STRING([--with-mpi=DIR], [where Open MPI (4 or later) is installed (DIR/bin/mpicc)])])
AS_IF([test -n "$with_mpi" && test "$with_mpi" != yes],
  [MPICC="$with_mpi/bin/mpicc"
   AS_IF([test ! -x "$MPICC"],
     [AC_MSG_ERROR([--with-mpi=$with_mpi: no bin/mpicc there])])],
  [AC_CHECK_PROGS([MPICC], [mpicc])])
AC_ARG_VAR([MPICC], [MPI C compiler wrapper])
AS_IF([test -z "$MPICC"],
  [HPM_MISSING([mpicc of Open MPI 4 or later], [counting MPI programs], [libopenmpi-dev openmpi-bin], [--with-mpi=DIR])],
  [HPM_CHECK_MPICC
   MPI_CFLAGS=`$MPICC --showme:compile 2>/dev/null || $MPICC -show 2>/dev/null | tr ' ' '\n' | grep '^-I' | tr '\n' ' '`])
AC_SUBST([MPI_CFLAGS])])
