/* How long calls of square_grad take from C, where square(x: Real[n]): Real. */
#include <stdint.h>
#include <time.h>

typedef int square_grad(const double *x, int64_t n, double *value, double **grad, int64_t *size, void *workspace, void *error);

/* seconds is the mean time of a call, of so many. */
double seconds(square_grad *f, const double *x, int64_t n, void *workspace, int64_t calls) {
    struct timespec began, ended;
    double value, *grad;
    int64_t size, error[128];
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (int64_t i = 0; i < calls; i++) f(x, n, &value, &grad, &size, workspace, error);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    return ((double)(ended.tv_sec - began.tv_sec) + 1e-9 * (double)(ended.tv_nsec - began.tv_nsec)) / (double)calls;
}
