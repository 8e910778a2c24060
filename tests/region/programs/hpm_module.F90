! SPDX-License-Identifier: BSD-3-Clause
!
! The module hpm: labels of any length, handles, a region of a line of source.
program regions
   use hpm
   use mpi
   implicit none
   type(hpm_region) :: hot, unmade
   character(len=40) :: padded
   integer :: ierr, i

   call MPI_Init(ierr)
   padded = 'padded with blanks'
   call hpm_region_begin(padded)
   call fortran_work(3)
   hot = hpm_region_make('hot place', __FILE__, __LINE__)
   do i = 1, 1000
      call hpm_region_enter(hot)
      call fortran_work(1)
      call hpm_region_leave(hot)
   end do
   call hpm_region_end('padded with blanks')
   call hpm_region_begin('innermost')
   call fortran_work(5)
   call hpm_region_end()
   call hpm_region_enter(unmade)
   call hpm_region_leave(unmade)
   hot = hpm_region_make('of no place')
   call MPI_Finalize(ierr)
end program regions
