/* Blocks of random sizes come and go. None overlaps another one, memory stays
   within the limit, and what is spared within the peak. Calls that come again need
   no new pages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "../runtime/runtime.h"

enum { BLOCKS = 24, STEPS = 200000, LIMIT = 32 << 20 };

static int64_t random_below(int64_t n) {
    static uint64_t s = 1;
    s ^= s << 13, s ^= s >> 7, s ^= s << 17;
    return (int64_t)(s % (uint64_t)n);
}

static void need(int holds, const char *what) {
    if (holds) return;
    printf("%s\n", what);
    exit(1);
}

static void check(const pc_ctx *c) {
    need(c->used >= 0 && c->spared >= 0, "less than no memory");
    need(c->used + c->spared <= c->peak, "more is used and spared than at the peak");
    need(c->peak <= c->limit, "more than the limit");
}

static void entry(pc_ctx *c, const int64_t *in, int64_t *out) {
    char *block[BLOCKS] = {0};
    int64_t size[BLOCKS];
    for (int step = 0; step < STEPS; step++) {
        int k = (int)random_below(BLOCKS);
        if (block[k]) {
            need(block[k][0] == k && block[k][size[k] - 1] == k, "blocks overlap");
            if (random_below(4) == 0) {
                block[k] = pc_grow(c, block[k], size[k], 2 * size[k], 0);
                need(block[k][0] == k && block[k][size[k] - 1] == k, "what has grown is lost");
            }
            pc_free(c, block[k]);
            block[k] = 0;
        } else {
            size[k] = random_below(2) ? 1 + random_below(2000) : (int64_t)300000 + 100000 * random_below(6);
            block[k] = pc_alloc(c, size[k], 0);
            need((uintptr_t)block[k] % 64 == 0, "a block is not aligned");
            block[k][0] = block[k][size[k] - 1] = (char)k;
        }
        check(c);
    }
    for (int k = 0; k < BLOCKS; k++)
        if (block[k]) pc_free(c, block[k]);
    /* One large block after the other of the same size is always the same one. */
    void *first = pc_alloc(c, 1 << 20, 0);
    for (int i = 0; i < 100; i++) {
        pc_free(c, first);
        need(pc_alloc(c, 1 << 20, 0) == first, "a spare block is not used");
    }
    if (in) pc_alloc(c, LIMIT, 0);
    (void)out;
}

/* touching uses four large blocks, and gives one to the caller. */
static void touching(pc_ctx *c, const int64_t *in, int64_t *out) {
    void *block;
    for (int i = 0; i < 4; i++) {
        block = pc_alloc(c, 1 << 20, 0);
        memset(block, 1, 1 << 20);
    }
    *out = (int64_t)pc_keep(c, block, 1 << 20, 0);
    (void)in;
}

/* pages are those that this process had to wait for. */
static long pages(void) {
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return r.ru_minflt;
}

static void calls(int n) {
    for (int i = 0; i < n; i++) {
        int64_t out;
        need(pc_call(touching, 0, &out, 0, 0, 0, 0, LIMIT) == 0, "a run-time error within the limit");
        pc_release((void *)out);
    }
}

int main(void) {
#ifdef __GLIBC__
    calls(3);
    long before = pages();
    calls(100);
    need(pages() - before < 1000, "calls that come again wait for new pages"); /* one needs 1,024 */
#endif
    int64_t in = 0;
    need(pc_call(entry, 0, 0, 0, 0, 0, 0, LIMIT) == 0, "a run-time error within the limit");
    need(pc_call(entry, &in, 0, 0, 0, 0, 0, LIMIT) == PC_OUT_OF_MEMORY, "no run-time error beyond the limit");
    return 0;
}
