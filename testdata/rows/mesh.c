#include <math.h>
#include <string.h>

#include "rows.h"

static int clamped(int i, int n) { return i < 0 ? 0 : i < n ? i : n - 1; }

static double mesh(int n, int h, int w, const double *x, const double *y, const double *q, const double *target, double *rho)
{
    double total = 0;
    memset(rho, 0, sizeof(double) * h * w);
    for (int p = 0; p < n; p++) {
        int i = floor(x[p]), j = floor(y[p]);
        double a = x[p] - i, b = y[p] - j;
        double *here = rho + clamped(i, h) * w, *below = rho + clamped(i + 1, h) * w;
        int left = clamped(j, w), right = clamped(j + 1, w);
        here[left] += q[p] * (1 - a) * (1 - b);
        here[right] += q[p] * (1 - a) * b;
        below[left] += q[p] * a * (1 - b);
        below[right] += q[p] * a * b;
    }
    for (int i = 0; i < h * w; i++)
        total += (rho[i] - target[i]) * (rho[i] - target[i]);
    return total / 2;
}

static int n, h, w;
static double *x, *y, *q, *target, *rho;

void load(void)
{
    x = vector(&n), y = vector(&n), q = vector(&n), target = matrix(&h, &w);
    rho = memory(h * w);
}

double run(void) { return mesh(n, h, w, x, y, q, target, rho); }
