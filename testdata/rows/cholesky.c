#include <math.h>

#include "rows.h"

static double cholesky(int n, const double *a, double *l)
{
    double total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = a[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= l[i * n + k] * l[j * n + k];
            l[i * n + j] = i == j ? sqrt(sum) : sum / l[j * n + j];
        }
    for (int i = 0; i < n; i++)
        total += log(l[i * n + i]);
    return 2 * total;
}

static int n;
static double *a, *l;

void load(void)
{
    a = matrix(&n, &n);
    l = memory(n * n);
}

double run(void) { return cholesky(n, a, l); }
