/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpm(3): regions that a program marks, for hpmmpi to count in them.
 *
 * A marked program is linked with -lhpm, which does nothing, and runs without
 * hpmmpi as if it had no marks; under hpmrun the same functions count.  With
 * HPM_OFF defined before this file is included, marks are not compiled at all.
 *
 * Regions nest, in each thread for itself.  Any thread may call these functions
 * at any time, but no signal handler; none of them fails.
 */
#ifndef HPM_H
#define HPM_H

#ifdef __cplusplus
extern "C" {
#endif

/* A label, made once for a place that is entered often.  */
struct hpm_label;

#ifndef HPM_OFF

/* The region of a label, which is copied; the same for the same text.  `file`,
 * or NULL, and `line`, or 0, say where it stands: the first one that is told
 * holds.  Never NULL under hpmrun; without it NULL, which the others take.  */
const struct hpm_label *hpm_region_make (const char *label, const char *file,
                                         int line);

/* The calling thread enters it, or leaves the innermost one of that label;
 * regions inside that are still open end with it.  */
void hpm_region_enter (const struct hpm_label *region);
void hpm_region_leave (const struct hpm_label *region);

/* The same by label; to end the innermost one, whatever its label, give NULL.
 */
void hpm_region_begin (const char *label);
void hpm_region_end (const char *label);

#else

#define hpm_region_make(label, file, line) ((const struct hpm_label *)0)
#define hpm_region_enter(region) ((void)(region))
#define hpm_region_leave(region) ((void)(region))
#define hpm_region_begin(label) ((void)(label))
#define hpm_region_end(label) ((void)(label))

#endif

#ifdef __cplusplus
}

#define HPM_PASTED2(a, b) a##b
#define HPM_PASTED(a, b) HPM_PASTED2 (a, b)

namespace hpm
{

/* A region as long as the object lives, however its scope is left:
 *     hpm::region solve ("solve");  */
class region
{
  public:
    explicit region (const char *text) : label (hpm_region_make (text, 0, 0))
    {
        hpm_region_enter (label);
    }
    explicit region (const struct hpm_label *made) : label (made)
    {
        hpm_region_enter (label);
    }
    ~region () { hpm_region_leave (label); }

  private:
    region (const region &);
    region &operator= (const region &);
    const struct hpm_label *label;
};

}

/* The rest of the scope is a region, whose label is made once, with file and
 * line.  */
#define HPM_REGION(text)                                                       \
    static const struct hpm_label *const HPM_PASTED (hpm_label_, __LINE__)     \
        = hpm_region_make (text, __FILE__, __LINE__);                          \
    const hpm::region HPM_PASTED (hpm_region_, __LINE__) (                     \
        HPM_PASTED (hpm_label_, __LINE__))
#endif

#endif /* HPM_H */
