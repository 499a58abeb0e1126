#include <stdlib.h>
#include <string.h>

#include "kernels.h"

double misfit(int m, const double *u, const double *observed)
{
    double total = 0;
    for (int i = 0; i < m; i++)
        total += (u[i] - observed[i]) * (u[i] - observed[i]);
    return total / 2;
}

/* Explicit steps of the heat equation between cold ends. */
double heat(int m, int steps, double r, const double *u0, const double *kappa, const double *observed)
{
    /* u and next are between two zeros */
    double *memory = calloc(3 * m + 4, sizeof(double)), *u = memory + 1, *next = u + m + 2, *rate = next + m + 1;
    memcpy(u, u0, sizeof(double) * m);
    for (int i = 0; i < m; i++)
        rate[i] = r * kappa[i];
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < m; i++)
            next[i] = u[i] + rate[i] * (u[i - 1] - 2 * u[i] + u[i + 1]);
        double *swap = u;
        u = next;
        next = swap;
    }
    double result = misfit(m, u, observed);
    free(memory);
    return result;
}
