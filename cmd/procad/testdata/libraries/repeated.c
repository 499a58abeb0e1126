/* A gradient that lacks memory where threads share its loop, or where chunks have copies: the call is made again. The result has the
   same bits with all numbers of threads, in a workspace and without one, and in a batch. The array of Bools is left as it was. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "repeated.h"

enum { N = 20000, P = 4000, COUNT = 4 };
static bool b[N];
static double x[P], want_gradient[P], values[COUNT], gradients[COUNT][P];
static const int64_t m = 200;

#define CHECK(claim) \
    if (!(claim)) { fprintf(stderr, "%s:%d: %s; %s\n", __FILE__, __LINE__, #claim, error.text); exit(1); }

int main(void) {
    pc_error error;
    pc_workspace *workspace = pc_workspace_new();
    double want = 0;
    for (int j = 0; j < N; j++) b[j] = j % 3 != 0;
    for (int j = 0; j < P; j++) x[j] = fabs(sin(j));
    for (int threads = 1; threads <= 8; threads++) {
        pc_threads(threads);
        for (int k = 0; k < 3; k++) {
            double value, *gradient;
            int64_t size;
            CHECK(repeated_grad(b, N, x, P, m, &value, &gradient, &size, k ? workspace : 0, &error) == 0);
            CHECK(size == P);
            if (threads == 1 && k == 0) {
                want = value;
                memcpy(want_gradient, gradient, sizeof want_gradient);
            }
            CHECK(value == want);
            CHECK(!memcmp(gradient, want_gradient, sizeof want_gradient));
            if (!k) pc_release(gradient);
            for (int j = 0; j < N; j++) CHECK(b[j] == (j % 3 != 0));
        }
        if (threads > 3) continue;
        CHECK(repeated_grad_batch(COUNT, b, 1, N, x, 1, P, &m, 1, values, COUNT, *gradients, COUNT, P, 0, workspace, &error) == 0);
        for (int k = 0; k < COUNT; k++) {
            CHECK(values[k] == want);
            CHECK(!memcmp(gradients[k], want_gradient, sizeof want_gradient));
        }
    }
    pc_workspace_free(workspace);
    printf("%.10g\n", want);
    return 0;
}
