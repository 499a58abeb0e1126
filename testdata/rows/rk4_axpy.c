#include <string.h>

#include "rows.h"

/* out = a x + y */
static void axpy(int n, double a, const double *x, const double *y, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = a * x[i] + y[i];
}

/* The derivative of y. */
static void f(int n, const double *x, const double *y, double *dy)
{
    dy[0] = x[0];
    for (int i = 1; i < n; i++)
        dy[i] = x[i] * y[i - 1];
}

static double rk4(int n, const double *x, const double *y0, int steps, double *y)
{
    double *k = y + n, *at = k + n, *next = at + n, h = 1.0 / steps, total = 0;
    memcpy(y, y0, sizeof(double) * n);
    for (int s = 0; s < steps; s++) {
        f(n, x, y, k);
        axpy(n, h / 6, k, y, next);
        axpy(n, h / 2, k, y, at);
        f(n, x, at, k);
        axpy(n, h / 3, k, next, next);
        axpy(n, h / 2, k, y, at);
        f(n, x, at, k);
        axpy(n, h / 3, k, next, next);
        axpy(n, h, k, y, at);
        f(n, x, at, k);
        axpy(n, h / 6, k, next, y);
    }
    for (int i = 0; i < n; i++)
        total += y[i] * y[i];
    return total;
}

static int n, steps;
static double *x, *y0, *y;

void load(void)
{
    x = vector(&n), y0 = vector(&n), steps = number();
    y = memory(4 * n);
}

double run(void) { return rk4(n, x, y0, steps, y); }
