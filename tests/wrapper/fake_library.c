/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Stands for the preloaded library: there, and idle.  */
extern int hpm_fake_library;
int hpm_fake_library;
