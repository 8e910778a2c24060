! SPDX-License-Identifier: BSD-3-Clause
!
! hpm(3) for Fortran: regions that a program marks, for hpmmpi to count in them.
!
! Compile this file with the program's own compiler, since modules of one
! compiler are not read by another:  mpifort -c hpm.f90;  then `use hpm`, and
! link with hpm.o and -lhpm.
!
! Labels lose the blanks at their end.  In a file that is preprocessed,
!     region = hpm_region_make ('solve', __FILE__, __LINE__)
! tells where it stands.
module hpm
   use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_int, c_null_char, &
      c_null_ptr, c_ptr
   implicit none
   private

   ! A label, made once for a place that is entered often.
   type, public :: hpm_region
      private
      type(c_ptr) :: label = c_null_ptr
   end type hpm_region

   public :: hpm_region_make, hpm_region_enter, hpm_region_leave
   public :: hpm_region_begin, hpm_region_end

   interface
      function c_make(label, file, line) bind(c, name='hpm_region_make')
         import :: c_char, c_int, c_ptr
         character(kind=c_char), intent(in) :: label(*), file(*)
         integer(c_int), value :: line
         type(c_ptr) :: c_make
      end function c_make
      function c_make_anywhere(label, file, line) bind(c, name='hpm_region_make')
         import :: c_char, c_int, c_ptr
         character(kind=c_char), intent(in) :: label(*)
         type(c_ptr), value :: file
         integer(c_int), value :: line
         type(c_ptr) :: c_make_anywhere
      end function c_make_anywhere
      subroutine c_enter(region) bind(c, name='hpm_region_enter')
         import :: c_ptr
         type(c_ptr), value :: region
      end subroutine c_enter
      subroutine c_leave(region) bind(c, name='hpm_region_leave')
         import :: c_ptr
         type(c_ptr), value :: region
      end subroutine c_leave
      subroutine c_begin(label) bind(c, name='hpm_region_begin')
         import :: c_char
         character(kind=c_char), intent(in) :: label(*)
      end subroutine c_begin
      subroutine c_end(label) bind(c, name='hpm_region_end')
         import :: c_char
         character(kind=c_char), intent(in) :: label(*)
      end subroutine c_end
      subroutine c_end_innermost(label) bind(c, name='hpm_region_end')
         import :: c_ptr
         type(c_ptr), value :: label
      end subroutine c_end_innermost
   end interface

contains

   ! The region of a label, and where it stands: the first one that is told
   ! holds.
   function hpm_region_make(label, file, line) result(region)
      character(len=*), intent(in) :: label
      character(len=*), intent(in), optional :: file
      integer, intent(in), optional :: line
      type(hpm_region) :: region
      integer(c_int) :: at

      at = 0
      if (present(line)) at = int(line, c_int)
      if (present(file)) then
         region%label = c_make(trim(label)//c_null_char, &
                               trim(file)//c_null_char, at)
      else
         region%label = c_make_anywhere(trim(label)//c_null_char, c_null_ptr, at)
      end if
   end function hpm_region_make

   ! The calling thread enters it, or leaves the innermost one of that label.
   subroutine hpm_region_enter(region)
      type(hpm_region), intent(in) :: region

      if (c_associated(region%label)) call c_enter(region%label)
   end subroutine hpm_region_enter

   subroutine hpm_region_leave(region)
      type(hpm_region), intent(in) :: region

      if (c_associated(region%label)) call c_leave(region%label)
   end subroutine hpm_region_leave

   ! The same by label; without one, the innermost ends.
   subroutine hpm_region_begin(label)
      character(len=*), intent(in) :: label

      call c_begin(trim(label)//c_null_char)
   end subroutine hpm_region_begin

   subroutine hpm_region_end(label)
      character(len=*), intent(in), optional :: label

      if (present(label)) then
         call c_end(trim(label)//c_null_char)
      else
         call c_end_innermost(c_null_ptr)
      end if
   end subroutine hpm_region_end

end module hpm
