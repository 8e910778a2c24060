! SPDX-License-Identifier: BSD-3-Clause
!
! libperfex from Fortran: known work between start and read.
program perfex
   implicit none
   include 'mpif.h'
   integer :: ierr, first, last
   integer*4 :: start_counters, read_counters, print_counters, load_costs
   integer*8 :: c0, c1

   call MPI_Init(ierr)
   first = start_counters(0, 17)
   call fortran_work(21)
   last = read_counters(0, c0, 17, c1)
   if (first /= last) print *, 'the numbers differ'
   print *, 'counts', c0, c1
   if (print_counters(0, c0, 17, c1) /= 0) print *, 'not printed'
   if (load_costs('nowhere') /= -1) print *, 'a table that is not there'
   call MPI_Finalize(ierr)
end program perfex
