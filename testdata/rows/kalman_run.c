#include <math.h>
#include <string.h>

#include "rows.h"

/* c = a b for a of n rows and k columns, and b of m columns */
static void matmul(int n, int k, int m, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int l = 0; l < k; l++)
                sum += a[i * k + l] * b[l * m + j];
            c[i * m + j] = sum;
        }
}

/* c = a bᵀ for a of n rows and k columns, and b of m rows */
static void matmul_nt(int n, int k, int m, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int l = 0; l < k; l++)
                sum += a[i * k + l] * b[j * k + l];
            c[i * m + j] = sum;
        }
}

/* The lower triangle of a becomes its factor. */
static void cholesky(int n, double *a)
{
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            double sum = a[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
        }
}

/* b becomes the solution of l lᵀ x = b. */
static void cholesky_solve(int n, const double *l, double *b)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= l[i * n + k] * b[k];
        b[i] /= l[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            b[i] -= l[k * n + i] * b[k];
        b[i] /= l[i * n + i];
    }
}

static double kalman(int n, int m, int t, const double *f, const double *q, const double *h, const double *r, const double *x0,
                     const double *p0, const double *zs)
{
    double x[n], fx[n], p[n * n], fp[n * n], ph[n * m], hp[m * n], s[m * m], e[m], w[m], gain[n * m], loss = 0;
    memcpy(x, x0, sizeof x);
    memcpy(p, p0, sizeof p);
    for (int step = 0; step < t; step++) {
        const double *z = zs + step * m;
        matmul(n, n, 1, f, x, fx);
        matmul(n, n, n, f, p, fp);
        matmul_nt(n, n, n, fp, f, p);
        for (int i = 0; i < n * n; i++)
            p[i] += q[i];

        matmul_nt(n, n, m, p, h, ph);
        matmul(m, n, m, h, ph, s);
        for (int i = 0; i < m * m; i++)
            s[i] += r[i];
        cholesky(m, s);
        matmul(m, n, n, h, p, hp);
        matmul(m, n, 1, h, fx, e);
        for (int k = 0; k < m; k++)
            w[k] = e[k] = z[k] - e[k];
        cholesky_solve(m, s, w);
        for (int i = 0; i < n; i++) {
            memcpy(gain + i * m, ph + i * m, sizeof(double) * m);
            cholesky_solve(m, s, gain + i * m);
            x[i] = fx[i];
            for (int k = 0; k < m; k++)
                x[i] += gain[i * m + k] * e[k];
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < m; k++)
                    p[i * n + j] -= gain[i * m + k] * hp[k * n + j];
        for (int k = 0; k < m; k++)
            loss += 0.5 * e[k] * w[k] + log(s[k * m + k]);
        loss += 0.5 * m * log(2 * M_PI);
    }
    return loss;
}

static int n, m, t;
static double *f, *q, *h, *r, *x0, *p0, *zs;

void load(void)
{
    f = matrix(&n, &n), q = matrix(&n, &n), h = matrix(&m, &n), r = matrix(&m, &m), x0 = vector(&n), p0 = matrix(&n, &n);
    zs = matrix(&t, &m);
}

double run(void) { return kalman(n, m, t, f, q, h, r, x0, p0, zs); }
