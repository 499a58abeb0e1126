#include <string.h>

#include "rows.h"

/* The derivative of y. */
static void f(int n, const double *x, const double *y, double *dy)
{
    dy[0] = x[0];
    for (int i = 1; i < n; i++)
        dy[i] = x[i] * y[i - 1];
}

static double rk4(int n, const double *x, const double *y0, int steps, double *y)
{
    double *k1 = y + n, *k2 = k1 + n, *k3 = k2 + n, *k4 = k3 + n, *at = k4 + n, h = 1.0 / steps, total = 0;
    memcpy(y, y0, sizeof(double) * n);
    for (int s = 0; s < steps; s++) {
        f(n, x, y, k1);
        for (int i = 0; i < n; i++)
            at[i] = y[i] + h / 2 * k1[i];
        f(n, x, at, k2);
        for (int i = 0; i < n; i++)
            at[i] = y[i] + h / 2 * k2[i];
        f(n, x, at, k3);
        for (int i = 0; i < n; i++)
            at[i] = y[i] + h * k3[i];
        f(n, x, at, k4);
        for (int i = 0; i < n; i++)
            y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
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
    y = memory(6 * n);
}

double run(void) { return rk4(n, x, y0, steps, y); }
