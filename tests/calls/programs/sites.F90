! SPDX-License-Identifier: BSD-3-Clause
!
! Calls of MPI from places that a test finds by the words behind them, by the
! binding that the compiler is told.
program sites
#if defined BINDING_F08
  use mpi_f08
#elif defined BINDING_MPI
  use mpi
#endif
  implicit none
#ifdef BINDING_MPIF
  include 'mpif.h'
#endif
  integer :: error, i
  double precision :: one(3), sums(3)
  one = 1
  call MPI_Init (error)
  do i = 1, 8
    call MPI_Allreduce (one, sums, 3, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error) ! LOOP
    call MPI_Allreduce (one, sums, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error) ! TURN
  end do
  call inner ()
  call MPI_Finalize (error)
contains
  subroutine inner ()
    call MPI_Bcast (one, 2, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error) ! INNER
  end subroutine inner
end program sites
