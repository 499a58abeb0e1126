#include "rows.h"

static double det(int n, const double *a)
{
    if (n == 1)
        return a[0];
    double m[(n - 1) * (n - 1)], total = 0, sign = 1;
    for (int j = 0; j < n; j++) {
        for (int r = 0; r < n - 1; r++)
            for (int c = 0; c < n - 1; c++)
                m[r * (n - 1) + c] = a[(r + 1) * n + (c < j ? c : c + 1)];
        total += sign * a[j] * det(n - 1, m);
        sign = -sign;
    }
    return total;
}

static int n;
static double *a;

void load(void) { a = matrix(&n, &n); }

double run(void) { return det(n, a); }
