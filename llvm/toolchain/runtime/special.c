/* The functions of the gamma family: the methods of procad's package
   internal/special, where they are explained. */
#define _DEFAULT_SOURCE 1
#include <math.h>

#include "runtime.h"

static const double pi = 3.14159265358979323846;

/* B2, B4, …, B16 */
static const double bernoulli[] = {1. / 6, -1. / 30, 1. / 42, -1. / 30, 5. / 66, -691. / 2730, 7. / 6, -3617. / 510};
enum { TERMS = sizeof bernoulli / sizeof *bernoulli };

double pc_lgamma(double x) {
    int sign; /* lgamma would write a global variable */
    return lgamma_r(x, &sign);
}

double pc_digamma(double x) {
    if (x == 0) return -copysign(INFINITY, x);
    if (x < 0) {
        double r = x - round(x);
        if (r == 0 || isinf(x)) return NAN;
        return pc_digamma(1 - x) - pi / tan(pi * r);
    }
    if (isnan(x) || isinf(x)) return x;
    double shift = 0, series = 0;
    for (; x < 10; x++) shift += 1 / x;
    double xx = 1 / (x * x);
    for (int k = TERMS; k > 0; k--) series = (series + bernoulli[k - 1] / (2 * k)) * xx;
    return log(x) - 0.5 / x - series - shift;
}

/* scale is n! / x^(n+1). */
static double scale(int64_t n, double x) {
    if (n > 170) return exp(pc_lgamma((double)n + 1) - ((double)n + 1) * log(x));
    double p = 1 / x;
    for (int64_t j = 0; j < n; j++) p *= (double)(j + 1) / x;
    return p;
}

/* scaled_zeta is n! zeta(n+1, x) for x > 0, n >= 1. */
static double scaled_zeta(int64_t n, double x) {
    double s = (double)n + 1, bound = (double)n + 15, sum = 0, y = x;
    for (; y < bound; y++) {
        double term = pow(x / y, s);
        sum += term;
        if (term * y < sum * 1e-18) return scale(n, x) * sum;
    }
    double tail = y / (double)n + 0.5, t = s / (2 * y);
    for (int j = 0; j < TERMS; j++) {
        tail += bernoulli[j] * t;
        double k = 2 * j + 1;
        t *= (s + k) / (k + 2) * ((s + k + 1) / (k + 3)) / (y * y);
    }
    return scale(n, x) * (sum + pow(x / y, s) * tail);
}

double pc_polygamma(int64_t n, double x) {
    if (n == 0) return pc_digamma(x);
    if (n < 0 || isnan(x) || (isinf(x) && x < 0)) return NAN;
    int even = n % 2 == 0;
    double sign = even ? -1 : 1;
    if (isinf(x)) return copysign(0, sign);
    if (x == 0) return even ? -copysign(INFINITY, x) : INFINITY;
    if (x > 0) return sign * scaled_zeta(n, x);
    if (x == floor(x)) return even ? NAN : INFINITY;
    double r = x - floor(x), q = ceil(x) - x;
    return sign * scaled_zeta(n, r) + scaled_zeta(n, q) - scaled_zeta(n, 1 - x);
}

/* pc_powi multiplies in the order of the binary digits of n, the lowest first. */
double pc_powi(double x, int64_t n) {
    uint64_t e = n < 0 ? -(uint64_t)n : (uint64_t)n;
    double r = 1;
    for (double b = x; e > 0; e >>= 1) {
        if (e & 1) r *= b;
        b *= b;
    }
    return n < 0 ? 1 / r : r;
}
