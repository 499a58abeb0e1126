/* Results in files of NumPy, as procad run -o writes them. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "npz.h"
#include "value.h"

/* An array of a file. */
typedef struct {
    char name[200];
    char kind; /* R, I or B */
    int64_t rank, count;
    const int64_t *dims;
    const void *data;
} npy_array;

typedef struct {
    npy_array *list;
    int64_t n, room;
} npy_arrays;

static void npz_add(npy_arrays *a, const char *name, char kind, int64_t rank, int64_t count, const int64_t *dims, const void *data) {
    if (a->n == a->room) {
        a->room = a->room ? 2 * a->room : 16;
        if (!(a->list = realloc(a->list, (size_t)a->room * sizeof *a->list))) pc_need(SIZE_MAX);
    }
    npy_array *new = a->list + a->n++;
    *new = (npy_array){.kind = kind, .rank = rank, .count = count, .dims = dims, .data = data};
    snprintf(new->name, sizeof new->name, "%s", name);
}

/* The words of a value, or of an array outside of it, of which an element has the type t. */
typedef struct {
    const int64_t *words;
    const int64_t *dims; /* of the array; null for a value */
    int64_t rank, count;
} npy_leaves;

/* npz_parts adds an array for each number in a type. Part i of a tuple is called name.i, and () is left out. */
static void npz_parts(npy_arrays *a, const char *name, const pc_type *t, npy_leaves from) {
    switch (t->kind) {
    case 'R': case 'I': case 'B':
        npz_add(a, name, t->kind, from.rank, from.count, from.dims, from.dims ? (const void *)from.words[0] : from.words);
        return;
    case 'A':
        npz_parts(a, name, t->parts, (npy_leaves){from.words, from.words + t->parts->words, t->n, pc_count(t, from.words)});
        return;
    case 'S':
        pc_say("error: %s is of a sum, and the arrays of files are of Real, Int or Bool; JSON has a form for it", name);
        exit(1);
    }
    for (int64_t i = 0; i < t->n; from.words += t->parts[i++].words) {
        char part[200];
        snprintf(part, sizeof part, "%.150s.%" PRId64, name, i);
        npz_parts(a, part, t->parts + i, from);
    }
}

/* npz_arrays lists the arrays of a result. Its parts have names, or it is called value. */
static npy_arrays npz_arrays(const char *names, const pc_type *t, const int64_t *words) {
    npy_arrays a = {0};
    npy_leaves from = {.words = words, .count = 1};
    if (!*names) {
        npz_parts(&a, "value", t, from);
        return a;
    }
    for (int64_t i = 0; i < t->n; from.words += t->parts[i++].words) {
        char name[200];
        size_t n = strcspn(names, ",");
        snprintf(name, sizeof name, "%.*s", (int)n, names);
        names += names[n] ? n + 2 : n;
        npz_parts(&a, name, t->parts + i, from);
    }
    return a;
}

/* npy_reals notes how many Reals of an array there are, and the first that is not finite. */
static void npy_reals(const npy_array *a, pc_finite *seen) {
    if (a->kind != 'R') return;
    seen->reals += a->count;
    for (int64_t i = 0; i < a->count; i++) {
        double x = ((const double *)a->data)[i];
        if (isfinite(x) || seen->bad++) continue;
        seen->value = x;
        size_t n = (size_t)snprintf(seen->at, sizeof seen->at, "%.100s", a->name);
        for (int64_t k = 0, row = a->count, rest = i; k < a->rank && n < sizeof seen->at - 30; rest %= row, k++) {
            row /= a->dims[k];
            n += (size_t)snprintf(seen->at + n, sizeof seen->at - n, "%s%" PRId64 "%s", k ? ", " : "[", rest / row, k + 1 < a->rank ? "" : "]");
        }
    }
}

static size_t npy_bytes(const npy_array *a) { return (size_t)a->count * (a->kind == 'B' ? 1 : 8); }

/* npy_head writes the header of a .npy file, and returns its length. */
static size_t npy_head(const npy_array *a, char head[512]) {
    char text[500];
    size_t n = (size_t)snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': (", a->kind == 'R' ? "<f8" : a->kind == 'I' ? "<i8" : "|b1");
    for (int64_t k = 0; k < a->rank && n < 400; k++) n += (size_t)snprintf(text + n, sizeof text - n, "%" PRId64 "%s", a->dims[k], k + 1 < a->rank ? ", " : a->rank == 1 ? "," : "");
    n += (size_t)snprintf(text + n, sizeof text - n, "), }");
    size_t whole = (10 + n + 1 + 63) / 64 * 64; /* with the end of the line */
    memset(head, ' ', whole);
    memcpy(head, "\x93NUMPY\1", 7);
    head[7] = 0;
    head[8] = (char)((whole - 10) & 255), head[9] = (char)((whole - 10) >> 8);
    memcpy(head + 10, text, n);
    head[whole - 1] = '\n';
    return whole;
}

/* npy_elements are those of an array as the file has them: the tag of true is 0. A Bool is copied, and to be freed. */
static const void *npy_elements(const npy_array *a, void **copy) {
    if (a->kind != 'B') return a->data;
    char *bools = *copy = pc_need((size_t)a->count);
    for (int64_t i = 0; i < a->count; i++) bools[i] = !((const char *)a->data)[i];
    return bools;
}

static void write_npy(FILE *f, const npy_array *a) {
    char head[512];
    void *copy = 0;
    const void *data = npy_elements(a, &copy);
    fwrite(head, 1, npy_head(a, head), f);
    fwrite(data, 1, npy_bytes(a), f);
    free(copy);
}

/* zip_put writes a number of n bytes, the lowest first, and returns what is behind it. */
static unsigned char *zip_put(unsigned char *to, uint64_t x, int n) {
    for (int i = 0; i < n; i++, x >>= 8) *to++ = (unsigned char)x;
    return to;
}

/* zip_fields writes what a member and its entry in the list have in common, from the version that reads it on. */
static unsigned char *zip_fields(unsigned char *to, const npy_array *a, uint32_t crc, uint64_t size) {
    enum { VERSION = 20, STORED = 0, FIRST_DAY = 33 }; /* 1 January 1980 */
    to = zip_put(zip_put(zip_put(zip_put(to, VERSION, 2), 0, 2), STORED, 2), 0, 2);
    to = zip_put(zip_put(zip_put(zip_put(to, FIRST_DAY, 2), crc, 4), size, 4), size, 4);
    return zip_put(zip_put(to, strlen(a->name) + 4, 2), 0, 2);
}

static void write_npz(FILE *f, const npy_arrays *a) {
    unsigned char bytes[ENTRY], *to;
    uint64_t *begins = pc_need((size_t)a->n * sizeof *begins), at = 0;
    uint32_t *sums = pc_need((size_t)a->n * sizeof *sums);
    char head[512];
    for (int64_t i = 0; i < a->n; i++) {
        const npy_array *m = a->list + i;
        void *copy = 0;
        const void *data = npy_elements(m, &copy);
        size_t n = npy_head(m, head);
        sums[i] = pc_checksum(pc_checksum(0, (unsigned char *)head, n), data, npy_bytes(m));
        free(copy);
        begins[i] = at;
        memcpy(bytes, "PK\3\4", 4);
        to = zip_fields(bytes + 4, m, sums[i], n + npy_bytes(m));
        fwrite(bytes, 1, (size_t)(to - bytes), f);
        fprintf(f, "%s.npy", m->name);
        write_npy(f, m);
        at += LOCAL + strlen(m->name) + 4 + n + npy_bytes(m);
    }
    uint64_t begin = at;
    for (int64_t i = 0; i < a->n; i++) {
        const npy_array *m = a->list + i;
        memcpy(bytes, "PK\1\2", 4);
        to = zip_fields(zip_put(bytes + 4, 20, 2), m, sums[i], npy_head(m, head) + npy_bytes(m));
        to = zip_put(zip_put(zip_put(zip_put(zip_put(to, 0, 2), 0, 2), 0, 2), 0, 4), begins[i], 4);
        fwrite(bytes, 1, (size_t)(to - bytes), f);
        fprintf(f, "%s.npy", m->name);
        at += ENTRY + strlen(m->name) + 4;
    }
    memcpy(bytes, "PK\5\6\0\0\0\0", 8);
    to = zip_put(zip_put(zip_put(zip_put(zip_put(bytes + 8, (uint64_t)a->n, 2), (uint64_t)a->n, 2), at - begin, 4), begin, 4), 0, 2);
    fwrite(bytes, 1, (size_t)(to - bytes), f);
    free(begins);
    free(sums);
}

static void npz_fail(const char *file, const char *why) {
    pc_say("error: %s: %s", file, why);
    exit(1);
}

/* npz_fits says why an archive of some arrays cannot be written. */
static const char *npz_fits(const npy_arrays *a) {
    uint64_t bytes = LIST_END;
    for (int64_t i = 0; i < a->n; i++) bytes += LOCAL + ENTRY + 2 * (strlen(a->list[i].name) + 4) + 512 + npy_bytes(a->list + i);
    if (a->n > UINT16_MAX) return "an archive has fewer than 65,536 arrays";
    return bytes > UINT32_MAX ? "an archive of 4 GiB or more is not written; a .npy file has no such limit" : 0;
}

pc_finite pc_write_npz(const char *file, const char *names, const pc_type *t, const int64_t *words) {
    npy_arrays a = npz_arrays(names, t, words);
    pc_finite seen = {0};
    int single = pc_is_npy(file);
    if (single && a.n != 1) {
        pc_say("error: %s: a .npy file has one array, and the result has %" PRId64 "; a .npz file has several", file, a.n);
        exit(1);
    }
    const char *why = single ? 0 : npz_fits(&a);
    if (why) npz_fail(file, why);
    for (int64_t i = 0; i < a.n; i++) npy_reals(a.list + i, &seen);
    /* The file is whole, or as it was. */
    char *fresh = pc_need(strlen(file) + 30);
    sprintf(fresh, "%s.%lld.tmp", file, (long long)getpid());
    errno = 0;
    FILE *f = fopen(fresh, "wb");
    if (!f) npz_fail(file, strerror(errno));
    if (single) write_npy(f, a.list);
    else write_npz(f, &a);
    int bad = ferror(f) | fclose(f);
    if (bad || rename(fresh, file)) {
        why = strerror(errno);
        remove(fresh);
        npz_fail(file, why);
    }
    free(fresh);
    free(a.list);
    return seen;
}
