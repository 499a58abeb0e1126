/* Prints the gradient of gmm, for the data of data.h. Eight threads compute it at once into
   buffers of their own, every other one with a workspace, and all have to agree bit for bit,
   also with what a workspace lends. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "data.h"
#include "libgmm.h"

enum { THREADS = 8, CALLS = 20 };

typedef struct {
    double value, alpha[K], mu[K * D], q[K * D], l[K * T], x[N * D], gamma;
} gradient;

typedef struct {
    gradient g;
    pc_workspace *workspace;
    pc_error error;
    int kind;
} caller;

static void *compute(void *to) {
    caller *c = to;
    gradient *g = &c->g;
    for (int i = 0; i < CALLS && !c->kind; i++)
        c->kind = gmm_grad_into(alpha, K, mu, K, D, q, K, D, l, K, T, x, N, D, M, GAMMA, &g->value,
                                g->alpha, K, g->mu, K, D, g->q, K, D, g->l, K, T, g->x, N, D, &g->gamma, c->workspace, &c->error);
    return 0;
}

static int same(const double *a, const double *b, int n) { return memcmp(a, b, (size_t)n * sizeof *a) == 0; }

int main(void) {
    static caller all[THREADS];
    const gradient *g = &all[0].g;
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i += 2) all[i].workspace = pc_workspace_new();
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, compute, &all[i]);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
    for (int i = 0; i < THREADS; i++) {
        if (all[i].kind) return puts(all[i].error.text), 1;
        if (memcmp(&all[i].g, g, sizeof *g)) return 2;
    }
    double value, *a, *m, *s, *t, *points, gamma;
    int64_t n[9];
    if (gmm_grad(alpha, K, mu, K, D, q, K, D, l, K, T, x, N, D, M, GAMMA, &value, &a, n, &m, n + 1, n + 2, &s, n + 3, n + 4,
                 &t, n + 5, n + 6, &points, n + 7, n + 8, &gamma, all[0].workspace, 0)) return 3;
    const int64_t sizes[] = {K, K, D, K, D, K, T, N, D};
    if (memcmp(n, sizes, sizeof n) || value != g->value || gamma != g->gamma) return 4;
    if (!same(a, g->alpha, K) || !same(m, g->mu, K * D) || !same(s, g->q, K * D) || !same(t, g->l, K * T) || !same(points, g->x, N * D)) return 5;
    for (size_t i = 0; i < sizeof *g / sizeof(double); i++) printf("%a\n", ((const double *)g)[i]);
    for (int i = 0; i < THREADS; i++) pc_workspace_free(all[i].workspace);
    return 0;
}
