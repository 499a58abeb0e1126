#define _GNU_SOURCE 1 /* madvise, sched_getaffinity */
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "block.h"

/* A block is preceded by 16 bytes that say of which size it is. Small blocks
   are cut from chunks and go back to a list of their size; larger ones are
   allocations of their own. Memory counts as used by what has been cut from
   chunks, whose rest nobody has touched, and by large blocks.

   A large block that is freed is spared for the next one of its size: the iterations
   of a loop would else ask the system for new pages each time. Large blocks that
   are used or spared never take more together than was used at the peak. At the
   end of a call all go back to the C library, unless it had a workspace: that keeps
   all, as one chunk and spare blocks, and the next call takes them.

   Sizes: multiples of 64 up to 1 KiB, then four for each power of two. */

#ifndef __has_feature
#define __has_feature(x) 0
#endif

/* How many large blocks are spared at most, and how many in a workspace. */
#ifndef PC_SPARES
#define PC_SPARES 16
#endif
#ifndef PC_LENT
#define PC_LENT 256
#endif

/* The sanitizer sees only the bounds of allocations. */
#if __has_feature(address_sanitizer)
enum { LARGEST = 0, MOST_SPARED = 0, MOST_LENT = 0 };
#else
enum { LARGEST = 1 << 18, MOST_SPARED = PC_SPARES, MOST_LENT = PC_LENT };
#endif
enum { LARGEST_HEAP = (1 << 25) - (1 << 13) }; /* larger blocks always come from the system */
enum { USUAL_CACHE = 1 << 20 };
static const int64_t MOST_CACHE = (int64_t)1 << 40;
enum { HEADER = 16, ALIGN = 64, FINE = 1024, FIRST_CHUNK = 1 << 16, LAST_CHUNK = 1 << 22, AHEAD = 1 << 12 };

static header *header_of(void *block) { return (header *)((char *)block - HEADER); }

/* size_class finds the size for n bytes, header included. */
static int size_class(int64_t n, int64_t *size) {
    if (n <= FINE) {
        *size = (n + ALIGN - 1) & -(int64_t)ALIGN;
        return (int)(*size / ALIGN) - 1;
    }
    int shift = 63 - __builtin_clzll((uint64_t)(n - 1)) - 2; /* a quarter of the power of two below */
    int64_t step = (int64_t)1 << shift, quarters = (n + step - 1) >> shift;
    *size = quarters << shift;
    return FINE / ALIGN + (shift - 8) * 4 + (int)quarters - 5;
}

static _Noreturn void out_of_memory(pc_ctx *c, int64_t bytes, int64_t at) {
    pc_failure(c, PC_OUT_OF_MEMORY, at, bytes, c->used, 0);
}

/* insert and remove_from add a block to a list and take it away. */
static void insert(pc_large **list, pc_large *l) {
    l->prev = 0;
    l->next = *list;
    if (*list) (*list)->prev = l;
    *list = l;
}

static void remove_from(pc_large **list, pc_large *l) {
    if (l->prev) l->prev->next = l->next;
    else *list = l->next;
    if (l->next) l->next->prev = l->prev;
}

/* spare puts a block by, the latest first. */
static void spare(pc_ctx *c, pc_large *l) {
    insert(&c->spares, l);
    c->spared += l->head.size;
}

static void unspare(pc_ctx *c, pc_large *l) {
    remove_from(&c->spares, l);
    c->spared -= l->head.size;
}

static int most_spared(const pc_ctx *c) { return c->lends ? MOST_LENT : MOST_SPARED; }

/* room is how many bytes may be spared. */
static int64_t room(const pc_ctx *c) { return (c->peak > c->before ? c->peak : c->before) - c->used; }

/* trim gives the oldest spare blocks back: those beyond the first most, and
   others as long as there is more memory than at the peak. */
static void trim(pc_ctx *c, int most) {
    pc_large *last = 0;
    int n = 0;
    for (pc_large *l = c->spares; l; l = l->next) last = l, n++;
    for (; last && (n > most || c->spared > room(c)); n--) {
        pc_large *l = last;
        last = l->prev;
        unspare(c, l);
        free(l->allocation);
    }
}

/* demand ends the call where bytes more would be too many. */
static void demand(pc_ctx *c, int64_t bytes, int64_t at) {
    if (bytes > c->limit - c->used) out_of_memory(c, bytes, at);
}

static void count(pc_ctx *c, int64_t bytes, int64_t at) {
    demand(c, bytes, at);
    c->used += bytes;
    if (c->used > c->peak) c->peak = c->used;
    if (c->spared > room(c)) trim(c, most_spared(c));
}

/* obtain asks the C library for memory that was counted. */
static void *obtain(pc_ctx *c, int64_t bytes, int64_t counted, int64_t at) {
    void *p = malloc((size_t)bytes);
    if (!p) {
        trim(c, 0);
        p = malloc((size_t)bytes);
    }
    if (!p) {
        c->used -= counted;
        out_of_memory(c, counted, at);
    }
    return p;
}

/* hint_huge asks for large pages in a block that always comes from the system. */
static void hint_huge(void *block, int64_t bytes) {
#ifdef MADV_HUGEPAGE
    if (bytes < LARGEST_HEAP) return;
    uintptr_t page = 1 << 12, from = ((uintptr_t)block + page - 1) & -page;
    madvise((void *)from, ((uintptr_t)block + (size_t)bytes - from) & -page, MADV_HUGEPAGE);
#else
    (void)block, (void)bytes;
#endif
}

static void *alloc_large(pc_ctx *c, int64_t bytes, int64_t at) {
    if (bytes > INT64_MAX - 4096) out_of_memory(c, bytes, at);
    demand(c, bytes, at); /* while every block is in a list */
    pc_large *l = c->spares;
    while (l && l->head.size != bytes) l = l->next;
    if (l) unspare(c, l); /* there is room for it below the peak */
    count(c, bytes, at);
    if (!l) {
        char *p = obtain(c, bytes + (int64_t)sizeof(pc_large) + ALIGN, bytes, at);
        l = large_of((void *)(((uintptr_t)p + sizeof(pc_large) + ALIGN - 1) & -(uintptr_t)ALIGN));
        l->allocation = p;
        l->head = (header){bytes, LARGE};
        hint_huge(l + 1, bytes);
    }
    insert(&c->large, l);
    return l + 1;
}

/* leave takes a block from those in use. */
static void leave(pc_ctx *c, pc_large *l) {
    remove_from(&c->large, l);
    c->used -= l->head.size;
}

/* begin_chunk cuts from the first of all chunks. */
static void begin_chunk(pc_ctx *c) {
    c->top = (char *)(((uintptr_t)c->chunks + sizeof(pc_chunk) + HEADER + ALIGN - 1) & -(uintptr_t)ALIGN);
    c->end = (char *)c->chunks + c->chunks->bytes;
}

/* add_chunk begins a chunk for a block of size bytes, which was counted: a small
   one where the limit leaves no more. */
static void add_chunk(pc_ctx *c, int64_t size, int64_t at) {
    int64_t least = size + 2 * ALIGN, left = c->limit - c->used;
    while (c->chunk_size < least) c->chunk_size *= 2;
    int64_t bytes = c->chunk_size;
    if (bytes - least > left) bytes = least + left;
    pc_chunk *p = obtain(c, bytes, size, at);
    *p = (pc_chunk){c->chunks, bytes};
    c->chunks = p;
    c->cut += bytes;
    begin_chunk(c);
    if (c->chunk_size < LAST_CHUNK) c->chunk_size *= 2;
}

/* listed takes a block from the list of its size; 0 if there is none. */
static void *listed(pc_ctx *c, int64_t k) {
    void *block = c->lists[k];
    if (block) c->lists[k] = *(void **)block;
    return block;
}

/* A loop with small arrays makes and frees many in each iteration. What pc_alloc and
   pc_free do then takes a few instructions and saves no registers; the rest stands
   apart. */
#define APART static __attribute__((noinline))

/* cut_top takes a block of class k from a chunk with room for it. The header of the
   next block lies at the end of this one. */
static void *cut_top(pc_ctx *c, int64_t k, int64_t size) {
    void *block = c->top;
    c->top += size;
    header_of(block)->class = k;
    return block;
}

/* cut_counted is cut where there may be a run-time error, a new chunk or spare blocks to give
   back. */
APART void *cut_counted(pc_ctx *c, int64_t k, int64_t size, int64_t at) {
    count(c, size, at);
    if (c->end - c->top < size) add_chunk(c, size, at);
    return cut_top(c, k, size);
}

/* cut takes a block of class k, which is size bytes, from the chunk. */
static void *cut(pc_ctx *c, int64_t k, int64_t size, int64_t at) {
    if (c->end - c->top < size || c->limit - c->used < size || c->spares) return cut_counted(c, k, size, at);
    c->used += size;
    if (c->used > c->peak) c->peak = c->used;
    return cut_top(c, k, size);
}

APART void *alloc_coarse(pc_ctx *c, int64_t bytes, int64_t at) {
    if (bytes > LARGEST - HEADER) return alloc_large(c, bytes, at);
    int64_t size;
    int k = size_class(bytes + HEADER, &size);
    void *block = listed(c, k);
    return block ? block : cut(c, k, size, at);
}

void *pc_alloc(pc_ctx *c, int64_t bytes, int64_t at) {
    if (bytes > (LARGEST < FINE ? LARGEST : FINE) - HEADER) return alloc_coarse(c, bytes, at);
    int64_t k = (int64_t)((uint64_t)(bytes + HEADER - 1) / ALIGN); /* as size_class */
    void *block = listed(c, k);
    return block ? block : cut(c, k, (k + 1) * ALIGN, at);
}

void *pc_alloc_result(pc_ctx *c, int64_t bytes, int64_t at) { return c->lends ? pc_alloc(c, bytes, at) : alloc_large(c, bytes, at); }

APART void free_large(pc_ctx *c, pc_large *l) {
    leave(c, l);
    spare(c, l);
    trim(c, most_spared(c));
}

/* fetch_before asks the processor for memory some way before a block of class k that
   has been used for the last time: as many lines as the block has, up to 8. A reverse
   pass goes back through traces in the order of their blocks, and is there soon. */
static void fetch_before(void *block, int64_t k) {
    uintptr_t from = (uintptr_t)block - AHEAD;
    for (int64_t line = 0; line <= k && line < 8; line++) __builtin_prefetch((void *)(from + (uintptr_t)line * ALIGN));
}

void pc_free(pc_ctx *c, void *block) {
    int64_t k = header_of(block)->class;
    if (k < 0) {
        free_large(c, large_of(block));
        return;
    }
    fetch_before(block, k);
    *(void **)block = c->lists[k];
    c->lists[k] = block;
}

/* pc_grow moves the first used bytes to a block of another size. */
void *pc_grow(pc_ctx *c, void *block, int64_t used, int64_t bytes, int64_t at) {
    void *p = pc_alloc(c, bytes, at);
    memcpy(p, block, (size_t)used);
    pc_free(c, block);
    return p;
}

/* pc_keep gives a block to the caller, who releases it (load.c), once the call has ended
   well: a run-time error frees it with all others. A context that lends keeps it until the next call. */
void *pc_keep(pc_ctx *c, void *block, int64_t bytes, int64_t at) {
    if (c->lends) return block;
    if (header_of(block)->class >= 0) {
        void *small = block;
        block = alloc_large(c, bytes, at);
        memcpy(block, small, (size_t)bytes);
        pc_free(c, small);
    }
    header_of(block)->class = KEPT;
    c->used -= header_of(block)->size;
    return block;
}

int8_t *pc_truths(pc_ctx *c, const int8_t *from, int64_t n, int64_t at) {
    int8_t *to = pc_alloc(c, n, at);
    for (int64_t i = 0; i < n; i++) to[i] = !from[i];
    return to;
}

void pc_negate(int8_t *bits, int64_t n) {
    for (int64_t i = 0; i < n; i++) bits[i] = !bits[i];
}

void pc_fill(void *to, const void *from, int64_t bytes) {
    if (to && bytes) memcpy(to, from, (size_t)bytes);
}

uint8_t pc_most(const uint8_t *bytes, int64_t n) {
    uint8_t most = 0;
    for (int64_t i = 0; i < n; i++) most = bytes[i] > most ? bytes[i] : most;
    return most;
}

int pc_same(const uint8_t *a, const uint8_t *b, int64_t n, const uint8_t *const *outer, const uint8_t *sides, int64_t depth) {
    if (n == 0 || memcmp(a, b, (size_t)n) == 0) return 1;
    for (int64_t i = 0; i < n; i++) {
        int64_t k = 0;
        while (k < depth && outer[k][i] == sides[k]) k++;
        if (k == depth && a[i] != b[i]) return 0;
    }
    return 1;
}

void pc_open(pc_ctx *c, int64_t limit) {
    static const int64_t none = INT64_MAX;
    memset(c, 0, sizeof *c);
    c->failed = &none;
    c->limit = limit;
    c->chunk_size = FIRST_CHUNK;
}

static void free_chunks(pc_ctx *c) {
    for (pc_chunk *p = c->chunks, *next; p; p = next) {
        next = p->next;
        free(p);
    }
    c->chunks = 0;
    c->top = c->end = 0;
}

static int within(const void *p, const void *from, int64_t bytes) { return (uintptr_t)p - (uintptr_t)from < (uintptr_t)bytes; }

static int within_list(const void *p, const pc_large *l) {
    for (; l; l = l->next)
        if (within(p, l + 1, l->head.size)) return 1;
    return 0;
}

int pc_lent(const pc_ctx *c, const void *p) {
    if (!p) return 0;
    for (const pc_chunk *k = c->chunks; k; k = k->next)
        if (within(p, k, k->bytes)) return 1;
    return within_list(p, c->large) || within_list(p, c->spares);
}

void pc_measure(pc_ctx *c, int64_t limit) {
    if (c->before < c->peak) c->before = c->peak;
    c->limit = limit;
    c->peak = 0;
}

/* pc_again begins another call in a context: every block of the one before is free,
   and several chunks become one. */
void pc_again(pc_ctx *c) {
    c->left_by = 0;
    if (!c->chunks && !c->large) return;
    while (c->large) free_large(c, c->large);
    c->used = 0;
    memset(c->lists, 0, sizeof c->lists);
    if (c->chunks && c->chunks->next) {
        free_chunks(c);
        while (c->chunk_size < c->cut) c->chunk_size *= 2;
        c->cut = 0;
    }
    if (c->chunks) begin_chunk(c);
}

/* expect prepares the C library for more calls like the one that ends. It gives
   memory at the end of its heap back to the system, and larger blocks at once, by
   limits that rise with the blocks that it has seen freed (mallopt(3)); every call
   would then wait for the same pages anew, for longer than many kernels run. So
   it sees one block of twice what the call had in use, of which nothing is
   touched, unless it has seen as large a one. */
static void expect(int64_t bytes) {
    static _Atomic int64_t seen = FIRST_CHUNK;
    if (bytes > LARGEST_HEAP) bytes = LARGEST_HEAP;
    if (MOST_SPARED == 0 || bytes <= seen) return;
    seen = bytes;
    void *volatile block = malloc((size_t)bytes);
    free(block);
}

void pc_close(pc_ctx *c, int well) {
    trim(c, 0);
    for (pc_large *l = c->large, *next; l; l = next) {
        next = l->next;
        if (!well || l->head.class != KEPT) free(l->allocation);
    }
    free_chunks(c);
    expect(2 * c->peak);
}

/* native.CacheBytes of procad gives the same. */
int64_t pc_cache_bytes(void) {
    static _Atomic int64_t known;
    int64_t n = known;
    if (n > 0) return n;
    const char *given = getenv("PROCAD_L2");
    char *end = 0;
    if (given) n = strtoll(given, &end, 10);
    if (end && *end) n = 0;
#ifdef _SC_LEVEL2_CACHE_SIZE
    if (n <= 0) n = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
    if (n <= 0) n = USUAL_CACHE;
    if (n > MOST_CACHE) n = MOST_CACHE;
    known = n;
    return n;
}
