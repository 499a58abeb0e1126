#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "workspace.h"

/* The problems of a batch are solved by calls, one after the other. Threads share them once some of them have taken so
   long that waking up threads pays: by then it is known what a problem costs. A share is some problems in order. Which thread
   solves a problem changes no result, since each call is one of its own. The loops inside of a shared problem are not divided: the
   threads are busy.

   The batch ends with the error of the first problem that has one. No share begins behind one that has failed, see
   parallel.c. A problem that lacks memory in a share, where threads divide what a call may use, is solved again by
   itself. Threads write results only where these are apart from all else, so it finds its arguments as they were. */

enum { WORTH = 40000 }; /* nanoseconds of work, for which threads wake up; a share has half of it */

typedef struct {
    pc_problems *solve;
    const int64_t *words;
    int64_t next, count; /* the problems that are left */
    int64_t size;        /* of a share */
    int64_t failed;      /* by atomic operations: the first problem that has failed; count if none has */
} batch;

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* problem_failed notes that problem i has failed. */
static void problem_failed(batch *b, int64_t i) {
    int64_t first = __atomic_load_n(&b->failed, __ATOMIC_SEQ_CST);
    while (i < first && !__atomic_compare_exchange_n(&b->failed, &first, i, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
}

/* solve_share solves the problems of share k. Their calls may use what the thread may, and end where the share is unwanted. */
static void solve_share(pc_ctx *c, const int64_t *words, int64_t k) {
    batch *const b = (batch *)(uintptr_t)words[0];
    int64_t i = b->next + k * b->size, end = b->count - i < b->size ? b->count : i + b->size;
    pc_workspace w;
    pc_error e;
    pc_begin_workspace(&w, c->limit);
    w.ctx.shares = 1;
    w.ctx.failed = c->failed;
    w.ctx.share = c->share;
    int kind = b->solve(b->words, &i, end, &w, &e);
    pc_close(&w.ctx, 1);
    if (c->peak < e.peak) c->peak = e.peak;
    if (!kind) return;
    problem_failed(b, i);
    if (c->error) *c->error = e;
    longjmp(c->caller, kind);
}

/* share_problems solves the problems that are left by calls that threads share. */
static int share_problems(batch *b, pc_error *error, int64_t limit) {
    pc_ctx c;
    const int64_t words[] = {(int64_t)(uintptr_t)b};
    memset(error, 0, sizeof *error);
    pc_open(&c, limit);
    c.error = error;
    int kind = setjmp(c.caller);
    if (kind == 0) pc_parallel(&c, solve_share, words, (b->count - b->next + b->size - 1) / b->size);
    error->peak = c.peak;
    pc_close(&c, 1);
    return kind;
}

static int overlap(const pc_strip *a, const pc_strip *b) {
    return a->from && b->from && (a->from - b->from < (uint64_t)b->bytes || b->from - a->from < (uint64_t)a->bytes);
}

/* apart is whether the strips after the first ones, which results go to, have no byte that another one has too. */
static int apart(const pc_strip *strips, int64_t ins, int64_t n) {
    for (int64_t k = ins; k < n; k++)
        for (int64_t j = 0; j < k; j++)
            if (overlap(strips + j, strips + k)) return 0;
    return 1;
}

/* divide says how many problems a share has, where so many took so long; 0 where the rest costs too little to be shared. */
static int64_t divide(const batch *b, int64_t nanoseconds, int threads) {
    double each = (double)nanoseconds / (double)b->next, left = (double)(b->count - b->next);
    if (nanoseconds < WORTH || each * left < WORTH) return 0;
    double size = WORTH / 2 / each, most_shares = 64. * threads;
    if (size < left / most_shares) size = left / most_shares;
    return size < 1 ? 1 : (int64_t)size;
}

int pc_batch(pc_problems *solve, const int64_t *words, int64_t count, const pc_strip *strips, int64_t ins, int64_t n, int64_t *done, pc_workspace *workspace, pc_error *error, int64_t limit) {
    batch b = {.solve = solve, .words = words, .count = count, .failed = count};
    int threads = strips && count > 1 ? pc_threads(0) : 1, kind = 0;
    int64_t most = 0, end = threads > 1 ? 1 : count, begun = threads > 1 ? now() : 0;
    pc_error own, *const e = error || threads == 1 ? error : &own;
    while (b.next < count && !kind) {
        if (b.next == end && (b.size = divide(&b, now() - begun, threads)) > 0) {
            if (limit / threads >= most && apart(strips, ins, n)) {
                kind = share_problems(&b, e, limit);
                b.next = b.failed;
                if (kind == PC_OUT_OF_MEMORY) kind = 0;
            }
            end = count;
        } else {
            if (b.next == end) end = end < count - end ? 2 * end : count;
            kind = solve(words, &b.next, end, workspace, e);
        }
        pc_peak(e, &most);
    }
    if (done) *done = b.next;
    return kind;
}
