#include "kernels.h"

/* Half the squared error of a polynomial fit to the sign of t on [-1, 1]. */
double llsq(int n, int m, const double *x)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double t = 2.0 * i / (n - 1) - 1, power = 1, fit = 0;
        for (int j = 0; j < m; j++) {
            fit += x[j] * power;
            power *= t;
        }
        double e = (t > 0 ? 1 : t < 0 ? -1 : 0) - fit;
        total += e * e;
    }
    return total / 2;
}
