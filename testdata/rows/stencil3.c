#include <string.h>

#include "rows.h"

static double stencil3(int n, int m, int l, const double *u0, double r, int steps, const double *target, double *u)
{
    int size = n * m * l;
    double *next = u + size, total = 0;
    memcpy(u, u0, sizeof(double) * size);
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                const double *row = u + (i * m + j) * l;
                const double *up = u + ((i + 1) % n * m + j) * l, *down = u + ((i + n - 1) % n * m + j) * l;
                const double *east = u + (i * m + (j + 1) % m) * l, *west = u + (i * m + (j + m - 1) % m) * l;
                double *out = next + (i * m + j) * l;
                for (int k = 0; k < l; k++)
                    out[k] = row[k] + r * (up[k] + down[k] + east[k] + west[k] + row[(k + 1) % l] + row[(k + l - 1) % l] - 6 * row[k]);
            }
        double *swap = u;
        u = next;
        next = swap;
    }
    for (int i = 0; i < size; i++)
        total += (u[i] - target[i]) * (u[i] - target[i]);
    return total / 2;
}

static int n, m, l, steps;
static double r, *u0, *target, *u;

void load(void)
{
    u0 = cube(&n, &m, &l), r = number(), steps = number(), target = cube(&n, &m, &l);
    u = memory(2 * n * m * l);
}

double run(void) { return stencil3(n, m, l, u0, r, steps, target, u); }
