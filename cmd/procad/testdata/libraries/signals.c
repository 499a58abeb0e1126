/* Signals that come while threads share the loops of calls: a handler runs in the threads of the program alone, and results are right. */
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "threads.h"

enum { N = 20000, D = 8, SIGNALS = 100, CALLERS = 2 };
static double w[D], x[N * D], y[N], want[1 + D];

static _Thread_local volatile sig_atomic_t ours;
static volatile sig_atomic_t seen, foreign;

#define CHECK(claim) \
    if (!(claim)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #claim); exit(1); }

static void handle(int signal) {
    (void)signal;
    seen++;
    if (!ours) foreign = 1;
}

static void call(double *got) {
    pc_error e;
    CHECK(loss_grad_into(w, D, x, N, D, y, N, got, got + 1, D, 0, &e) == 0);
}

/* let says whether this thread takes signals. */
static void let(int how) {
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    CHECK(pthread_sigmask(how, &alarms, 0) == 0);
}

static void *caller(void *unused) {
    double got[1 + D];
    ours = 1;
    let(SIG_UNBLOCK);
    for (int until = seen + SIGNALS; seen < until;) {
        call(got);
        CHECK(memcmp(want, got, sizeof got) == 0);
    }
    let(SIG_BLOCK);
    return unused;
}

int main(void) {
    let(SIG_BLOCK);
    for (int i = 0; i < N * D; i++) x[i] = (double)(i % 17) / 17 - 0.5;
    for (int i = 0; i < N; i++) y[i] = i % 3 ? 1 : -1;
    for (int i = 0; i < D; i++) w[i] = 0.1 * i;
    pc_threads(1);
    call(want);
    struct sigaction action = {.sa_handler = handle};
    CHECK(sigaction(SIGALRM, &action, 0) == 0);
    struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
    for (int n = 1; n <= 3; n++) {
        CHECK(pc_threads(n) == n);
        CHECK(setitimer(ITIMER_REAL, &often, 0) == 0);
        caller(0);
        pthread_t callers[CALLERS];
        for (int i = 0; i < CALLERS; i++) CHECK(pthread_create(callers + i, 0, caller, 0) == 0);
        for (int i = 0; i < CALLERS; i++) CHECK(pthread_join(callers[i], 0) == 0);
        CHECK(setitimer(ITIMER_REAL, &never, 0) == 0);
        CHECK(!foreign);
    }
    puts("well");
    return 0;
}
