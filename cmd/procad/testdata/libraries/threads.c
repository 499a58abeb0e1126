/* Calls of a library whose loops threads share: a library that is closed and opened again, a fork, callers at
   the same time, and many calls, which leak nothing. */
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "threads.h"

enum { N = 20000, D = 8 };
static double w[D], x[N * D], y[N];
static const char *file;
static double want[1 + D];

#define CHECK(claim) \
    if (!(claim)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #claim); exit(1); }

typedef int gradient(const double *w, int64_t d, const double *x, int64_t n, int64_t m, const double *y, int64_t k, double *value, double *dw, int64_t l, pc_workspace *, pc_error *);
typedef int threads(int);

static gradient *opened(int n) {
    void *library = dlopen(file, RTLD_NOW);
    CHECK(library);
    CHECK(((threads *)dlsym(library, "pc_threads"))(n) == n);
    return (gradient *)dlsym(library, "loss_grad_into");
}

static void call(gradient *f) {
    double got[1 + D];
    pc_error e;
    CHECK(f(w, D, x, N, D, y, N, got, got + 1, D, 0, &e) == 0);
    if (want[0] == 0) memcpy(want, got, sizeof got);
    CHECK(memcmp(want, got, sizeof got) == 0);
}

static void *caller(void *f) {
    for (int i = 0; i < 50; i++) call((gradient *)f);
    return 0;
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    file = argv[1];
    for (int i = 0; i < N * D; i++) x[i] = (double)(i % 17) / 17 - 0.5;
    for (int i = 0; i < N; i++) y[i] = i % 3 ? 1 : -1;
    for (int i = 0; i < D; i++) w[i] = 0.1 * i;
    int counts[] = {1, 2, 3, 7};
    gradient *f = 0;
    for (int k = 0; k < 4; k++) {
        f = opened(counts[k]);
        call(f);
    }
    /* The threads wait in the library, which stays. */
    CHECK(dlclose(dlopen(file, RTLD_NOW)) == 0);
    CHECK(dlclose(dlopen(file, RTLD_NOW)) == 0);
    call(f);
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 20; i++) call(f);
        _exit(0);
    }
    int status = 1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    pthread_t callers[8];
    for (int i = 0; i < 8; i++) CHECK(pthread_create(callers + i, 0, caller, (void *)f) == 0);
    for (int i = 0; i < 8; i++) CHECK(pthread_join(callers[i], 0) == 0);
    size_t before = mallinfo2().uordblks;
    for (int i = 0; i < 10000; i++) call(f);
    CHECK(mallinfo2().uordblks < before + 100000);
    puts("well");
    return 0;
}
