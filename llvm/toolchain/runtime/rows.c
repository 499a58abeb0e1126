/* Rows of matrices, for loops whose iterations run in the lanes of vectors. */
#include "runtime.h"

typedef double eight __attribute__((vector_size(64), aligned(8)));
typedef double four __attribute__((vector_size(32), aligned(8)));

/* Of blocks of s × s elements of two rows, the second of x and the first of y
   change places: s_x becomes the first row, s_y the second one. */
#define ONE_X(x, y) __builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14)
#define ONE_Y(x, y) __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15)
#define TWO_X(x, y) __builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13)
#define TWO_Y(x, y) __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15)
#define FOUR_X(x, y) __builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11)
#define FOUR_Y(x, y) __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15)

/* turn_eight turns eight rows of eight elements round: such places change with
   blocks of one, of two and of four. */
static inline void turn_eight(eight x[8]) {
    eight y[8];
#define SWAP(to, from, S, i, j) \
    to[i] = S##_X(from[i], from[j]); \
    to[j] = S##_Y(from[i], from[j])
    SWAP(y, x, ONE, 0, 1); SWAP(y, x, ONE, 2, 3); SWAP(y, x, ONE, 4, 5); SWAP(y, x, ONE, 6, 7);
    SWAP(x, y, TWO, 0, 2); SWAP(x, y, TWO, 1, 3); SWAP(x, y, TWO, 4, 6); SWAP(x, y, TWO, 5, 7);
    SWAP(y, x, FOUR, 0, 4); SWAP(y, x, FOUR, 1, 5); SWAP(y, x, FOUR, 2, 6); SWAP(y, x, FOUR, 3, 7);
    for (int64_t k = 0; k < 8; k++) x[k] = y[k];
}

/* pc_rows copies w rows of n elements and turns them round: eight rows at once where there are eight or sixteen. */
void pc_rows(double *restrict to, const double *restrict from, int64_t n, int64_t w) {
    int64_t r = 0;
    for (; w % 8 == 0 && r + 8 <= n; r += 8)
        for (int64_t g = 0; g < w; g += 8) {
            eight x[8];
            for (int64_t k = 0; k < 8; k++) x[k] = *(const eight *)(from + (g + k) * n + r);
            turn_eight(x);
            for (int64_t k = 0; k < 8; k++) *(eight *)(to + (r + k) * w + g) = x[k];
        }
    for (; r < n; r++)
        for (int64_t k = 0; k < w; k++) to[r * w + k] = from[k * n + r];
}

/* pc_add_rows adds such a copy to the rows. */
void pc_add_rows(const double *restrict from, double *restrict to, int64_t n, int64_t w) {
    int64_t r = 0;
    for (; w % 8 == 0 && r + 8 <= n; r += 8)
        for (int64_t g = 0; g < w; g += 8) {
            eight x[8];
            for (int64_t k = 0; k < 8; k++) x[k] = *(const eight *)(from + (r + k) * w + g);
            turn_eight(x);
            for (int64_t k = 0; k < 8; k++) *(eight *)(to + (g + k) * n + r) += x[k];
        }
    for (int64_t k = 0; k < w; k++)
        for (int64_t q = r; q < n; q++) to[k * n + q] += from[q * w + k];
}

/* sums_of_eight adds up each of eight vectors. Three times, numbers of two
   vectors become sums of pairs of them, so that in the end there are eight sums. */
static inline void sums_of_eight(const eight *x[8], eight *sums) {
#define SUM(S, x, y) (S##_X(x, y) + S##_Y(x, y))
    eight a = SUM(ONE, *x[0], *x[1]), b = SUM(ONE, *x[2], *x[3]), c = SUM(ONE, *x[4], *x[5]), d = SUM(ONE, *x[6], *x[7]);
    eight left = SUM(TWO, a, b), right = SUM(TWO, c, d);
    *sums = SUM(FOUR, left, right);
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

/* add_sixteens does so for sixteen numbers each. */
static void add_sixteens(const eight *x, double *restrict to, int64_t n) {
    while (n > 0) {
        int64_t m = n < 8 ? n : 8;
        eight pairs[8];
        for (int64_t k = 0; k < m; k++) pairs[k] = x[2 * k] + x[2 * k + 1];
        add_eights(pairs, to, m);
        n -= m, x += 2 * m, to += m;
    }
}

/* pc_add_lanes adds the sums of w numbers each to n elements. */
void pc_add_lanes(const double *restrict from, double *restrict to, int64_t n, int64_t w) {
    if (w == 16) {
        add_sixteens((const eight *)from, to, n);
        return;
    }
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
