#include <math.h>

#include "rows.h"

static double gp(int n, double size, double length, double noise, const double *x, const double *y, double *l)
{
    double *w = l + n * n, total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double d = (x[i] - x[j]) / length;
            l[i * n + j] = size * size * exp(-0.5 * d * d) + (i == j ? noise * noise : 0);
        }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = l[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= l[i * n + k] * l[j * n + k];
            l[i * n + j] = i == j ? sqrt(sum) : sum / l[j * n + j];
        }
        double sum = y[i];
        for (int k = 0; k < i; k++)
            sum -= l[i * n + k] * w[k];
        w[i] = sum / l[i * n + i];
        total += 0.5 * w[i] * w[i] + log(l[i * n + i]);
    }
    return total + 0.5 * n * log(2 * M_PI);
}

static int n;
static double size, length, noise, *x, *y, *l;

void load(void)
{
    size = number(), length = number(), noise = number(), x = vector(&n), y = vector(&n);
    l = memory(n * n + n);
}

double run(void) { return gp(n, size, length, noise, x, y, l); }
