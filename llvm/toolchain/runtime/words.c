#include <stdlib.h>

#include "value.h"

/* The buffers of the arrays that were read, the latest first. */
typedef struct buffer {
    struct buffer *before;
    int64_t words[];
} buffer;

static buffer *buffers;

static int64_t *need_words(int64_t n) {
    buffer *b = pc_need(sizeof *b + (size_t)n * 8);
    b->before = buffers;
    buffers = b;
    return b->words;
}

void pc_free_words(void) {
    for (buffer *b; (b = buffers); free(b)) buffers = b->before;
}

static int64_t get(void) {
    int64_t w;
    if (fread(&w, sizeof w, 1, stdin) != 1) {
        fprintf(stderr, "error: the input ends too early\n");
        exit(1);
    }
    return w;
}

static void put(int64_t w) { fwrite(&w, sizeof w, 1, stdout); }

/* get_array reads dimensions and buffers; tags are bytes in memory. */
static void get_array(const pc_type *t, int64_t *w) {
    int64_t leaves = t->parts->words, n = 1;
    for (int64_t k = 0; k < t->n; k++) {
        int64_t d = w[leaves + k] = get();
        if (d < 0 || (d > 0 && n > ((int64_t)1 << 44) / d)) {
            fprintf(stderr, "error: an array is too large\n");
            exit(1);
        }
        n *= d;
    }
    char *kinds = pc_need((size_t)leaves);
    pc_kinds(t->parts, kinds);
    for (int64_t k = 0; k < leaves; k++) {
        int64_t *to = need_words(n);
        if (fread(to, 8, (size_t)n, stdin) != (size_t)n) get();
        if (kinds[k] == 't')
            for (int64_t i = 0; i < n; i++) ((char *)to)[i] = (char)to[i];
        w[k] = (int64_t)to;
    }
    free(kinds);
}

static void get_value(const pc_type *t, int64_t *w) {
    switch (t->kind) {
    case 'R': case 'I': case 'B':
        *w = get();
        break;
    case 'A':
        get_array(t, w);
        break;
    case 'S':
        *w++ = get();
        /* fall through */
    default:
        for (int64_t i = 0; i < t->n; w += t->parts[i++].words) get_value(t->parts + i, w);
    }
}

void pc_read_words(const pc_param *params, int64_t n, int64_t *in) {
    for (int64_t i = 0; i < n; i++) {
        int64_t *w = pc_need((size_t)params[i].type.words * 8);
        get_value(&params[i].type, w);
        pc_place(params + i, w, in);
        free(w);
    }
}

static void write_array(const pc_type *t, const int64_t *w) {
    int64_t leaves = t->parts->words, n = pc_count(t, w);
    for (int64_t k = 0; k < t->n; k++) put(w[leaves + k]);
    char *kinds = pc_need((size_t)leaves);
    pc_kinds(t->parts, kinds);
    for (int64_t k = 0; k < leaves; k++) {
        if (kinds[k] != 't') {
            fwrite((void *)w[k], 8, (size_t)n, stdout);
            continue;
        }
        for (int64_t i = 0; i < n; i++) put(((char *)w[k])[i]);
    }
    free(kinds);
}

/* nothing writes the side that a sum is not: it has no values. */
static void nothing(const pc_type *t) {
    switch (t->kind) {
    case 'A':
        for (int64_t k = 0; k < t->n; k++) put(0);
        return;
    case 'R': case 'I': case 'B': case 'S':
        put(0);
    }
    for (int64_t i = 0; i < t->n; i++) nothing(t->parts + i);
}

void pc_write_words(const pc_type *t, const int64_t *w) {
    switch (t->kind) {
    case 'R': case 'I':
        put(*w);
        break;
    case 'B':
        put(*(char *)w);
        break;
    case 'A':
        write_array(t, w);
        break;
    case 'S': {
        int tag = *(char *)w;
        put(tag);
        if (tag) nothing(t->parts);
        else pc_write_words(t->parts, w + 1);
        if (tag) pc_write_words(t->parts + 1, w + 1 + t->parts->words);
        else nothing(t->parts + 1);
        break;
    }
    default:
        for (int64_t i = 0; i < t->n; w += t->parts[i++].words) pc_write_words(t->parts + i, w);
    }
}
