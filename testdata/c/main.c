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

/* What the kernels are called with. */
static int n, d, k, m, p, steps;
static double c1, c2, c3, c4, *a1, *a2, *a3, *a4, *a5, *a6, *a7, *out, *out2;
static int *obs;

static void load_gmm(void)
{
    d = number(), k = number(), n = number(), m = number(), c1 = number();
    a1 = numbers(k), a2 = numbers(k * d), a3 = numbers(k * d), a4 = numbers(k * (d * (d - 1) / 2)), a5 = numbers((size_t)n * d);
}
static double run_gmm(void) { return gmm(d, k, n, a1, a2, a3, a4, a5, m, c1); }

static void load_lstm(void)
{
    d = number(), k = number(), n = number();
    a1 = numbers(8 * d * k), a2 = numbers(3 * k), a3 = numbers(2 * d * k), a4 = numbers((size_t)n * k);
}
static double run_lstm(void) { return lstm(d, k, n, a1, a2, a3, a4); }

static void load_llsq(void) { n = number(), m = number(), a1 = numbers(m); }
static double run_llsq(void) { return llsq(n, m, a1); }

static void load_lse(void) { n = number(), a1 = numbers(n); }
static double run_lse(void) { return lse(n, a1); }

static void load_ba(void)
{
    n = number(), m = number(), p = number();
    a1 = numbers(11 * n), a2 = numbers(3 * m), a3 = numbers(p), a4 = numbers(2 * p);
    obs = malloc(sizeof(int) * (2 * p + 1)), out = malloc(sizeof(double) * 2 * p), out2 = malloc(sizeof(double) * p);
    for (int i = 0; i < 2 * p; i++)
        obs[i] = number();
}
static double run_ba(void)
{
    ba(p, a1, a2, a3, a4, obs, out, out2);
    return out[0] + out2[p - 1];
}

static void load_heat(void)
{
    m = number(), steps = number(), c1 = number();
    a1 = numbers(m), a2 = numbers(m), a3 = numbers(m);
}
static double run_heat(void) { return heat(m, steps, c1, a1, a2, a3); }

static void load_burgers(void)
{
    m = number(), steps = number(), c1 = number(), c2 = number(), c3 = number(), c4 = number();
    a1 = numbers(m), a2 = numbers(m);
}
static double run_burgers(void) { return burgers(m, steps, c1, c2, c3, c4, a1, a2); }

static void load_lorenz(void)
{
    steps = number(), c1 = number(), c2 = number(), c3 = number(), c4 = number();
    a1 = numbers(3), a2 = numbers(3);
}
static double run_lorenz(void) { return lorenz(steps, c1, c2, c3, c4, a1, a2); }

static void load_nbody(void)
{
    n = number(), steps = number(), c1 = number(), c2 = number();
    a1 = numbers(3 * n), a2 = numbers(3 * n), a3 = numbers(n), a4 = numbers(3 * n);
}
static double run_nbody(void) { return nbody(n, steps, c1, c2, a1, a2, a3, a4); }

static void load_rnn(void)
{
    k = number(), d = number(), n = number();
    a1 = numbers(k * k), a2 = numbers(k * d), a3 = numbers(k), a4 = numbers(d * k), a5 = numbers(d), a6 = numbers(k);
    a7 = numbers((size_t)n * d);
}
static double run_rnn(void) { return rnn(k, d, n, a1, a2, a3, a4, a5, a6, a7); }

static void load_nested(void)
{
    m = number(), steps = number(), k = number(), c1 = number();
    a1 = numbers(m), a2 = numbers(m), a3 = numbers(m);
}
static double run_nested(void) { return nested(m, steps, k, c1, a1, a2, a3); }

static const struct kernel {
    const char *name;
    void (*load)(void);
    double (*run)(void);
} kernels[] = {
    {"gmm", load_gmm, run_gmm},
    {"lstm", load_lstm, run_lstm},
    {"llsq", load_llsq, run_llsq},
    {"lse", load_lse, run_lse},
    {"ba", load_ba, run_ba},
    {"heat", load_heat, run_heat},
    {"burgers", load_burgers, run_burgers},
    {"lorenz", load_lorenz, run_lorenz},
    {"nbody", load_nbody, run_nbody},
    {"rnn", load_rnn, run_rnn},
    {"nested", load_nested, run_nested},
};

static const struct kernel *find(const char *name)
{
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (!strcmp(kernels[i].name, name))
            return &kernels[i];
    fprintf(stderr, "no kernel %s\n", name);
    exit(1);
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
    const struct kernel *kernel = find(argv[1]);
    int runs = atoi(argv[2]);
    kernel->load();
    double value = kernel->run(), *times = malloc(sizeof(double) * (runs + 1));
    for (int i = 0; i < runs; i++) {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        value = kernel->run();
        clock_gettime(CLOCK_MONOTONIC, &b);
        times[i] = (b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec);
    }
    qsort(times, runs, sizeof(double), by_size);
    printf("%.17g %.0f %.0f\n", value, times[0], times[runs / 2]);
    return 0;
}
