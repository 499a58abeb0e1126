#include <string.h>

#include "rows.h"

static double insertion(int n, const double *v, const double *weight, double *a)
{
    double total = 0;
    memcpy(a, v, sizeof(double) * n);
    for (int i = 0; i < n; i++) {
        double x = a[i];
        int j = i;
        for (; j > 0 && a[j - 1] > x; j--)
            a[j] = a[j - 1];
        a[j] = x;
    }
    for (int i = 0; i < n; i++)
        total += weight[i] * a[i];
    return total;
}

static int n;
static double *v, *weight, *a;

void load(void)
{
    v = vector(&n), weight = vector(&n);
    a = memory(n);
}

double run(void) { return insertion(n, v, weight, a); }
