! SPDX-License-Identifier: BSD-3-Clause
!
! A program whose profile is known: three subroutines, with work as 5 to 3 to 2.
! Each rank tells the processor time of each in the file times.RANK.
module works
   implicit none
   real(8), volatile :: sink
contains
   subroutine five ()
      real(8) :: x
      integer :: i
      x = 1
      do i = 1, 5 * 300000
         x = x * 1.0000001d0 + 1d-9
      end do
      sink = x
   end subroutine
   subroutine three ()
      real(8) :: x
      integer :: i
      x = 1
      do i = 1, 3 * 300000
         x = x * 1.0000001d0 + 1d-9
      end do
      sink = x
   end subroutine
   subroutine two ()
      real(8) :: x
      integer :: i
      x = 1
      do i = 1, 2 * 300000
         x = x * 1.0000001d0 + 1d-9
      end do
      sink = x
   end subroutine
end module

program profile
   use mpi
   use works
   implicit none
   integer :: rank, ierr, i, repeats
   real(8) :: spent (3), began, ended
   character(32) :: text
   call MPI_Init (ierr)
   call MPI_Comm_rank (MPI_COMM_WORLD, rank, ierr)
   call get_command_argument (2, text)
   read (text, *) repeats
   spent = 0
   do i = 1, repeats
      call cpu_time (began)
      call five ()
      call cpu_time (ended)
      spent (1) = spent (1) + ended - began
      call cpu_time (began)
      call three ()
      call cpu_time (ended)
      spent (2) = spent (2) + ended - began
      call cpu_time (began)
      call two ()
      call cpu_time (ended)
      spent (3) = spent (3) + ended - began
   end do
   write (text, '("times.", i0)') rank
   open (10, file=trim (text))
   write (10, '(i0)') int (spent * 1d9, 8)
   close (10)
   call MPI_Finalize (ierr)
end program
