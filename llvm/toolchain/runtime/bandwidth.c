/* The program that measures the bandwidth of memory:

     PROGRAM BYTES THREADS…   prints how many bytes a second each number of threads reads of an array of so many bytes

   Threads come from the pool, as for loops, and the array has as many parts as a loop has chunks at most. Each number
   of threads reads it once in a round, so that all meet the same machine. The fastest reading counts. */
#define _GNU_SOURCE 1 /* clock_gettime */
#include <stdlib.h>
#include <time.h>

#include "value.h"

enum { PARTS = 64, ROUNDS = 5 };

/* A part ends in a place of its own, so that no two threads write to one line of the cache. */
typedef struct {
    int64_t sum, apart[15];
} place;

static void fill_part(pc_ctx *c, const int64_t *words, int64_t k) {
    (void)c;
    int64_t *part = (int64_t *)words[0] + k * words[1];
    for (int64_t i = 0; i < words[1]; i++) part[i] = i;
}

static void read_part(pc_ctx *c, const int64_t *words, int64_t k) {
    (void)c;
    const int64_t *part = (const int64_t *)words[0] + k * words[1];
    int64_t sum = 0;
    for (int64_t i = 0; i < words[1]; i++) sum += part[i];
    ((place *)words[2])[k].sum += sum;
}

static double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int pc_main(int argc, char **argv) {
    static place places[PARTS];
    int64_t each = argc > 1 ? strtoll(argv[1], 0, 10) / PARTS / 8 : 0;
    int64_t *array = each > 0 ? malloc((size_t)(each * PARTS) * sizeof *array) : 0;
    double *best = calloc((size_t)argc, sizeof *best);
    if (!array || !best) {
        fprintf(stderr, "there is no array of %s bytes\n", argc > 1 ? argv[1] : "0");
        return 1;
    }
    pc_ctx c;
    pc_open(&c, INT64_MAX);
    const int64_t words[] = {(int64_t)array, each, (int64_t)places};
    pc_threads_of_program();
    pc_parallel(&c, fill_part, words, PARTS); /* pages are near the threads that touch them first */
    for (int round = 0; round < ROUNDS; round++) {
        for (int k = 2; k < argc; k++) {
            pc_threads(atoi(argv[k]));
            double start = seconds_now();
            pc_parallel(&c, read_part, words, PARTS);
            double speed = (double)(each * PARTS * 8) / (seconds_now() - start);
            if (best[k] < speed) best[k] = speed;
        }
    }
    pc_close(&c, 1);
    for (int k = 0; k < PARTS; k++) { /* what was read is needed for this */
        if (places[k].sum != ROUNDS * (argc - 2) * (each * (each - 1) / 2)) return 1;
    }
    for (int k = 2; k < argc; k++) printf("%.0f\n", best[k]);
    free(array);
    free(best);
    return 0;
}
