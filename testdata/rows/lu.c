#include <math.h>
#include <string.h>

#include "rows.h"

static double lu(int n, const double *given, double *a)
{
    double total = 0;
    memcpy(a, given, sizeof(double) * n * n);
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double f = a[i * n + k] / a[k * n + k];
            for (int j = k; j < n; j++)
                a[i * n + j] -= f * a[k * n + j];
        }
    for (int k = 0; k < n; k++)
        total += log(fabs(a[k * n + k]));
    return total;
}

static int n;
static double *given, *a;

void load(void)
{
    given = matrix(&n, &n);
    a = memory(n * n);
}

double run(void) { return lu(n, given, a); }
