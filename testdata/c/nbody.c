#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

/* a of all bodies at x; coordinates are arrays of their own, so that loops over bodies are contiguous */
static void attract(int n, const double *x, const double *mass, double eps, double *a)
{
    const double *y = x + n, *z = y + n;
    for (int i = 0; i < n; i++) {
        double ax = 0, ay = 0, az = 0;
        for (int j = 0; j < n; j++) {
            double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            double s = dx * dx + dy * dy + dz * dz + eps * eps, w = mass[j] / (s * sqrt(s));
            ax += w * dx, ay += w * dy, az += w * dz;
        }
        a[i] = ax, a[n + i] = ay, a[2 * n + i] = az;
    }
}

/* n bodies by leapfrog. */
double nbody(int n, int steps, double eps, double dt, const double *x0, const double *v0, const double *mass,
             const double *target)
{
    double *x = malloc(sizeof(double) * (9 * n + 1)), *v = x + 3 * n, *a = v + 3 * n;
    for (int i = 0; i < n; i++)
        for (int c = 0; c < 3; c++)
            x[c * n + i] = x0[3 * i + c], v[c * n + i] = v0[3 * i + c];
    attract(n, x, mass, eps, a);
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < 3 * n; i++) {
            v[i] += dt / 2 * a[i];
            x[i] += dt * v[i];
        }
        attract(n, x, mass, eps, a);
        for (int i = 0; i < 3 * n; i++)
            v[i] += dt / 2 * a[i];
    }
    double total = 0;
    for (int i = 0; i < n; i++)
        for (int c = 0; c < 3; c++) {
            double off = x[c * n + i] - target[3 * i + c];
            total += off * off;
        }
    free(x);
    return total / 2;
}
