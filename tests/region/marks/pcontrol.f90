! SPDX-License-Identifier: BSD-3-Clause
program marked
   implicit none
   external mpi_pcontrol
   integer ierr, i

   call mpi_init (ierr)
   do i = 1, 3
      call mpi_pcontrol (1, "outer")
      call mpi_pcontrol (1, "inner"//char (0))
      call mpi_pcontrol (-1, "inner"//char (0))
      call mpi_pcontrol (1, "inner  ")
      call mpi_pcontrol (-1, "inner  ")
      call mpi_pcontrol (-1, "outer")
   end do
   call mpi_finalize (ierr)
end program
