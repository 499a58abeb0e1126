#include <math.h>
#include <string.h>

#include "rows.h"

enum { dim = 4, seen = 2 };

static double kalman(int t, const double f[dim][dim], const double q[dim][dim], const double h[seen][dim],
                     const double r[seen][seen], const double x0[dim], const double p0[dim][dim], const double (*zs)[seen])
{
    double x[dim], p[dim][dim], loss = 0;
    memcpy(x, x0, sizeof x);
    memcpy(p, p0, sizeof p);
    for (int step = 0; step < t; step++) {
        double fx[dim], fp[dim][dim], ph[dim][seen], hp[seen][dim], s[seen][seen], e[seen], w[seen];
        for (int i = 0; i < dim; i++) {
            fx[i] = 0;
            for (int k = 0; k < dim; k++)
                fx[i] += f[i][k] * x[k];
            for (int j = 0; j < dim; j++) {
                fp[i][j] = 0;
                for (int k = 0; k < dim; k++)
                    fp[i][j] += f[i][k] * p[k][j];
            }
        }
        for (int i = 0; i < dim; i++)
            for (int j = 0; j < dim; j++) {
                p[i][j] = q[i][j];
                for (int k = 0; k < dim; k++)
                    p[i][j] += fp[i][k] * f[j][k];
            }
        for (int i = 0; i < seen; i++) {
            e[i] = zs[step][i];
            for (int k = 0; k < dim; k++)
                e[i] -= h[i][k] * fx[k];
            for (int j = 0; j < dim; j++) {
                hp[i][j] = 0;
                for (int k = 0; k < dim; k++)
                    hp[i][j] += h[i][k] * p[k][j];
            }
        }
        for (int i = 0; i < dim; i++)
            for (int j = 0; j < seen; j++) {
                ph[i][j] = 0;
                for (int k = 0; k < dim; k++)
                    ph[i][j] += p[i][k] * h[j][k];
            }
        for (int i = 0; i < seen; i++)
            for (int j = 0; j < seen; j++) {
                s[i][j] = r[i][j];
                for (int k = 0; k < dim; k++)
                    s[i][j] += h[i][k] * ph[k][j];
            }
        double d = s[0][0] * s[1][1] - s[0][1] * s[1][0];
        double inverse[seen][seen] = {{s[1][1] / d, -s[0][1] / d}, {-s[1][0] / d, s[0][0] / d}};
        for (int i = 0; i < seen; i++)
            w[i] = inverse[i][0] * e[0] + inverse[i][1] * e[1];
        for (int i = 0; i < dim; i++) {
            double gain[seen];
            for (int j = 0; j < seen; j++)
                gain[j] = ph[i][0] * inverse[0][j] + ph[i][1] * inverse[1][j];
            x[i] = fx[i] + gain[0] * e[0] + gain[1] * e[1];
            for (int j = 0; j < dim; j++)
                p[i][j] -= gain[0] * hp[0][j] + gain[1] * hp[1][j];
        }
        loss += 0.5 * (e[0] * w[0] + e[1] * w[1] + log(d)) + log(2 * M_PI);
    }
    return loss;
}

static int t, n, m;
static double *f, *q, *h, *r, *x0, *p0, *zs;

void load(void)
{
    f = matrix(&n, &n), q = matrix(&n, &n), h = matrix(&m, &n), r = matrix(&m, &m), x0 = vector(&n), p0 = matrix(&n, &n);
    zs = matrix(&t, &m);
}

double run(void)
{
    return kalman(t, (const double(*)[dim])f, (const double(*)[dim])q, (const double(*)[dim])h, (const double(*)[seen])r, x0,
                  (const double(*)[dim])p0, (const double(*)[seen])zs);
}
