#include <math.h>
#include <string.h>

#include "rows.h"

static double lse(int n, const double *v)
{
    double m = v[0], sum = 0;
    for (int i = 1; i < n; i++)
        m = v[i] > m ? v[i] : m;
    for (int i = 0; i < n; i++)
        sum += exp(v[i] - m);
    return m + log(sum);
}

static double hmm(int k, int m, int t, const double *start, const double *change, const double *emit, const int *seen)
{
    double a[k], next[k], v[k];
    for (int j = 0; j < k; j++)
        a[j] = start[j] + emit[j * m + seen[0]];
    for (int s = 1; s < t; s++) {
        for (int j = 0; j < k; j++) {
            for (int i = 0; i < k; i++)
                v[i] = a[i] + change[i * k + j];
            next[j] = lse(k, v) + emit[j * m + seen[s]];
        }
        memcpy(a, next, sizeof a);
    }
    return lse(k, a);
}

static int k, m, t, *seen;
static double *start, *change, *emit;

void load(void) { start = vector(&k), change = matrix(&k, &k), emit = matrix(&k, &m), seen = indices(&t); }

double run(void) { return hmm(k, m, t, start, change, emit, seen); }
