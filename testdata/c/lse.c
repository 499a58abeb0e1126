#include <math.h>

#include "kernels.h"

/* log Σ exp(x_i), safe from overflow. */
double lse(int n, const double *x)
{
    double top = x[0];
    for (int i = 1; i < n; i++)
        if (top < x[i])
            top = x[i];
    double total = 0;
    for (int i = 0; i < n; i++)
        total += exp(x[i] - top);
    return top + log(total);
}
