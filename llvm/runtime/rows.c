/* Rows of matrices, for loops whose turns run in the lanes of vectors. */
#include "runtime.h"

/* pc_rows copies w rows of n elements and turns them round. */
void pc_rows(double *restrict to, const double *restrict from, int64_t n, int64_t w) {
    for (int64_t r = 0; r < n; r++)
        for (int64_t k = 0; k < w; k++) to[r * w + k] = from[k * n + r];
}

/* pc_add_rows adds such a copy to the rows. */
void pc_add_rows(const double *restrict from, double *restrict to, int64_t n, int64_t w) {
    for (int64_t k = 0; k < w; k++)
        for (int64_t r = 0; r < n; r++) to[k * n + r] += from[r * w + k];
}
