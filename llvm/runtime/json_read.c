#include <stdlib.h>
#include <string.h>

#include "json_scan.h"
#include "value.h"

/* The numbers that names of dimensions stand for. */
typedef struct { const char *name; int64_t n; } size;

/* Arrays that were read, with the names of their dimensions. */
typedef struct {
    const char *at, *param;
    const char **firsts; /* where the first list along each dimension begins */
    int64_t *dims, rank;
    const pc_part *part; /* null for an array inside of a sum or a tuple without names */
} shape;

typedef struct {
    pc_json json;
    const char *param;
    size *sizes;
    int64_t nsizes;
    shape *shapes;
    int64_t nshapes, room;
} reader;

/* The buffers of an array, which grow while its elements are read. */
typedef struct {
    void **buffers;
    char *kinds;
    int64_t leaves, n, room;
} column;

enum { UNKNOWN = -1 };

static void *grow(void *old, size_t used, size_t bytes) {
    void *p = pc_need(bytes);
    memcpy(p, old, used);
    free(old);
    return p;
}

static void read_value(reader *r, const pc_type *t, int64_t *w);

/* read_tag reads what a sum is, up to its value, and says which part it is;
   end_sum reads what follows the value. */
static int read_tag(reader *r, const pc_type *t, pc_json_names *names) {
    pc_json *j = &r->json;
    if (t->kind == 'B') {
        if (pc_json_word(j, "true")) return 0;
        if (pc_json_word(j, "false")) return 1;
        pc_json_expected(j, "true or false");
    }
    static const char form[] = "{\"Inl\": ...} or {\"Inr\": ...}";
    pc_json_peek(j);
    const char *at = j->at;
    if (!pc_json_accept(j, '{')) pc_json_expected(j, form);
    if (pc_json_accept(j, '}')) pc_json_fail(j, at, "%s is wanted here, not an empty object", form);
    const char *name = pc_json_name(j, names, &at);
    int tag = !strcmp(name, "Inr");
    if (!tag && strcmp(name, "Inl")) pc_json_fail(j, at, "%s is wanted here, not \"%.100s\"", form, name);
    return tag;
}

static void end_sum(reader *r, pc_json_names *names) {
    pc_json *j = &r->json;
    if (pc_json_more(j, '}', 1)) {
        const char *at;
        pc_json_name(j, names, &at);
        pc_json_fail(j, at, "a value of a sum has one name, Inl or Inr");
    }
    pc_json_forget(names);
}

/* The parts of a tuple while they are read. */
typedef struct {
    const char *at;
    int64_t n; /* how many were read */
} parts;

/* more_parts steps to the next part of a tuple of so many; others are passed over. */
static int more_parts(reader *r, parts *l, int64_t count) {
    pc_json *j = &r->json;
    if (!l->at) {
        pc_json_peek(j);
        l->at = j->at;
        if (!pc_json_accept(j, '[')) pc_json_expected(j, "a list");
    }
    for (; pc_json_more(j, ']', l->n); pc_json_skip(j, 0))
        if (l->n++ < count) return 1;
    if (l->n != count) pc_json_fail(j, l->at, "this list has %lld parts, not %lld", (long long)l->n, (long long)count);
    return 0;
}

/* read_element reads the leaves of an element from the k-th buffer on. */
static void read_element(reader *r, const pc_type *t, column *c, int64_t k) {
    switch (t->kind) {
    case 'R':
        ((double *)c->buffers[k])[c->n] = pc_json_real(&r->json);
        break;
    case 'I':
        ((int64_t *)c->buffers[k])[c->n] = pc_json_int(&r->json);
        break;
    case 'U':
        if (!pc_json_word(&r->json, "null")) pc_json_expected(&r->json, "null");
        break;
    case 'B':
        ((char *)c->buffers[k])[c->n] = (char)read_tag(r, t, 0);
        break;
    case 'S': {
        pc_json_names names = {0};
        int tag = read_tag(r, t, &names);
        ((char *)c->buffers[k])[c->n] = (char)tag;
        read_element(r, t->parts + tag, c, k + 1 + (tag ? t->parts->words : 0));
        end_sum(r, &names);
        break;
    }
    case 'T':
        for (parts l = {0}; more_parts(r, &l, t->n); k += t->parts[l.n - 1].words) read_element(r, t->parts + l.n - 1, c, k);
    }
}

static void make_room(column *c) {
    if (c->n < c->room) return;
    int64_t room = 2 * c->room + 16;
    for (int64_t k = 0; k < c->leaves; k++) {
        size_t size = c->kinds[k] == 't' ? 1 : 8;
        c->buffers[k] = grow(c->buffers[k], (size_t)c->n * size, (size_t)room * size);
    }
    c->room = room;
}

static void read_next(reader *r, const pc_type *t, column *c) {
    make_room(c);
    read_element(r, t->parts, c, 0);
    c->n++;
}

/* level reads the lists along dimension k. */
static void level(reader *r, const pc_type *t, column *c, const shape *s, int64_t k) {
    int64_t *dims = s->dims;
    pc_json *j = &r->json;
    pc_json_peek(j);
    const char *at = j->at;
    if (!pc_json_accept(j, '[')) pc_json_expected(j, "a list");
    int64_t n = 0;
    for (; pc_json_more(j, ']', n); n++) {
        if (k + 1 < t->n) level(r, t, c, s, k + 1);
        else read_next(r, t, c);
    }
    if (dims[k] != UNKNOWN && dims[k] != n)
        pc_json_fail(j, at, "this list has %lld elements, but those before it have %lld", (long long)n, (long long)dims[k]);
    if (dims[k] == UNKNOWN) s->firsts[k] = at;
    dims[k] = n;
}

/* dimensions reads those of {"shape": [n, ...], "data": [...]}. */
static void dimensions(reader *r, const shape *s) {
    pc_json *j = &r->json;
    pc_json_peek(j);
    const char *at = j->at;
    if (!pc_json_accept(j, '[')) pc_json_expected(j, "a list of dimensions");
    int64_t n = 0;
    for (; pc_json_more(j, ']', n); n++) {
        pc_json_peek(j);
        const char *dim_at = j->at;
        int64_t d = pc_json_int(j);
        if (d < 0) pc_json_fail(j, dim_at, "a dimension is negative");
        if (n < s->rank) s->dims[n] = d, s->firsts[n] = dim_at;
    }
    if (n != s->rank) pc_json_fail(j, at, "the shape has %lld dimensions, but the array has %lld", (long long)n, (long long)s->rank);
}

/* holds says that an array of the given dimensions has n elements. */
static int holds(const shape *s, int64_t n) {
    for (int64_t k = 0; k < s->rank; k++)
        if (!s->dims[k]) return !n;
    for (int64_t k = 0; k < s->rank; n /= s->dims[k++])
        if (n % s->dims[k] || !n) return 0;
    return n == 1;
}

/* shaped reads {"shape": [n, ...], "data": [...]}, the elements row by row. */
static void shaped(reader *r, const pc_type *t, column *c, const shape *s) {
    pc_json *j = &r->json;
    pc_json_names names = {0};
    const char *at, *data = 0;
    int found = 0;
    pc_json_accept(j, '{');
    for (int64_t member = 0; pc_json_more(j, '}', member); member++) {
        const char *name = pc_json_name(j, &names, &at);
        found++;
        if (!strcmp(name, "shape")) {
            dimensions(r, s);
        } else if (!strcmp(name, "data")) {
            pc_json_peek(j);
            data = j->at;
            if (!pc_json_accept(j, '[')) pc_json_expected(j, "a list of the elements");
            while (pc_json_more(j, ']', c->n)) read_next(r, t, c);
        } else {
            pc_json_fail(j, at, "an array is a list, or {\"shape\": [...], \"data\": [...]}");
        }
    }
    if (found < 2) pc_json_fail(j, s->at, "an array is a list, or {\"shape\": [...], \"data\": [...]}");
    if (!holds(s, c->n)) pc_json_fail(j, data, "there are %lld elements, which are not as many as the shape says", (long long)c->n);
    pc_json_forget(&names);
}

static void read_array(reader *r, const pc_type *t, int64_t *w, const pc_part *part) {
    column c = {.leaves = t->parts->words};
    c.kinds = pc_need((size_t)c.leaves);
    c.buffers = pc_need((size_t)c.leaves * sizeof *c.buffers);
    for (int64_t k = 0; k < c.leaves; k++) c.buffers[k] = pc_need(0);
    pc_kinds(t->parts, c.kinds);
    int64_t *dims = w + c.leaves;
    for (int64_t k = 0; k < t->n; k++) dims[k] = UNKNOWN;
    pc_json_peek(&r->json);
    if (r->nshapes == r->room) {
        r->room = 2 * r->room + 16;
        r->shapes = grow(r->shapes, (size_t)r->nshapes * sizeof *r->shapes, (size_t)r->room * sizeof *r->shapes);
    }
    shape s = {r->json.at, r->param, pc_need((size_t)t->n * sizeof *s.firsts), dims, t->n, part};
    r->shapes[r->nshapes++] = s;
    if (pc_json_peek(&r->json) == '{') shaped(r, t, &c, &s);
    else level(r, t, &c, &s, 0);
    for (int64_t k = 0; k < c.leaves; k++) w[k] = (int64_t)c.buffers[k];
    free(c.buffers);
    free(c.kinds);
}

static void read_value(reader *r, const pc_type *t, int64_t *w) {
    switch (t->kind) {
    case 'R': {
        double x = pc_json_real(&r->json);
        memcpy(w, &x, sizeof x);
        break;
    }
    case 'I':
        *w = pc_json_int(&r->json);
        break;
    case 'U':
        if (!pc_json_word(&r->json, "null")) pc_json_expected(&r->json, "null");
        break;
    case 'B':
        *w = read_tag(r, t, 0);
        break;
    case 'A':
        read_array(r, t, w, 0);
        break;
    case 'S': {
        pc_json_names names = {0};
        int tag = read_tag(r, t, &names);
        *w = tag;
        read_value(r, t->parts + tag, w + 1 + (tag ? t->parts->words : 0));
        end_sum(r, &names);
        break;
    }
    case 'T':
        for (parts l = {0}; more_parts(r, &l, t->n); w += t->parts[l.n - 1].words) read_value(r, t->parts + l.n - 1, w);
    }
}

/* read_parts reads a parameter, down to the tuples that are passed in parts. */
static const pc_part *read_parts(reader *r, const pc_type *t, int64_t *w, const pc_part *part) {
    if (part->words == t->words || t->kind != 'T') {
        if (t->kind == 'A') read_array(r, t, w, part);
        else read_value(r, t, w);
        return part + 1;
    }
    for (parts l = {0}; more_parts(r, &l, t->n); w += t->parts[l.n - 1].words) part = read_parts(r, t->parts + l.n - 1, w, part);
    return part;
}

static size *find_size(reader *r, const char *name) {
    for (int64_t i = 0; i < r->nsizes; i++)
        if (!strcmp(r->sizes[i].name, name)) return r->sizes + i;
    return 0;
}

/* size_of finds what stands at a dimension: *n is UNKNOWN if nothing is known yet. */
static size *size_of(reader *r, const shape *s, int64_t k, int64_t *n) {
    *n = UNKNOWN;
    if (!s->part || k >= s->part->nsizes) return 0;
    const char *name = s->part->sizes[k];
    if (*name >= '0' && *name <= '9') {
        *n = strtoll(name, 0, 10);
        return 0;
    }
    size *found = find_size(r, name);
    if (found) *n = found->n;
    return found;
}

/* check_shapes compares all dimensions of one name, and fills in those that
   empty lists leave open. */
static void check_shapes(reader *r) {
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t i = 0; i < r->nshapes; i++) {
            shape *s = r->shapes + i;
            for (int64_t k = 0; k < s->rank; k++) {
                int64_t want;
                size *named = size_of(r, s, k, &want);
                if (s->dims[k] == UNKNOWN) {
                    if (pass == 0) continue;
                    if (want == UNKNOWN)
                        pc_json_fail(&r->json, s->at, "%s is empty, and nothing tells its dimension %lld", s->param, (long long)k);
                    s->dims[k] = want;
                } else if (want == UNKNOWN) {
                    if (named) named->n = s->dims[k];
                } else if (want != s->dims[k]) {
                    pc_json_fail(&r->json, s->firsts[k], "dimension %lld of %s, %s, is %lld, but it is %lld elsewhere", (long long)k,
                                 s->param, s->part->sizes[k], (long long)s->dims[k], (long long)want);
                }
            }
        }
    }
}

/* list_sizes makes the list of all names of dimensions. */
static void list_sizes(reader *r, const pc_param *params, int64_t n) {
    int64_t most = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < params[i].nparts; k++) most += params[i].parts[k].nsizes;
    r->sizes = pc_need((size_t)most * sizeof *r->sizes);
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < params[i].nparts; k++)
            for (int64_t s = 0; s < params[i].parts[k].nsizes; s++) {
                const char *name = params[i].parts[k].sizes[s];
                if ((*name >= '0' && *name <= '9') || !strcmp(name, "_") || find_size(r, name)) continue;
                r->sizes[r->nsizes++] = (size){name, UNKNOWN};
            }
}

static void given(reader *r, size *s, int64_t n, const char *at) {
    if (n < 0) pc_json_fail(&r->json, at, "the size %s is negative", s->name);
    s->n = n;
}

void pc_hint(FILE *f, const char *before, const pc_param *params, int64_t n) {
    fprintf(f, "%sDATA.json is an object with ", before);
    for (int64_t i = 0; i < n; i++) fprintf(f, "%s%s", i ? ", " : "", params[i].name);
    fputs(n ? "; without it, or with -, standard input is read\n" : "nothing in it\n", f);
}

void pc_read_json(const char *file, const pc_param *params, int64_t n, int64_t *in) {
    reader r = {0};
    pc_json *j = &r.json;
    if (!n && !file) return; /* there is nothing to wait for */
    if (!pc_json_open(j, file)) {
        pc_hint(stderr, "hint: ", params, n);
        exit(1);
    }
    list_sizes(&r, params, n);
    int64_t **values = pc_need((size_t)n * sizeof *values);
    memset(values, 0, (size_t)n * sizeof *values);
    if (!pc_json_accept(j, '{')) pc_json_expected(j, "an object with the parameters");
    pc_json_names names = {0};
    for (int64_t member = 0; pc_json_more(j, '}', member); member++) {
        const char *at, *name = pc_json_name(j, &names, &at);
        pc_json_peek(j);
        const char *value_at = j->at;
        int64_t i = 0;
        while (i < n && strcmp(params[i].name, name)) i++;
        size *named = find_size(&r, name);
        if (i < n) {
            values[i] = pc_need((size_t)params[i].type.words * 8);
            r.param = params[i].name;
            read_parts(&r, &params[i].type, values[i], params[i].parts);
            if (named && params[i].type.kind == 'I') given(&r, named, values[i][0], value_at);
        } else if (named) {
            given(&r, named, pc_json_int(j), value_at);
        } else {
            pc_json_skip(j, 0);
        }
    }
    pc_json_forget(&names);
    pc_json_peek(j);
    if (j->at != j->end) pc_json_expected(j, "the end of the text");
    for (int64_t i = 0; i < n; i++)
        if (!values[i]) pc_json_fail(j, j->text, "the parameter %s is missing", params[i].name);
    check_shapes(&r);
    for (int64_t i = 0; i < n; i++) {
        pc_place(params + i, values[i], in);
        free(values[i]);
    }
    free(values);
    for (int64_t i = 0; i < r.nshapes; i++) free(r.shapes[i].firsts);
    free(r.shapes);
    free(r.sizes);
    free((char *)j->text);
}
