#include <string.h>

#include "rows.h"

static double wave(int n, int m, const double *u0, double c, int steps, const double *target, double *u)
{
    double *v = u + n * m, *next = v + n * m, total = 0;
    memcpy(u, u0, sizeof(double) * n * m);
    memcpy(v, u0, sizeof(double) * n * m);
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                int at = i * m + j;
                if (i == 0 || j == 0 || i == n - 1 || j == m - 1)
                    next[at] = 0;
                else
                    next[at] = 2 * u[at] - v[at] + c * c * (u[at - m] + u[at + m] + u[at - 1] + u[at + 1] - 4 * u[at]);
            }
        double *swap = v;
        v = u;
        u = next;
        next = swap;
    }
    for (int i = 0; i < n * m; i++)
        total += (u[i] - target[i]) * (u[i] - target[i]);
    return total / 2;
}

static int n, m, steps;
static double c, *u0, *target, *u;

void load(void)
{
    u0 = matrix(&n, &m), c = number(), steps = number(), target = matrix(&n, &m);
    u = memory(3 * n * m);
}

double run(void) { return wave(n, m, u0, c, steps, target, u); }
