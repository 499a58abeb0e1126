/* This file is compiled for the oldest CPU of the family, whatever the rest is
   compiled for: it runs before anybody knows that the CPU has what the rest needs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "workspace.h"

/* A feature is a bit of what CPUID says in a leaf, and the bits that XCR0 has where
   the operating system keeps the registers. */
typedef struct {
    const char *name;
    uint32_t leaf, sub, at, bit, state; /* at 0 stands for eax, 1 ebx, 2 ecx, 3 edx */
} feature;

#include "needs.h"

#if defined(__x86_64__)
#include <cpuid.h>

/* kept is XCR0, 0 where the operating system has not set it up. */
static uint32_t kept(void) {
    uint32_t a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1)) return 0;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
    return a;
}

static int has(const feature *f, uint32_t state) {
    uint32_t r[4];
    if (!__get_cpuid_count(f->leaf, f->sub, r, r + 1, r + 2, r + 3)) return 0;
    return r[f->at] >> f->bit & 1 && (state & f->state) == f->state;
}
#else
static uint32_t kept(void) { return 0; }

static int has(const feature *f, uint32_t state) { return (void)f, (void)state, 1; }
#endif

/* What the CPU lacks, with commas between; empty if nothing. */
static char lacks[400];

/* load runs before all that has no number, or a larger one. */
__attribute__((constructor(101))) static void load(void) {
    uint32_t state = kept();
    size_t n = 0;
    for (const feature *f = needs; f->name; f++)
        if (!has(f, state) && sizeof lacks - n > 40) n += (size_t)snprintf(lacks + n, sizeof lacks - n, "%s%s", n ? ", " : "", f->name);
}

int pc_ready(pc_error *e) {
    if (!*lacks) return 0;
    if (e) {
        memset(e, 0, sizeof *e);
        e->kind = PC_UNSUPPORTED_CPU;
        e->message = lacks;
        snprintf(e->text, sizeof e->text, "error: the code is for the CPU %.60s: this one has no %.350s [unsupported-cpu]", PC_CPU, lacks);
    }
    return PC_UNSUPPORTED_CPU;
}

/* pc_release frees what pc_keep kept, and leaves alone what a workspace lends. */
void pc_release(void *kept) {
    if (kept && large_of(kept)->head.class == KEPT) free(large_of(kept)->allocation);
}

void pc_drop(const pc_workspace *w, void *kept) {
    if (!w) pc_release(kept);
}

void pc_begin_workspace(pc_workspace *w, int64_t most) {
    w->runtime = PC_RUNTIME;
    pc_open(&w->ctx, INT64_MAX);
    w->ctx.lends = 1;
    w->most = most;
    atomic_init(&w->busy, 0);
}

pc_workspace *pc_workspace_new(void) {
    pc_workspace *w = *lacks ? 0 : malloc(sizeof *w);
    if (w) pc_begin_workspace(w, INT64_MAX);
    return w;
}

void pc_workspace_free(pc_workspace *w) {
    if (!w) return;
    pc_close(&w->ctx, 1);
    free(w);
}
