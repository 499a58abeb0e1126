/* Prints the gradient of gmm, for the data of gmm.h: eight threads compute it at once, each
   in a workspace of its own, and all have to agree bit for bit. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "data.h"
#include "libgmm.h"

enum { THREADS = 8, CALLS = 20, PARTS = 6 };

typedef struct {
    double value, gamma, *array[PARTS - 1];
    int64_t size[PARTS - 1][2];
    pc_workspace *workspace;
    pc_error error;
    int kind;
} gradient;

static void *compute(void *to) {
    gradient *g = to;
    for (int i = 0; i < CALLS && !g->kind; i++)
        g->kind = gmm_grad(alpha, K, mu, K, D, q, K, D, l, K, T, x, N, D, M, GAMMA, &g->value,
                           &g->array[0], &g->size[0][0], &g->array[1], &g->size[1][0], &g->size[1][1],
                           &g->array[2], &g->size[2][0], &g->size[2][1], &g->array[3], &g->size[3][0], &g->size[3][1],
                           &g->array[4], &g->size[4][0], &g->size[4][1], &g->gamma, g->workspace, &g->error);
    return 0;
}

static int64_t elements(const gradient *g, int part) { return g->size[part][0] * (part ? g->size[part][1] : 1); }

int main(void) {
    static gradient all[THREADS];
    pthread_t threads[THREADS];
    int wrong = 0;
    for (int i = 0; i < THREADS; i++) all[i].workspace = pc_workspace_new();
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, compute, &all[i]);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
    for (int i = 0; i < THREADS; i++) {
        const gradient *g = &all[i], *first = &all[0];
        if (g->kind) return puts(g->error.text), 1;
        wrong |= g->value != first->value || g->gamma != first->gamma;
        for (int part = 0; part < PARTS - 1; part++)
            wrong |= memcmp(g->array[part], first->array[part], (size_t)elements(first, part) * sizeof(double));
    }
    printf("%a\n", all[0].value);
    for (int part = 0; part < PARTS - 1; part++)
        for (int64_t i = 0; i < elements(&all[0], part); i++) printf("%a\n", all[0].array[part][i]);
    printf("%a\n", all[0].gamma);
    for (int i = 0; i < THREADS; i++) pc_workspace_free(all[i].workspace);
    return wrong ? 2 : 0;
}
