/* Batches whose problems threads share: the same bits with all numbers of threads, the run-time error of the first problem that has
   one, results in the place of arguments, memory, and functions of C that are called in order. */
#include <dirent.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batches.h"
#include "limited.h"

enum { COUNT = 24, D = 3, STEPS = 20000 };
static double x[COUNT], v[COUNT][D];
static int64_t at[COUNT], steps = STEPS, done;
static pc_error error;

#define CHECK(claim) \
    if (!(claim)) { fprintf(stderr, "%s:%d: %s; %s\n", __FILE__, __LINE__, #claim, error.text); exit(1); }

static int tasks(void) {
    int n = -2; /* the folder itself, and that above */
    DIR *d = opendir("/proc/self/task");
    CHECK(d);
    while (readdir(d)) n++;
    closedir(d);
    return n;
}

typedef struct { double value[COUNT], dx[COUNT], dv[COUNT][D]; } gradients;

static int solve(gradients *g, pc_workspace *w, pc_error *e, int64_t *finished) {
    memset(g, 0, sizeof *g);
    return path_grad_batch(COUNT, x, COUNT, *v, COUNT, D, at, COUNT, &steps, 1, g->value, COUNT, g->dx, COUNT, *g->dv, COUNT, D, finished, w, e);
}

static gradients want;

/* right demands that the problems before some one have the results that they are to have. */
static void right(const gradients *g, int before) {
    CHECK(memcmp(g->value, want.value, sizeof *want.value * (size_t)before) == 0);
    CHECK(memcmp(g->dx, want.dx, sizeof *want.dx * (size_t)before) == 0);
    CHECK(memcmp(g->dv, want.dv, sizeof *want.dv * (size_t)before) == 0);
}

static void well(pc_workspace *w) {
    gradients g;
    CHECK(solve(&g, w, &error, &done) == 0 && done == COUNT && error.kind == 0 && error.peak > 0);
    right(&g, COUNT);
    CHECK(solve(&g, w, 0, 0) == 0);
    right(&g, COUNT);
}

/* fails plants errors in problems, of which the first one is to be reported. */
static void fails(pc_workspace *w, int count, const int *bad) {
    gradients g;
    for (int k = 0; k < count; k++) at[bad[k]] = 1000 + bad[k];
    CHECK(solve(&g, w, &error, &done) == 1 && done == bad[0] && error.kind == 1 && error.a == 1000 + bad[0] && error.b == D);
    right(&g, bad[0]);
    CHECK(solve(&g, w, 0, 0) == 1);
    for (int k = 0; k < count; k++) at[bad[k]] = bad[k] % D;
}

/* endless lets a problem fail behind which others do not end. */
static void endless(void) {
    double y[COUNT], result[COUNT];
    for (int i = 0; i < COUNT; i++) y[i] = i < 12 ? -1 : 1;
    at[11] = D;
    CHECK(walk_value_batch(COUNT, y, COUNT, *v, COUNT, D, at, COUNT, result, COUNT, &done, 0, &error) == 1 && done == 11 && error.a == D);
    at[11] = 11 % D;
}

/* places writes results to places that have arguments. */
static void places(int n) {
    enum { M = 50 };
    static double a[COUNT + 1][M], in_order[COUNT + 1][M];
    int64_t rounds = 400;
    for (int moved = 0; moved < 2; moved++) {
        for (int t = 1; t <= n; t += n - 1) {
            CHECK(pc_threads(t) == t);
            for (int i = 0; i < M; i++)
                for (int k = 0; k <= COUNT; k++) a[k][i] = k + 0.1 * i;
            CHECK(step_value_batch(COUNT, *a, COUNT, M, &rounds, 1, a[moved], COUNT, M, &done, 0, &error) == 0);
            if (t == 1) memcpy(in_order, a, sizeof a);
            CHECK(memcmp(in_order, a, sizeof a) == 0);
        }
    }
}

/* memory lets one problem need more than a thread may use where threads share what the batch may. */
static void memory(void) {
    double y[COUNT], value[COUNT], dx[COUNT], in_order[COUNT];
    int64_t k[COUNT];
    for (int i = 0; i < COUNT; i++) y[i] = 0.01 * i, k[i] = i == 17 ? 1200 : 100;
    int threads = pc_threads(0);
    CHECK(limited_table_grad_batch(COUNT, y, COUNT, k, COUNT, value, COUNT, dx, COUNT, &done, 0, &error) == 0 && done == COUNT);
    pc_threads(1);
    CHECK(limited_table_grad_batch(COUNT, y, COUNT, k, COUNT, value, COUNT, in_order, COUNT, &done, 0, &error) == 0 && done == COUNT);
    pc_threads(threads);
    CHECK(memcmp(dx, in_order, sizeof dx) == 0);
    k[17] = 100000;
    CHECK(limited_table_grad_batch(COUNT, y, COUNT, k, COUNT, value, COUNT, dx, COUNT, &done, 0, &error) == 4 && done == 17);
    CHECK(memcmp(dx, in_order, 17 * sizeof *dx) == 0);
}

static pthread_t caller_of_told;
static int calls;

double my_seen(double given) {
    CHECK(pthread_equal(pthread_self(), caller_of_told) && given == x[calls]);
    calls++;
    return given;
}

static void in_order(void) {
    double result[COUNT];
    caller_of_told = pthread_self();
    calls = 0;
    CHECK(told_value_batch(COUNT, x, COUNT, result, COUNT, &done, 0, &error) == 0 && calls == COUNT);
}

static void *caller(void *w) {
    for (int i = 0; i < 5; i++) {
        gradients g;
        CHECK(solve(&g, w, 0, 0) == 0);
        right(&g, COUNT);
    }
    return 0;
}

int main(void) {
    for (int i = 0; i < COUNT; i++) {
        x[i] = 0.1 * i, at[i] = i % D;
        for (int j = 0; j < D; j++) v[i][j] = 0.3 * i - j;
    }
    pc_workspace *w = pc_workspace_new();
    CHECK(pc_threads(0) == 1 && solve(&want, 0, &error, &done) == 0 && done == COUNT && tasks() == 1);
    for (int n = 1; n <= 7; n += n == 3 ? 4 : 1) {
        CHECK(pc_threads(n) == n);
        well(0);
        well(w);
        CHECK(tasks() >= n); /* the loops of a problem are in order: only the batch can have begun them */
        for (int k = 0; k < 5; k++) {
            fails(k % 2 ? w : 0, 1, (int[]){0});
            fails(k % 2 ? w : 0, 1, (int[]){COUNT - 1});
            fails(k % 2 ? w : 0, 4, (int[]){9, 10, 15, 20});
            fails(k % 2 ? w : 0, 2, (int[]){13, COUNT - 1});
        }
        well(w);
        in_order();
        if (n > 1) {
            endless();
            places(n);
        }
        memory();
    }
    CHECK(pc_threads(3) == 3);
    pthread_t callers[4];
    for (int i = 0; i < 4; i++) CHECK(pthread_create(callers + i, 0, caller, i ? 0 : w) == 0);
    for (int i = 0; i < 4; i++) CHECK(pthread_join(callers[i], 0) == 0);
    steps = 300;
    CHECK(solve(&want, 0, &error, &done) == 0);
    well(w);
    size_t before = mallinfo2().uordblks;
    for (int i = 0; i < 500; i++) {
        well(i % 2 ? w : 0);
        fails(i % 2 ? w : 0, 2, (int[]){13, 20});
    }
    CHECK(mallinfo2().uordblks < before + 100000);
    pc_workspace_free(w);
    puts("well");
    return 0;
}
