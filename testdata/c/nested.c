#include <stdlib.h>
#include <string.h>

#include "kernels.h"

/* Implicit steps of the heat equation between cold ends, each by sweeps of Jacobi's method. */
double nested(int m, int steps, int sweeps, double r, const double *u0, const double *kappa, const double *observed)
{
    /* v and next are between two zeros */
    double *memory = calloc(5 * m + 4, sizeof(double)), *v = memory + 1, *next = v + m + 2;
    double *source = next + m + 1, *diagonal = source + m, *coupling = diagonal + m;
    memcpy(v, u0, sizeof(double) * m);
    for (int i = 0; i < m; i++) {
        diagonal[i] = 1 + 2 * r * kappa[i];
        coupling[i] = r * kappa[i] / diagonal[i];
    }
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < m; i++)
            source[i] = v[i] / diagonal[i];
        for (int k = 0; k < sweeps; k++) {
            for (int i = 0; i < m; i++)
                next[i] = source[i] + coupling[i] * (v[i - 1] + v[i + 1]);
            double *swap = v;
            v = next;
            next = swap;
        }
    }
    double result = misfit(m, v, observed);
    free(memory);
    return result;
}
