#include <math.h>
#include <stdlib.h>

#include "kernels.h"

/* log likelihood of a Gaussian mixture with a Wishart prior on its precisions.
   Component c has the lower triangular factor Q_c = diag(exp q_c) + L_c. */
double gmm(int d, int k, int n, const double *alpha, const double *mu, const double *q, const double *l, const double *x,
           int m, double gamma)
{
    const int tri = d * (d - 1) / 2;
    /* Blocks of their own: of parts of one block the compiler does not know that they do not overlap. */
    double *diag = malloc(sizeof(double) * k * d), *qsum = malloc(sizeof(double) * k), *term = malloc(sizeof(double) * k);
    double *delta = malloc(sizeof(double) * d), *z = malloc(sizeof(double) * d);
    double frobenius = 0, trace = 0;

    for (int c = 0; c < k; c++) {
        qsum[c] = 0;
        for (int j = 0; j < d; j++) {
            double e = exp(q[c * d + j]);
            diag[c * d + j] = e;
            qsum[c] += q[c * d + j];
            frobenius += e * e;
        }
        for (int t = 0; t < tri; t++)
            frobenius += l[c * tri + t] * l[c * tri + t];
        trace += qsum[c];
    }

    double likelihood = 0;
    for (int i = 0; i < n; i++) {
        const double *point = x + (size_t)i * d;
        for (int c = 0; c < k; c++) {
            const double *column = l + (size_t)c * tri;
            for (int j = 0; j < d; j++) {
                delta[j] = point[j] - mu[c * d + j];
                z[j] = diag[c * d + j] * delta[j];
            }
            for (int j = 0; j + 1 < d; column += d - 1 - j, j++)
                for (int r = j + 1; r < d; r++)
                    z[r] += column[r - j - 1] * delta[j];
            double norm = 0;
            for (int j = 0; j < d; j++)
                norm += z[j] * z[j];
            term[c] = alpha[c] + qsum[c] - norm / 2;
        }
        likelihood += lse(k, term);
    }
    free(diag);
    free(qsum);
    free(term);
    free(delta);
    free(z);

    const int dof = d + m + 1;
    double gammas = d * (d - 1) / 4.0 * log(M_PI);
    for (int j = 0; j < d; j++)
        gammas += lgamma((dof - j) / 2.0);
    double normal = (double)dof * d * (log(gamma) - log(2) / 2) - gammas;
    double prior = gamma * gamma / 2 * frobenius - m * trace - k * normal;
    return likelihood - n * (d * log(2 * M_PI) / 2 + lse(k, alpha)) - prior;
}
