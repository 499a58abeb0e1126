#include <math.h>

#include "rows.h"

static double pairs(int n, const double *x, const double *y, const double *q)
{
    double total = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double dx = x[i] - x[j], dy = y[i] - y[j];
            total += q[i] * q[j] / sqrt(dx * dx + dy * dy + 0.01);
        }
    return total;
}

static int n;
static double *x, *y, *q;

void load(void) { x = vector(&n), y = vector(&n), q = vector(&n); }

double run(void) { return pairs(n, x, y, q); }
