/* The main function of executables:

     PROGRAM [options] [DATA]   reads an object with the parameters, as JSON (from stdin without a file, or with -), or a file of
                                NumPy, DATA.npz or DATA.npy; prints the result

     -o FILE         writes the result to FILE.npz, an array for each part, or to FILE.npy, for the only one; prints nothing
     --entry NAME    which function is meant; else the first
     --time N        calls it N times more and reports on stderr how long that took
     --threads N     how many threads share costly loops, if the code is made for that; else as many as there are processors
     --memory BYTES  how much memory a call may use, if not what procad build was told; more is a run-time error
     --words         data and result are words (value.h), and the process ends when
                     standard input does: for procad itself
     --serve         answers requests in words until standard input ends: for procad itself

   It exits with 1 where the data are wrong or the program ends with a run-time error,
   and with 2 where it is called in another way. */
#define _GNU_SOURCE 1 /* O_ASYNC */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "value.h"

/* keep_memory lets freed memory stay with the process: a call that comes after
   another one finds it there, without asking the system for each page anew. */
static void keep_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20); /* the most that is allowed */
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
}

static volatile sig_atomic_t calling; /* and so not reading, which finds the end itself */

/* hung_up ends the process if its standard input has been hung up while it calls: the
   process that has the other end of the pipe was killed. The signal says less: it also
   comes late for what has been read already. */
static void hung_up(int signal) {
    (void)signal;
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (calling && poll(&in, 1, 0) > 0 && in.revents & POLLHUP) _exit(1);
}

/* follow_input lets hung_up know what happens to standard input. */
static void follow_input(void) {
    signal(SIGIO, hung_up);
    fcntl(STDIN_FILENO, F_SETOWN, getpid());
    fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL) | O_ASYNC);
}

static int64_t nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* release frees the arrays of a result. */
static void release(const pc_type *t, const int64_t *w) {
    if (t->kind == 'A') {
        for (int64_t k = 0; k < t->parts->words; k++) pc_release((void *)w[k]);
        return;
    }
    if (t->kind == 'S') {
        int tag = *(char *)w;
        release(t->parts + tag, w + 1 + (tag ? t->parts->words : 0));
        return;
    }
    for (int64_t i = 0; i < t->n; w += t->parts[i++].words) release(t->parts + i, w);
}

/* Of very short calls several are timed together: the clock takes time itself. */
enum { SHORTEST = 20000, MOST_TOGETHER = 1000 };

/* measure calls the entry several times and reports how long a call took. */
static void measure(const pc_program *p, const pc_type *result, const int64_t *in, int64_t *out, int64_t times, int64_t limit) {
    pc_error error;
    pc_untraced = 1; /* the first call has printed */
    keep_memory();
    double *took = pc_need((size_t)times * sizeof *took);
    int64_t together = 1;
    for (int64_t i = -1; i < times; i++) { /* -1 warms up, and says how many calls are timed together */
        int64_t start = nanoseconds();
        for (int64_t k = 0; k < together; k++) {
            pc_call(p->entry, in, out, 0, &error, p->files, (int)p->flags, limit);
            release(result, out);
        }
        int64_t ns = nanoseconds() - start;
        if (i >= 0) took[i] = (double)ns / (double)together;
        else if (ns < SHORTEST) together = ns <= SHORTEST / MOST_TOGETHER ? MOST_TOGETHER : SHORTEST / ns;
    }
    qsort(took, (size_t)times, sizeof *took, compare);
    fprintf(stderr, "{\"runs\":%lld,\"min_ns\":%.1f,\"quarter_ns\":%.1f,\"median_ns\":%.1f,\"three_quarters_ns\":%.1f,\"max_ns\":%.1f,\"peak_bytes\":%lld}\n",
            (long long)times, took[0], took[times / 4], took[times / 2], took[times - 1 - times / 4], took[times - 1], (long long)error.peak);
    free(took);
}

/* report tells procad what a call came to: the kind of its run-time error or 0, how much
   memory it needed, what was counted; then what the run-time error is. */
static void report(const pc_program *p, const pc_error *e) {
    int64_t head[] = {e->kind, e->peak, p->counters};
    fwrite(head, sizeof head, 1, stdout);
    if (p->counters) fwrite(p->counter, 8, (size_t)p->counters, stdout);
    if (!e->kind) return;
    size_t n = e->message ? strlen(e->message) : 0;
    int64_t failure[] = {e->file, e->line, e->column, e->a, e->b, (int64_t)n};
    fwrite(failure, sizeof failure, 1, stdout);
    fwrite(e->message, 1, n, stdout);
}

/* A request is words: which entry, how much memory a call may use, how often it is
   called and for how many nanoseconds at least, how many times are told at most; then
   the words of the data. The answer is what report tells; without a run-time error then how
   many times follow, each time, and the result. */
typedef struct {
    int64_t entry, limit, calls, nanoseconds, told;
} request;

/* A signature is what an entry takes and gives. */
typedef struct {
    pc_param *params;
    int64_t n;
    const pc_type *result;
} signature;

/* answer calls an entry as a request says, and tells the result of the last call. */
static void answer(const request *r, const signature *s) {
    const pc_program *p = pc_programs + r->entry;
    int64_t n = 0, room = 0, spent = 0, calls = 0, *took = 0;
    int64_t *in = pc_need((size_t)p->in * 8), *out = pc_need((size_t)p->out * 8);
    memset(in, 0, (size_t)p->in * 8);
    pc_read_words(s->params, s->n, in);
    calling = 1;
    hung_up(SIGIO); /* it may have come to that before */
    pc_error error;
    int kind;
    do {
        if (calls) release(s->result, out);
        if (p->counters) memset(p->counter, 0, (size_t)p->counters * 8);
        int64_t start = nanoseconds();
        kind = pc_call(p->entry, in, out, 0, &error, p->files, (int)p->flags, r->limit);
        int64_t ns = nanoseconds() - start;
        spent += ns;
        calls++;
        if (n == room && n < r->told) {
            room = room ? 2 * room : 64;
            if (!(took = realloc(took, (size_t)room * 8))) pc_need(SIZE_MAX);
        }
        if (n < r->told) took[n++] = ns;
    } while (!kind && (calls < r->calls || spent < r->nanoseconds));
    calling = 0;
    report(p, &error);
    if (!kind) {
        fwrite(&n, 8, 1, stdout);
        fwrite(took, 8, (size_t)n, stdout);
        pc_write_words(s->result, out);
        release(s->result, out);
    }
    fflush(stdout);
    pc_free_words();
    free(took);
    free(in);
    free(out);
}

/* serve answers requests. What ends the input ends the process, also while it calls. */
static int serve(void) {
    pc_untraced = 1;
    keep_memory();
    follow_input();
    static signature *known;
    known = pc_need((size_t)pc_program_count * sizeof *known);
    for (int64_t i = 0; i < pc_program_count; i++) {
        known[i].params = pc_params(pc_programs + i, &known[i].n);
        known[i].result = pc_programs[i].types + known[i].n;
    }
    request r;
    while (fread(&r, sizeof r, 1, stdin) == 1 && r.entry >= 0 && r.entry < pc_program_count) answer(&r, known + r.entry);
    return !feof(stdin);
}

static const pc_program *find(const char *name) {
    for (int64_t i = 0; i < pc_program_count; i++)
        if (!strcmp(pc_programs[i].name, name)) return pc_programs + i;
    return 0;
}

static void usage(FILE *f, const char *program, const pc_program *p) {
    int64_t n;
    fprintf(f, "usage: %s [-o OUT.npz] [--entry NAME] [--time N] [--threads N] [--memory BYTES] [DATA.json|DATA.npz]\nentries:", program);
    for (int64_t i = 0; i < pc_program_count; i++) fprintf(f, " %s", pc_programs[i].name);
    fputc('\n', f);
    for (int64_t i = 0; i < pc_program_count; i++)
        if (*pc_programs[i].names) fprintf(f, "%s prints [%s]\n", pc_programs[i].name, pc_programs[i].names);
    pc_param *params = pc_params(p, &n);
    pc_hint(f, "", params, n);
}

/* warn says that a result is NaN or infinite. */
static void warn(const pc_program *p, const pc_finite *f) {
    char count[100] = "";
    if (f->reals > 1) snprintf(count, sizeof count, "; %lld of its %lld numbers are NaN or infinite", (long long)f->bad, (long long)f->reals);
    pc_say("%s: warning: the result of %s is %s%s%s%s [not-finite]", *p->files, p->name, isnan(f->value) ? "NaN" : f->value > 0 ? "Infinity" : "-Infinity",
           *f->at ? " at " : "", f->at, count);
}

int pc_main(int argc, char **argv) {
    const pc_program *p = pc_programs;
    const char *file = 0, *output = 0;
    int words = 0, wrong = 0, help = 0;
    pc_threads_of_program();
    int64_t times = 0, limit = 0, threads = 0;
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* what cannot be written is told as on a full disk */
#endif
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--words")) words = 1;
        else if (!strcmp(argv[i], "--entry") && i + 1 < argc) wrong |= !(p = find(argv[++i]));
        else if (!strcmp(argv[i], "--time") && i + 1 < argc) wrong |= (times = strtoll(argv[++i], 0, 10)) < 1;
        else if (!strcmp(argv[i], "--threads") && i + 1 < argc) wrong |= (threads = strtoll(argv[++i], 0, 10)) < 1 || threads > 1024;
        else if (!strcmp(argv[i], "--memory") && i + 1 < argc) wrong |= (limit = strtoll(argv[++i], 0, 10)) < 1;
        else if ((!strcmp(argv[i], "-o") || !strcmp(argv[i], "--output")) && i + 1 < argc) {
            output = argv[++i];
            wrong |= !pc_is_npz(output) && !pc_is_npy(output);
        } else if (!strcmp(argv[i], "--serve")) {
            if (threads) pc_threads((int)threads);
            return serve();
        }
        else if (!strcmp(argv[i], "--help")) help = 1;
        else if (argv[i][0] == '-' && argv[i][1]) wrong = 1;
        else if (file) wrong = 1;
        else file = argv[i];
    }
    if (wrong || help) {
        usage(wrong ? stderr : stdout, argv[0], p ? p : pc_programs);
        return wrong ? 2 : 0;
    }
    if (threads) pc_threads((int)threads);
    if (file && !strcmp(file, "-")) file = 0;
    if (!limit) limit = p->limit;
    int64_t n;
    pc_param *params = pc_params(p, &n);
    const pc_type *result = p->types + n;
    int64_t *in = pc_need((size_t)p->in * 8), *out = pc_need((size_t)p->out * 8);
    memset(in, 0, (size_t)p->in * 8);
    if (words) {
        pc_read_words(params, n, in);
        follow_input();
        calling = 1;
        hung_up(SIGIO); /* it may have come to that before */
    } else {
        if (file && (pc_is_npz(file) || pc_is_npy(file))) pc_read_npz(file, params, n, in);
        else pc_read_json(file, params, n, in);
    }
    pc_error error;
    int kind = pc_call(p->entry, in, out, 0, &error, p->files, (int)p->flags, limit);
    if (words) report(p, &error);
    else if (kind) pc_say("%s", error.text);
    if (kind) return 1;
    errno = 0;
    if (words) {
        pc_write_words(result, out);
    } else if (output) {
        pc_finite seen = pc_write_npz(output, p->names, result, out);
        if (seen.bad) warn(p, &seen);
    } else {
        pc_where where = {.names = p->names};
        pc_out o = {.file = stdout, .where = &where};
        pc_print(&o, "", result, p->forms[n], out);
        free(where.path);
        if (where.seen.bad) warn(p, &where.seen);
    }
    if (times) measure(p, result, in, out, times, limit);
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "error: the result cannot be written%s%s\n", errno ? ": " : "", errno ? strerror(errno) : "");
        return 1;
    }
    return 0;
}
