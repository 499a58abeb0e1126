#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "workspace.h"

/* The words for the kinds of run-time errors, and what is said about them, as in
   package prim; %A and %B stand for the numbers, %M for the message. */
static const struct { const char *code, *text; } kinds[] = {
    {"", ""},
    {"index-range", "index %A is out of range: the size is %B"},
    {"negative-count", "the count is negative: %A"},
    {"size-overflow", "an array with a dimension of %A is too large for the address space"},
    {"out-of-memory", "out of memory: %A bytes more are needed, %B are in use"},
    {"empty-max", "the maximum or minimum of no values"},
    {"divide-by-zero", "division of an Int by zero"},
    {"int-range", "int of a Real that is not in the range of Int"},
    {"assert", "assertion failed: %M"},
    {"sizes-disagree", "sizes disagree: %M: %A and %B"},
    {"iteration-limit", "the loop has not ended after %A iterations"},
    {"internal", "internal error: %M"},
    {"seed-tag", "%M"},
    {"seed-size", "%M: %A and %B"},
    {"bad-argument", "the argument %M"},
    {"unsupported-cpu", "the code is for another CPU: this one has no %M"},
    {"misuse", "%M"},
    {"recursion-depth", "%M"},
    {"extern-failed", "the function %M of C gives the status %A"},
};

/* pc_describe writes the text of an error: "file:line:col: error: … [code]". */
void pc_describe(pc_error *e, const char *const *files) {
    const char *file = files ? files[e->file] : 0;
    char *to = e->text, *end = e->text + sizeof e->text;
    const char *message = e->message ? e->message : "";
    if (file && *file) to += snprintf(to, 200, "%.150s:", file);
    if (e->line) to += snprintf(to, 40, "%d:%d:", e->line, e->column);
    to += snprintf(to, 20, "%serror: ", to > e->text ? " " : "");
    for (const char *p = kinds[e->kind].text; *p && end - to > 60; p++) {
        if (*p != '%') {
            *to++ = *p;
            continue;
        }
        if (*++p == 'M') to += snprintf(to, (size_t)(end - to - 50), "%.*s", (int)(end - to - 60), message);
        else to += snprintf(to, 24, "%" PRId64, *p == 'A' ? e->a : e->b);
    }
    snprintf(to, (size_t)(end - to), " [%s]", kinds[e->kind].code);
}

_Noreturn void pc_failure(pc_ctx *c, int kind, int64_t at, int64_t a, int64_t b, const char *message) {
    pc_error *e = c->error;
    if (e) {
        *e = (pc_error){.kind = kind, .file = (int)PC_FILE(at), .line = (int)PC_LINE(at), .column = (int)PC_COLUMN(at), .a = a, .b = b, .message = message};
        pc_describe(e, c->files);
    }
    longjmp(c->caller, kind);
}

void pc_peak(pc_error *e, int64_t *most) {
    if (!e) return;
    if (*most < e->peak) *most = e->peak;
    e->peak = *most;
}

int pc_null(pc_error *e, int64_t at, const char *message, const char *const *files) {
    if (e) {
        *e = (pc_error){.kind = PC_BAD_ARGUMENT, .file = (int)PC_FILE(at), .line = (int)PC_LINE(at), .column = (int)PC_COLUMN(at), .message = message};
        pc_describe(e, files);
    }
    return PC_BAD_ARGUMENT;
}

/* flush lets the processor give zero for results that are subnormal, which it is much
   faster with, and returns the mode before; restore goes back to it. Operands are taken
   as they are: the functions of the C library look at their bits, and where the processor
   took them as zero, log(1e-320) would be -745.13, which is neither log(1e-320) nor log(0).
   Processors that can only do both do neither. */
#if defined(__SSE2__)
#include <xmmintrin.h>
static uint64_t flush(void) {
    unsigned mode = _mm_getcsr();
    _mm_setcsr(mode | _MM_FLUSH_ZERO_ON);
    return mode;
}
static void restore(uint64_t mode) { _mm_setcsr((unsigned)mode); }
#else
static uint64_t flush(void) { return 0; }
static void restore(uint64_t mode) { (void)mode; }
#endif

/* refuse says what is wrong with the workspace of a call. */
static pc_ctx *refuse(pc_error *error, const char *message) {
    if (error) {
        error->kind = PC_BAD_ARGUMENT;
        error->message = message;
        pc_describe(error, 0);
    }
    return 0;
}

/* begin_call gives a call its memory: that of the workspace, if there is one, and no other
   call uses it. A call that resumes finds there what the one before has left. */
static pc_ctx *begin_call(pc_ctx *own, pc_workspace *w, pc_error *error, int flags, int64_t limit, int resumes) {
    if (!w) {
        pc_open(own, limit);
        own->lends = (flags & PC_INTO) != 0;
        return own;
    }
    if (w->runtime != PC_RUNTIME) return refuse(error, "workspace is of a library that another version of procad made");
    if (atomic_exchange_explicit(&w->busy, 1, memory_order_acquire)) return refuse(error, "workspace is in use by another call");
    if (resumes) return &w->ctx;
    pc_measure(&w->ctx, limit < w->most ? limit : w->most);
    if (!(flags & PC_CHECKS)) pc_again(&w->ctx);
    return &w->ctx;
}

static void end_call(pc_ctx *c, pc_workspace *w, int kind) {
    if (w) atomic_store_explicit(&w->busy, 0, memory_order_release);
    else pc_close(c, kind == 0);
}

/* Of the memory of a call, one part of so many is for copies. */
enum { COPIES = 8 };

/* begin_again prepares a call that lacked memory for being made again, if there is a way with less: first by one thread, which may use
   what several shared, then without copies too. So the result does not depend on the number of threads. */
static int begin_again(pc_ctx *c, int64_t limit) {
    if (c->shares || (!c->shared && !c->copied)) return 0;
    c->copies = c->shared ? limit / COPIES : 0;
    c->shared = c->copied = 0;
    c->alone = 1;
    pc_again(c);
    if (c->error) memset(c->error, 0, sizeof *c->error);
    return 1;
}

static int call(pc_entry *entry, const int64_t *in, int64_t *out, pc_workspace *workspace, pc_error *error, const char *const *files, int flags, int64_t limit, int resumes) {
    pc_ctx own;
    volatile uint64_t mode = 0;
    if (error) memset(error, 0, sizeof *error);
    pc_ctx *const c = begin_call(&own, workspace, error, flags, limit, resumes);
    if (!c) return PC_BAD_ARGUMENT;
    c->error = error;
    c->files = files;
    c->copies = limit / COPIES;
    c->shared = c->copied = c->alone = 0;
    if (flags & PC_FLUSH) mode = flush();
    int kind = setjmp(c->caller);
    if (kind == PC_OUT_OF_MEMORY && flags & PC_REPEATS && begin_again(c, limit)) kind = 0;
    if (kind == 0) entry(c, in, out);
    if (flags & PC_FLUSH) restore(mode);
    if (error) error->peak = c->peak;
    end_call(c, workspace, kind);
    return kind;
}

/* pc_call runs an entry with so many bytes of memory at most; it returns 0, or
   the kind of the run-time error. */
int pc_call(pc_entry *entry, const int64_t *in, int64_t *out, pc_workspace *workspace, pc_error *error, const char *const *files, int flags, int64_t limit) {
    return call(entry, in, out, workspace, error, files, flags, limit, 0);
}

/* pc_forward runs a forward pass, and pc_reverse the reverse pass that its trace is for. */
int pc_forward(pc_entry *entry, const int64_t *in, int64_t *out, pc_workspace *workspace, pc_error *error, const char *const *files, int flags, int64_t limit) {
    if (workspace) return call(entry, in, out, workspace, error, files, flags, limit, 0);
    if (error) memset(error, 0, sizeof *error);
    refuse(error, "workspace is null: the trace is left there");
    return PC_BAD_ARGUMENT;
}

int pc_reverse(pc_entry *entry, const int64_t *in, int64_t *out, pc_workspace *workspace, pc_error *error, const char *const *files, int flags, int64_t limit) {
    if (workspace) return call(entry, in, out, workspace, error, files, flags, limit, 1);
    return pc_forward(entry, in, out, workspace, error, files, flags, limit);
}

void pc_leave(pc_ctx *c, const int64_t *theta, int64_t n, const int64_t *trace, int64_t m, const char *id, int64_t at) {
    int64_t *words = pc_alloc(c, (n + m + 1) * (int64_t)sizeof *words, at);
    memcpy(words, theta, (size_t)n * sizeof *words);
    memcpy(words + n, trace, (size_t)m * sizeof *words);
    c->left = words;
    c->left_by = id;
}

void pc_take(pc_ctx *c, int64_t *in, int64_t n, const char *id, int64_t at) {
    if (c->left_by != id) pc_failure(c, PC_BAD_ARGUMENT, at, 0, 0, id);
    memcpy(in, c->left, (size_t)n * sizeof *in);
    c->left_by = 0;
}
