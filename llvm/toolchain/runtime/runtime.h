/* The runtime of native code. Everything that a call needs is in a pc_ctx on
   the stack of the caller: there is no other state but for the threads that calls share, so calls may run
   at once. */
#ifndef PC_RUNTIME_H
#define PC_RUNTIME_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

/* Of all names only pc_release and those of workspaces are for others: libraries can be linked together, and
   each has a runtime of its own but for these. */
#pragma GCC visibility push(hidden)

/* The sizes in which small blocks come; see memory.c. */
enum { PC_CLASSES = 48 };

typedef struct pc_large pc_large;

typedef struct pc_chunk {
    struct pc_chunk *next;
    int64_t bytes;
} pc_chunk;

typedef struct pc_workspace pc_workspace;

typedef struct pc_ctx {
    /* The number of the first share that has failed, of those of the loop at hand, and the number of the one that runs: where
       that is larger, nobody wants it any more. Code finds these two here. */
    const volatile int64_t *failed;
    int64_t share;
    void *lists[PC_CLASSES]; /* free blocks of each size */
    char *top, *end;         /* what is left of the current chunk */
    pc_chunk *chunks;        /* all chunks, the current one first */
    int64_t chunk_size;      /* of the next chunk */
    int64_t cut;             /* the bytes of all chunks */
    pc_large *large;         /* blocks with an allocation of their own */
    pc_large *spares;        /* such blocks that nobody uses, the latest first */
    int64_t limit, used, spared, peak;
    int64_t copies;     /* the bytes that the copies for the shares or the lanes of a loop may take */
    int64_t before;     /* the peak of the calls before, whose blocks may be spared */
    int64_t lends;      /* whether results stay here, see pc_keep: there is a workspace, or the call copies them */
    int64_t *left;      /* the words that a forward pass left, */
    const char *left_by; /* and what that is known by; null if there are none */
    jmp_buf caller; /* where a run-time error goes */
    pc_error *error;
    const char *const *files; /* the names of the files of the program, by number */
    int64_t shares; /* whether it is of a thread that takes shares of a loop, see parallel.c */
    int64_t shared, copied; /* whether threads have shared a loop of the call, and whether one may have had copies */
    int64_t alone;          /* whether no thread may share one */
} pc_ctx;

/* Memory. Blocks are aligned to 64 bytes. At is the position that a run-time error has:
   the number of a file, a line and a column, as Word of package diag packs them. */
#define PC_FILE(at) ((at) >> 52)
#define PC_LINE(at) ((at) >> 26 & 0x3ffffff)
#define PC_COLUMN(at) ((at) & 0x3ffffff)
void *pc_alloc(pc_ctx *c, int64_t bytes, int64_t at);
/* pc_alloc_result is pc_alloc for what the call gives its caller: pc_keep need not copy it. */
void *pc_alloc_result(pc_ctx *c, int64_t bytes, int64_t at);
void *pc_grow(pc_ctx *c, void *block, int64_t used, int64_t bytes, int64_t at);
void pc_free(pc_ctx *c, void *block);
void *pc_keep(pc_ctx *c, void *block, int64_t bytes, int64_t at);
/* pc_drop releases a result that nobody wants, if a call gave it away. */
void pc_drop(const pc_workspace *w, void *kept);
__attribute__((weak, visibility("default"))) void pc_release(void *kept);
__attribute__((weak, visibility("default"))) pc_workspace *pc_workspace_new(void);
__attribute__((weak, visibility("default"))) void pc_workspace_free(pc_workspace *workspace);
/* Bools of C, which are 1 for true, and tags, which are 0: pc_truths copies the one to the other. */
int8_t *pc_truths(pc_ctx *c, const int8_t *from, int64_t n, int64_t at);
void pc_negate(int8_t *bits, int64_t n);
/* pc_most is the largest of some bytes, 0 if there are none. */
uint8_t pc_most(const uint8_t *bytes, int64_t n);
/* pc_same is whether some tags are the same as others, where those of each array in outer are as in sides. */
int pc_same(const uint8_t *a, const uint8_t *b, int64_t n, const uint8_t *const *outer, const uint8_t *sides, int64_t depth);
void pc_open(pc_ctx *c, int64_t limit);
/* pc_begin_workspace makes a workspace, whose calls use so many bytes at most. */
void pc_begin_workspace(pc_workspace *w, int64_t most);
/* pc_measure begins to count for another call in a context, before pc_again. */
void pc_measure(pc_ctx *c, int64_t limit);
void pc_again(pc_ctx *c);
/* pc_lent is whether an array is in memory that calls in a context use. */
int pc_lent(const pc_ctx *c, const void *p);
void pc_close(pc_ctx *c, int well);

/* RuntimeErrors, with the numbers of prim.RuntimeErrorKind. */
_Noreturn void pc_failure(pc_ctx *c, int kind, int64_t at, int64_t a, int64_t b, const char *message);
void pc_describe(pc_error *e, const char *const *files);
/* pc_peak lets a call that consists of several report the most memory that one of them has used. */
void pc_peak(pc_error *e, int64_t *most);

/* pc_null is what a call returns that is given a null pointer for a struct, or another argument that nothing looks at. */
int pc_null(pc_error *e, int64_t at, const char *message, const char *const *files);
enum { PC_OUT_OF_MEMORY = 4, PC_BAD_ARGUMENT = 14, PC_UNSUPPORTED_CPU = 15 };

/* pc_ready is 0 if the CPU has what the code needs, and else the kind of the run-time error. */
int pc_ready(pc_error *e);

/* An entry takes the leaves of its arguments as words and gives those of its result. */
typedef void pc_entry(pc_ctx *c, const int64_t *in, int64_t *out);
int pc_call(pc_entry *entry, const int64_t *in, int64_t *out, pc_workspace *workspace, pc_error *error, const char *const *files, int flags, int64_t limit);
int pc_forward(pc_entry *entry, const int64_t *in, int64_t *out, pc_workspace *workspace, pc_error *error, const char *const *files, int flags, int64_t limit);
int pc_reverse(pc_entry *entry, const int64_t *in, int64_t *out, pc_workspace *workspace, pc_error *error, const char *const *files, int flags, int64_t limit);
/* pc_leave leaves the words of Theta and of a trace for the reverse pass, which takes them
   by pc_take. They are known by an address, which is a message where there are none. */
void pc_leave(pc_ctx *c, const int64_t *theta, int64_t n, const int64_t *trace, int64_t m, const char *id, int64_t at);
void pc_take(pc_ctx *c, int64_t *in, int64_t n, const char *id, int64_t at);
enum {
    PC_FLUSH = 1, /* subnormal results count as zero during the call */
    PC_INTO = 2,  /* the entry copies the arrays of its result to the caller's buffers */
    PC_CHECKS = 4, /* the entry calls pc_again itself, when it has checked the arguments */
    PC_REPEATS = 8 /* nothing outside sees a call that is made twice */
};
/* pc_fill copies a result to a caller's buffer, if there is one. */
void pc_fill(void *to, const void *from, int64_t bytes);

/* A share of a loop, whose shares may run at the same time: it takes words, and which share it is.
   pc_parallel runs all n. pc_threads says how many threads calls have from now on: n, or, if n is 0, as
   many as before. It returns how many that are. At first they are as many as PROCAD_THREADS says, or else
   OMP_NUM_THREADS, or else one; in an executable, which calls
   pc_threads_of_program, as there are processors. */
void pc_threads_of_program(void);
typedef void pc_share(pc_ctx *c, const int64_t *words, int64_t k);
void pc_parallel(pc_ctx *c, pc_share *part, const int64_t *words, int64_t n);
/* pc_room is how many Reals the shares or the lanes of a loop may have beside those that the loop has. */
int64_t pc_room(pc_ctx *c);
/* pc_clear and pc_copy are memset and memcpy of many bytes, by all threads. */
void pc_clear(pc_ctx *c, void *to, int64_t bytes);
void pc_copy(pc_ctx *c, void *to, const void *from, int64_t bytes);
/* pc_unwanted ends a share behind one that has failed. */
_Noreturn void pc_unwanted(pc_ctx *c);
__attribute__((weak, visibility("default"))) int pc_threads(int n);

/* Problems of a batch: a call takes words, solves the problems from *next up to an end, and counts them there. It returns 0, or the kind
   of the first run-time error. pc_batch solves count of them, each with so many bytes of memory at most, and tells how many are done.
   Threads share them if there are strips: these are the arrays of all problems, first those that go in. */
typedef int pc_problems(const int64_t *words, int64_t *next, int64_t end, pc_workspace *workspace, pc_error *error);
typedef struct pc_strip {
    uint64_t from; /* 0 if nobody wants it */
    int64_t bytes;
} pc_strip;
int pc_batch(pc_problems *solve, const int64_t *words, int64_t count, const pc_strip *strips, int64_t ins, int64_t n, int64_t *done, pc_workspace *workspace, pc_error *error, int64_t limit);

/* pc_cache_bytes is the size of the second-level cache: what PROCAD_L2 says, what the machine says, or the usual one. */
int64_t pc_cache_bytes(void);

/* Functions that the C library lacks. */
double pc_lgamma(double x);
double pc_digamma(double x);
double pc_polygamma(int64_t n, double x);
double pc_powi(double x, int64_t n);

#pragma GCC visibility pop

#endif
