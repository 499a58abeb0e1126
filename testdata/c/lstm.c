#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

static double logistic(double a) { return 1 / (1 + exp(-a)); }

/* Mean loss of predicting the next character; all products are elementwise.
   main_params has for every layer four weight rows and four bias rows of b
   numbers (forget, input, output, change), state for every layer h and cell. */
double lstm(int layers, int b, int c, const double *main_params, const double *extra_params, const double *state,
            const double *sequence)
{
    double *s = malloc(sizeof(double) * (2 * layers + 1) * b), *x = s + 2 * layers * b;
    memcpy(s, state, sizeof(double) * 2 * layers * b);
    const double *in = extra_params, *out = in + b, *bias = out + b;
    double total = 0;
    for (int t = 0; t < c - 1; t++) {
        const double *now = sequence + (size_t)t * b, *next = now + b;
        for (int j = 0; j < b; j++)
            x[j] = now[j] * in[j];
        for (int i = 0; i < layers; i++) {
            const double *wf = main_params + (size_t)8 * i * b, *wi = wf + b, *wo = wi + b, *wc = wo + b;
            const double *bf = wc + b, *bi = bf + b, *bo = bi + b, *bc = bo + b;
            double *h = s + 2 * i * b, *cell = h + b;
            for (int j = 0; j < b; j++) {
                double forget = logistic(x[j] * wf[j] + bf[j]);
                double ingate = logistic(h[j] * wi[j] + bi[j]);
                double outgate = logistic(x[j] * wo[j] + bo[j]);
                double change = tanh(h[j] * wc[j] + bc[j]);
                cell[j] = cell[j] * forget + ingate * change;
                x[j] = h[j] = outgate * tanh(cell[j]);
            }
        }
        double sum = 2;
        for (int j = 0; j < b; j++) {
            x[j] = x[j] * out[j] + bias[j];
            sum += exp(x[j]);
        }
        double norm = log(sum);
        for (int j = 0; j < b; j++)
            total += next[j] * (x[j] - norm);
    }
    free(s);
    return -total / ((double)b * (c - 1));
}
