#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>
#define PC_POOL 1
#endif
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "runtime.h"

/* The shares of a loop are taken one by one, by the thread that calls and by those of a pool, which wait for
   work. Each thread begins with shares of its own, the same ones of each loop with as many: it has touched what
   they read. Then it takes those of others. The caller waits for shares that have begun, and not for threads: where
   these are late, as on a busy machine, it takes all shares itself. Which thread takes a share changes no result.

   Each thread has a context of its own, with memory of its own, and so a share ends alone where a run-time
   error ends it. No share begins behind one that has failed, and one that runs ends in the next iteration of a
   while loop, which might never end. The error that the caller gets is that of the first share of all that
   fail: all before it have run to their end.

   The pool serves one call at a time. Other calls, and those in a parallel region of OpenMP, run in their own
   thread: the machine has work. The pool does not survive fork: the child begins one of its own. */

#if defined(__SSE2__)
static uint64_t mode_of(void) { return _mm_getcsr(); }
static void set_mode(uint64_t mode) { _mm_setcsr((unsigned)mode); }
static void rest(void) { _mm_pause(); }
#else
static uint64_t mode_of(void) { return 0; }
static void set_mode(uint64_t mode) { (void)mode; }
static void rest(void) {}
#endif
#ifdef PC_POOL
static void give_way(void) { sched_yield(); }
#else
static void give_way(void) {}
#endif

/* The sanitizer of threads sees only what happens: there all threads come, and each takes shares. */
#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if __has_feature(thread_sanitizer)
enum { ALL_COME = 1 };
#else
enum { ALL_COME = 0 };
#endif

/* The shares of each thread are numbers from first on. More threads than MOST_OWN have them in common. */
enum { MOST_OWN = 64, LINE = 64 };

typedef struct {
    _Alignas(LINE) atomic_llong next; /* the one that begins next */
} own_shares;

/* A crew is the shares of a loop, and what its threads know of each other. */
typedef struct {
    pc_share *share;
    const int64_t *words;
    pc_ctx *caller;
    int64_t memory;      /* what each thread may use */
    uint64_t mode;       /* of the processor */
    int64_t places;      /* how many threads of the pool may still come */
    atomic_llong inside; /* how many have come, and not left */
    int64_t count;       /* of shares */
    int64_t owners;      /* the threads that have shares of their own */
    own_shares own[MOST_OWN];
    int64_t failed;      /* by atomic operations: the first share that has failed; how many there are if none has */
    atomic_flag telling; /* some thread changes what follows */
    pc_error error;
    int64_t peak;
} crew;

static void lock_crew(crew *w) {
    while (atomic_flag_test_and_set_explicit(&w->telling, memory_order_acquire)) rest();
}

static void unlock_crew(crew *w) { atomic_flag_clear_explicit(&w->telling, memory_order_release); }

/* share_failed notes that a share has failed. */
static void share_failed(crew *w, int64_t k, const pc_error *e) {
    lock_crew(w);
    if (k < __atomic_load_n(&w->failed, __ATOMIC_SEQ_CST)) {
        w->error = *e;
        __atomic_store_n(&w->failed, k, __ATOMIC_SEQ_CST);
    }
    unlock_crew(w);
}

_Noreturn void pc_unwanted(pc_ctx *c) { longjmp(c->caller, 1); }

/* first_of is the first share of an owner. */
static int64_t first_of(const crew *w, int64_t owner) { return w->count * owner / w->owners; }

/* next_share is a share that is to run, those of the owner first; -1 if there is none. *done is how many of them have no more. */
static int64_t next_share(crew *w, int64_t owner, int64_t *done) {
    for (; *done < w->owners; ++*done) {
        int64_t of = (owner + *done) % w->owners;
        int64_t k = atomic_fetch_add(&w->own[of].next, 1);
        if (k < first_of(w, of + 1) && k < __atomic_load_n(&w->failed, __ATOMIC_SEQ_CST)) return k;
    }
    return -1;
}

/* A share may run a loop with copies too, so each of them has a part of the memory for copies. The number of threads does not matter. */
enum { MOST_SHARES = 64 };

/* take_shares runs shares as long as there is one. */
static void take_shares(crew *const w, int64_t thread) {
    pc_ctx own;
    pc_error error;
    volatile uint64_t before = mode_of();
    set_mode(w->mode);
    pc_open(&own, w->memory);
    own.error = &error;
    own.files = w->caller->files;
    own.shares = 1;
    own.copies = w->caller->copies / MOST_SHARES;
    own.failed = &w->failed;
    volatile int64_t owner = thread % w->owners;
    int64_t done = 0; /* owners whose shares have all begun */
    for (;;) {
        volatile int64_t k = next_share(w, owner, &done);
        if (k < 0) break;
        own.share = k;
        if (setjmp(own.caller) == 0) w->share(&own, w->words, k);
        else share_failed(w, k, &error);
        if (ALL_COME) give_way();
    }
    lock_crew(w);
    w->peak += own.peak;
    unlock_crew(w);
    pc_close(&own, 0);
    set_mode(before);
}

static atomic_int wanted; /* threads, as pc_threads was told; 0: nobody has asked yet */

/* number is the number that a text begins with; 0 if it is none from 1 to MOST_THREADS. */
enum { MOST_THREADS = 1024 };

static int number(const char *text) {
    long n = text ? strtol(text, 0, 10) : 0;
    return n >= 1 && n <= MOST_THREADS ? (int)n : 0;
}

static int processors(void) {
#if defined(__linux__) && defined(CPU_COUNT)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
#ifdef _SC_NPROCESSORS_ONLN
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    if (n > 0) return (int)n;
#endif
    return 1;
}

static int asked_for(void) {
    int n = number(getenv("PROCAD_THREADS"));
    return n ? n : number(getenv("OMP_NUM_THREADS"));
}

int pc_threads(int n) {
    if (n > 0) atomic_store(&wanted, n < MOST_THREADS ? n : MOST_THREADS);
    int most = atomic_load(&wanted), none = 0;
    if (most > 0) return most;
    most = asked_for();
    if (!most) most = 1;
    return atomic_compare_exchange_strong(&wanted, &none, most) ? most : none;
}

void pc_threads_of_program(void) {
    if (!asked_for()) pc_threads(processors());
}

#ifdef PC_POOL
enum { SPINS = 4000 };            /* before a thread sleeps: some 160 µs */
enum { POOL_STACK = 8 << 20 };

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t pool_wakes = PTHREAD_COND_INITIALIZER, pool_left = PTHREAD_COND_INITIALIZER;
static crew *pool_crew;          /* null if there is none to join */
static atomic_llong pool_crews;    /* counts crews */
static int pool_threads;          /* that have begun */
static atomic_flag pool_busy = ATOMIC_FLAG_INIT;

/* serve_crews joins crews, as the thread of a number from 1 on. */
static void *serve_crews(void *number) {
    int64_t seen = 0;
    for (;;) {
        for (int k = 0; k < SPINS && atomic_load(&pool_crews) == seen; k++) rest();
        pthread_mutex_lock(&pool_lock);
        while (atomic_load(&pool_crews) == seen) pthread_cond_wait(&pool_wakes, &pool_lock);
        seen = atomic_load(&pool_crews);
        crew *w = pool_crew;
        if (w && w->places > 0) {
            w->places--;
            atomic_fetch_add(&w->inside, 1);
        } else w = 0;
        pthread_mutex_unlock(&pool_lock);
        if (!w) continue;
        take_shares(w, (int64_t)(intptr_t)number);
        pthread_mutex_lock(&pool_lock);
        if (atomic_fetch_sub(&w->inside, 1) == 1) pthread_cond_signal(&pool_left);
        pthread_mutex_unlock(&pool_lock);
    }
    return 0;
}

/* forget_pool is for the child of a fork: it has none of the threads, and some of them may have had the lock. */
static void forget_pool(void) {
    pool_lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    pool_wakes = pool_left = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    pool_crew = 0;
    pool_threads = 0;
    atomic_flag_clear(&pool_busy);
}

/* grow_pool lets there be so many threads, if the system gives them. */
static void grow_pool(int64_t threads) {
    static int following;
    pthread_attr_t attr;
    if (!following) following = pthread_atfork(0, 0, forget_pool) == 0;
    if (!following || pool_threads >= threads || pthread_attr_init(&attr)) return;
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr, POOL_STACK);
    sigset_t all, before; /* signals are for the threads of the process itself */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t t;
    while (pool_threads < threads && pthread_create(&t, &attr, serve_crews, (void *)(intptr_t)(pool_threads + 1)) == 0) pool_threads++;
    pthread_sigmask(SIG_SETMASK, &before, 0);
    pthread_attr_destroy(&attr);
}

/* share_out lets the pool and this thread take the shares. */
static void share_out(crew *w, int64_t threads) {
    grow_pool(threads - 1);
    w->places = threads - 1;
    pthread_mutex_lock(&pool_lock);
    pool_crew = w;
    atomic_fetch_add(&pool_crews, 1);
    pthread_cond_broadcast(&pool_wakes);
    for (int64_t missing = ALL_COME; missing > 0 && pool_threads == threads - 1;) {
        missing = w->places;
        pthread_mutex_unlock(&pool_lock);
        give_way();
        pthread_mutex_lock(&pool_lock);
    }
    pthread_mutex_unlock(&pool_lock);
    take_shares(w, 0);
    pthread_mutex_lock(&pool_lock);
    pool_crew = 0;
    pthread_mutex_unlock(&pool_lock);
    for (int k = 0; k < SPINS && atomic_load(&w->inside) > 0; k++) rest();
    pthread_mutex_lock(&pool_lock);
    while (atomic_load(&w->inside) > 0) pthread_cond_wait(&pool_left, &pool_lock);
    pthread_mutex_unlock(&pool_lock);
}

__attribute__((weak)) int omp_in_parallel(void);

/* alone is whether a call takes all shares itself. If not, it has the pool. */
static int alone(const pc_ctx *c, int64_t n) {
    if (n < 2 || c->shares || c->alone || pc_threads(0) < 2 || (omp_in_parallel && omp_in_parallel())) return 1;
    return atomic_flag_test_and_set_explicit(&pool_busy, memory_order_acquire);
}

static void release_pool(void) { atomic_flag_clear_explicit(&pool_busy, memory_order_release); }
#else
static int alone(const pc_ctx *c, int64_t n) { return (void)c, (void)n, 1; }
static void share_out(crew *w, int64_t threads) { (void)w, (void)threads; }
static void release_pool(void) {}
#endif

void pc_parallel(pc_ctx *c, pc_share *share, const int64_t *words, int64_t n) {
    if (alone(c, n)) {
        int64_t copies = c->copies;
        c->copies /= MOST_SHARES;
        for (int64_t k = 0; k < n; k++) share(c, words, k);
        c->copies = copies;
        return;
    }
    c->shared = 1;
    int64_t threads = pc_threads(0) < n ? pc_threads(0) : n;
    crew w = {.share = share, .words = words, .caller = c, .memory = (c->limit - c->used) / threads, .failed = n, .mode = mode_of()};
    w.count = n;
    w.owners = threads < MOST_OWN ? threads : MOST_OWN;
    for (int64_t k = 0; k < w.owners; k++) atomic_init(&w.own[k].next, first_of(&w, k));
    share_out(&w, threads);
    release_pool();
    if (c->used + w.peak > c->peak) c->peak = c->used + w.peak;
    if (__atomic_load_n(&w.failed, __ATOMIC_SEQ_CST) == n) return;
    if (c->error) *c->error = w.error;
    longjmp(c->caller, w.error.kind);
}

int64_t pc_room(pc_ctx *c) {
    c->copied |= c->copies > 0;
    return c->copies / (int64_t)sizeof(double);
}

/* What a share clears or copies, in bytes. */
enum { PIECE = 1 << 17 };

typedef struct {
    char *to;
    const char *from; /* null to clear */
    int64_t bytes;
} pieces;

static void fill_piece(pc_ctx *c, const int64_t *words, int64_t k) {
    (void)c;
    pieces p;
    memcpy(&p, words, sizeof p);
    int64_t at = k * PIECE, n = p.bytes - at < PIECE ? p.bytes - at : PIECE;
    if (p.from) memcpy(p.to + at, p.from + at, (size_t)n);
    else memset(p.to + at, 0, (size_t)n);
}

static void fill_pieces(pc_ctx *c, pieces p) {
    int64_t words[sizeof p / sizeof(int64_t) + 1];
    memcpy(words, &p, sizeof p);
    pc_parallel(c, fill_piece, words, (p.bytes + PIECE - 1) / PIECE);
}

void pc_clear(pc_ctx *c, void *to, int64_t bytes) { fill_pieces(c, (pieces){to, 0, bytes}); }

void pc_copy(pc_ctx *c, void *to, const void *from, int64_t bytes) { fill_pieces(c, (pieces){to, from, bytes}); }
