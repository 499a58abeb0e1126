#include <stdlib.h>
#include <string.h>

#include "kernels.h"

/* Explicit steps of the viscous Burgers equation on a ring, with the flux of Lax and Friedrichs. */
double burgers(int m, int steps, double nu, double a, double dt, double dx, const double *u0, const double *observed)
{
    double *u = malloc(sizeof(double) * (2 * m + 1)), *flux = u + m;
    double viscosity = a / 2 + nu / dx, c = dt / dx;
    memcpy(u, u0, sizeof(double) * m);
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < m; i++)
            flux[i] = (u[i - 1] * u[i - 1] + u[i] * u[i]) / 4 - viscosity * (u[i] - u[i - 1]);
        flux[0] = flux[m] = (u[m - 1] * u[m - 1] + u[0] * u[0]) / 4 - viscosity * (u[0] - u[m - 1]);
        for (int i = 0; i < m; i++)
            u[i] -= c * (flux[i + 1] - flux[i]);
    }
    double result = misfit(m, u, observed);
    free(u);
    return result;
}
