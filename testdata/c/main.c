#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernels.h"

/* main KERNEL RUNS < NUMBERS runs a kernel that often after a warm-up and prints
   its value, and the shortest and the median time of a run in nanoseconds.
   The numbers are the arguments in order: sizes first, then arrays. */

static double number(void)
{
    double x;
    if (scanf("%lf", &x) != 1) {
        fprintf(stderr, "a number is missing\n");
        exit(1);
    }
    return x;
}

static double *numbers(size_t n)
{
    double *a = malloc(sizeof(double) * (n + 1));
    for (size_t i = 0; i < n; i++)
        a[i] = number();
    return a;
}

static const char *kernel;
static int n, d, k, m, p;
static double gamma_, *a1, *a2, *a3, *a4, *a5, *out, *out2;
static int *obs;

static void load(void)
{
    if (!strcmp(kernel, "gmm")) {
        d = number(), k = number(), n = number(), m = number(), gamma_ = number();
        a1 = numbers(k), a2 = numbers(k * d), a3 = numbers(k * d), a4 = numbers(k * (d * (d - 1) / 2)), a5 = numbers((size_t)n * d);
    } else if (!strcmp(kernel, "lstm")) {
        d = number(), k = number(), n = number();
        a1 = numbers(8 * d * k), a2 = numbers(3 * k), a3 = numbers(2 * d * k), a4 = numbers((size_t)n * k);
    } else if (!strcmp(kernel, "llsq")) {
        n = number(), m = number(), a1 = numbers(m);
    } else if (!strcmp(kernel, "lse")) {
        n = number(), a1 = numbers(n);
    } else if (!strcmp(kernel, "ba")) {
        n = number(), m = number(), p = number();
        a1 = numbers(11 * n), a2 = numbers(3 * m), a3 = numbers(p), a4 = numbers(2 * p);
        obs = malloc(sizeof(int) * (2 * p + 1)), out = malloc(sizeof(double) * 2 * p), out2 = malloc(sizeof(double) * p);
        for (int i = 0; i < 2 * p; i++)
            obs[i] = number();
    } else {
        fprintf(stderr, "no kernel %s\n", kernel);
        exit(1);
    }
}

static double run(void)
{
    switch (kernel[0] == 'l' ? kernel[1] : kernel[0]) {
    case 'g': return gmm(d, k, n, a1, a2, a3, a4, a5, m, gamma_);
    case 'b': ba(p, a1, a2, a3, a4, obs, out, out2); return out[0] + out2[p - 1];
    case 'l': return llsq(n, m, a1);
    case 's': return kernel[2] == 't' ? lstm(d, k, n, a1, a2, a3, a4) : lse(n, a1);
    }
    return 0;
}

static int by_size(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s KERNEL RUNS < NUMBERS\n", argv[0]);
        return 2;
    }
    kernel = argv[1];
    int runs = atoi(argv[2]);
    load();
    double value = run(), *times = malloc(sizeof(double) * (runs + 1));
    for (int i = 0; i < runs; i++) {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        value = run();
        clock_gettime(CLOCK_MONOTONIC, &b);
        times[i] = (b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec);
    }
    qsort(times, runs, sizeof(double), by_size);
    printf("%.17g %.0f %.0f\n", value, times[0], times[runs / 2]);
    return 0;
}
