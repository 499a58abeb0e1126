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

typedef double eight __attribute__((vector_size(64), aligned(8)));
typedef double four __attribute__((vector_size(32), aligned(8)));

/* sums_of_eight adds up each of eight vectors. Three times, numbers of two
   vectors become sums of pairs of them, so that in the end there are eight sums. */
static inline void sums_of_eight(const eight *x[8], eight *sums) {
#define ONES(x, y) \
    (__builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14) + __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15))
#define TWOS(x, y) \
    (__builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13) + __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15))
#define FOURS(x, y) \
    (__builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11) + __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15))
    eight a = ONES(*x[0], *x[1]), b = ONES(*x[2], *x[3]), c = ONES(*x[4], *x[5]), d = ONES(*x[6], *x[7]);
    eight left = TWOS(a, b), right = TWOS(c, d);
    *sums = FOURS(left, right);
}

/* add_eights adds the sums of eight numbers each to n elements. */
static void add_eights(const eight *x, double *restrict to, int64_t n) {
    for (; n >= 8; n -= 8, x += 8, to += 8) {
        const eight *all[8] = {x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7};
        eight sums;
        sums_of_eight(all, &sums);
        *(eight *)to += sums;
    }
    if (n == 0) return;
    const eight *some[8];
    for (int64_t k = 0; k < 8; k++) some[k] = x + (k < n ? k : 0);
    eight sums;
    sums_of_eight(some, &sums);
    for (int64_t k = 0; k < n; k++) to[k] += sums[k];
}

/* add_fours does so for four numbers each. */
static void add_fours(const four *x, double *restrict to, int64_t n) {
    for (; n >= 4; n -= 4, x += 4, to += 4) {
        four a = __builtin_shufflevector(x[0], x[1], 0, 4, 2, 6) + __builtin_shufflevector(x[0], x[1], 1, 5, 3, 7);
        four b = __builtin_shufflevector(x[2], x[3], 0, 4, 2, 6) + __builtin_shufflevector(x[2], x[3], 1, 5, 3, 7);
        *(four *)to += __builtin_shufflevector(a, b, 0, 1, 4, 5) + __builtin_shufflevector(a, b, 2, 3, 6, 7);
    }
    for (int64_t k = 0; k < n; k++) to[k] += (x[k][0] + x[k][1]) + (x[k][2] + x[k][3]);
}

/* pc_add_lanes adds the sums of w numbers each to n elements. */
void pc_add_lanes(const double *restrict from, double *restrict to, int64_t n, int64_t w) {
    if (w == 8) {
        add_eights((const eight *)from, to, n);
        return;
    }
    if (w == 4) {
        add_fours((const four *)from, to, n);
        return;
    }
    for (int64_t r = 0; r < n; r++) {
        double s = 0;
        for (int64_t k = 0; k < w; k++) s += from[r * w + k];
        to[r] += s;
    }
}
