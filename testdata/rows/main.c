#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "rows.h"

/* ROW RUNS < NUMBERS runs a row that often after a warm-up, and prints its value,
   and the shortest and the median time of a run in nanoseconds. */

double number(void)
{
    double x;
    if (scanf("%lf", &x) != 1) {
        fprintf(stderr, "a number is missing\n");
        exit(1);
    }
    return x;
}

double *memory(int n)
{
    double *a = malloc(sizeof(double) * (n + 1));
    if (!a) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return a;
}

static double *numbers(int n)
{
    double *a = memory(n);
    for (int i = 0; i < n; i++)
        a[i] = number();
    return a;
}

double *vector(int *n)
{
    *n = number();
    return numbers(*n);
}

double *matrix(int *n, int *m)
{
    *n = number(), *m = number();
    return numbers(*n * *m);
}

double *cube(int *n, int *m, int *l)
{
    *n = number(), *m = number(), *l = number();
    return numbers(*n * *m * *l);
}

int *indices(int *n)
{
    *n = number();
    int *a = malloc(sizeof(int) * (*n + 1));
    for (int i = 0; i < *n; i++)
        a[i] = number();
    return a;
}

static int by_size(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s RUNS < NUMBERS\n", argv[0]);
        return 2;
    }
    int runs = atoi(argv[1]);
    load();
    double value = run(), *times = memory(runs);
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
