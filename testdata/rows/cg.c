#include <string.h>

#include "rows.h"

static double dot(int n, const double *u, const double *v)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += u[i] * v[i];
    return sum;
}

static double cg(int n, const double *val, const int *col, const int *ptr, const double *b, int steps, double *x)
{
    double *r = x + n, *p = r + n, *ap = p + n, rr = dot(n, b, b);
    memset(x, 0, sizeof(double) * n);
    memcpy(r, b, sizeof(double) * n);
    memcpy(p, b, sizeof(double) * n);
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int k = ptr[i]; k < ptr[i + 1]; k++)
                sum += val[k] * p[col[k]];
            ap[i] = sum;
        }
        double alpha = rr / dot(n, p, ap), before = rr;
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
        }
        rr = dot(n, r, r);
        for (int i = 0; i < n; i++)
            p[i] = r[i] + rr / before * p[i];
    }
    return dot(n, x, x);
}

static int n, z, n1, steps, *col, *ptr;
static double *val, *b, *x;

void load(void)
{
    val = vector(&z), col = indices(&z), ptr = indices(&n1), b = vector(&n), steps = number();
    x = memory(4 * n);
}

double run(void) { return cg(n, val, col, ptr, b, steps, x); }
