#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Half the squared error of a recurrent network that predicts each element of a sequence. */
double rnn(int h, int d, int t, const double *W, const double *U, const double *b, const double *V, const double *c,
           const double *h0, const double *sequence)
{
    double *memory = malloc(sizeof(double) * (2 * h + 1)), *s = memory, *next = s + h, total = 0;
    memcpy(s, h0, sizeof(double) * h);
    for (int k = 0; k < t; k++) {
        const double *x = sequence + (size_t)k * d;
        for (int i = 0; i < d; i++) {
            double off = dot(h, V + i * h, s) + c[i] - x[i];
            total += off * off;
        }
        for (int i = 0; i < h; i++)
            next[i] = tanh(dot(h, W + i * h, s) + dot(d, U + i * d, x) + b[i]);
        double *swap = s;
        s = next;
        next = swap;
    }
    free(memory);
    return total / 2;
}
