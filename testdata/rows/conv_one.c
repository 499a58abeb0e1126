#include <math.h>
#include <string.h>

#include "rows.h"

static double conv_one(int h, int w, const double *x, const double *k, double *p)
{
    int pw = w + 2;
    double total = 0;
    memset(p, 0, sizeof(double) * (h + 2) * pw);
    for (int i = 0; i < h; i++)
        memcpy(p + (i + 1) * pw + 1, x + i * w, sizeof(double) * w);
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            double sum = 0;
            for (int a = 0; a < 3; a++)
                for (int b = 0; b < 3; b++)
                    sum += k[a * 3 + b] * p[(i + a) * pw + j + b];
            total += sin(sum);
        }
    return total;
}

static int h, w, three;
static double *x, *k, *p;

void load(void)
{
    x = matrix(&h, &w), k = matrix(&three, &three);
    p = memory((h + 2) * (w + 2));
}

double run(void) { return conv_one(h, w, x, k, p); }
