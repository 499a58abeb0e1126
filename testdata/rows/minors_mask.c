#include "rows.h"

/* The determinant of the columns from one on and of the rows that are not used. */
static double minor(int n, const double *a, int column, unsigned used)
{
    if (column == n)
        return 1;
    double total = 0, sign = 1;
    for (int i = 0; i < n; i++)
        if (!(used >> i & 1)) {
            total += sign * a[i * n + column] * minor(n, a, column + 1, used | 1u << i);
            sign = -sign;
        }
    return total;
}

static int n;
static double *a;

void load(void) { a = matrix(&n, &n); }

double run(void) { return minor(n, a, 0, 0); }
