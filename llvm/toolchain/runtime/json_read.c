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
    if (used) memcpy(p, old, used); /* there may be no old one */
    free(old);
    return p;
}

/* Where leaves go: to the words of a value, from a place on, or to the buffers of an array. */
typedef struct {
    int64_t *words; /* null: to the column */
    column *c;
    int64_t at;
} into;

static into after(into p, int64_t leaves) {
    p.at += leaves;
    return p;
}

static void put_word(into p, int64_t w) {
    if (p.words) p.words[p.at] = w;
    else ((int64_t *)p.c->buffers[p.at])[p.c->n] = w;
}

static void put_real(into p, double x) {
    int64_t w;
    memcpy(&w, &x, sizeof w);
    put_word(p, w);
}

static void put_tag(into p, int tag) {
    if (p.words) p.words[p.at] = tag;
    else ((char *)p.c->buffers[p.at])[p.c->n] = (char)tag;
}

static void read_value(reader *r, const pc_type *t, const pc_form *f, into p, const pc_part *part);

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

static void make_room(column *c) {
    if (c->n < c->room) return;
    int64_t room = 2 * c->room + 16;
    for (int64_t k = 0; k < c->leaves; k++) {
        size_t size = c->kinds[k] == 't' ? 1 : 8;
        c->buffers[k] = grow(c->buffers[k], (size_t)c->n * size, (size_t)room * size);
    }
    c->room = room;
}

static void read_next(reader *r, const pc_type *t, const pc_form *f, column *c) {
    make_room(c);
    read_value(r, t->parts, pc_part_form(f, 0), (into){0, c, 0}, 0);
    c->n++;
}

/* extent notes that a list along dimension k, which begins at a place, has n elements. */
static void extent(reader *r, const shape *s, int64_t k, int64_t n, const char *at) {
    int64_t *dims = s->dims;
    if (dims[k] != UNKNOWN && dims[k] != n)
        pc_json_fail(&r->json, at, "this list has %lld elements, but those before it have %lld", (long long)n, (long long)dims[k]);
    if (dims[k] == UNKNOWN) s->firsts[k] = at;
    dims[k] = n;
}

/* level reads the lists along dimension k. */
static void level(reader *r, const pc_type *t, const pc_form *f, column *c, const shape *s, int64_t k) {
    pc_json *j = &r->json;
    pc_json_peek(j);
    const char *at = j->at;
    if (!pc_json_accept(j, '[')) pc_json_expected(j, "a list");
    int64_t n = 0;
    for (; pc_json_more(j, ']', n); n++) {
        if (k + 1 < t->n) level(r, t, f, c, s, k + 1);
        else read_next(r, t, f, c);
    }
    extent(r, s, k, n, at);
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
static void shaped(reader *r, const pc_type *t, const pc_form *f, column *c, const shape *s) {
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
            while (pc_json_more(j, ']', c->n)) read_next(r, t, f, c);
        } else {
            pc_json_fail(j, at, "an array is a list, or {\"shape\": [...], \"data\": [...]}");
        }
    }
    if (found < 2) pc_json_fail(j, s->at, "an array is a list, or {\"shape\": [...], \"data\": [...]}");
    if (!holds(s, c->n)) pc_json_fail(j, data, "there are %lld elements, which are not as many as the shape says", (long long)c->n);
    pc_json_forget(&names);
}

static column new_column(const pc_type *elem) {
    column c = {.leaves = elem->words};
    c.kinds = pc_need((size_t)c.leaves);
    c.buffers = pc_need((size_t)c.leaves * sizeof *c.buffers);
    for (int64_t k = 0; k < c.leaves; k++) c.buffers[k] = pc_need(0);
    pc_kinds(elem, c.kinds);
    return c;
}

/* give moves the buffers to the words of an array. */
static void give(column *c, int64_t *w) {
    for (int64_t k = 0; k < c->leaves; k++) w[k] = (int64_t)c->buffers[k];
    free(c->buffers);
    free(c->kinds);
}

/* new_shape is the shape of an array that is read at the place at hand, whose dimensions are not known yet. */
static shape new_shape(reader *r, int64_t *dims, int64_t rank, const pc_part *part) {
    for (int64_t k = 0; k < rank; k++) dims[k] = UNKNOWN;
    pc_json_peek(&r->json);
    return (shape){r->json.at, r->param, pc_need((size_t)rank * sizeof(char *)), dims, rank, part};
}

static void add_shape(reader *r, const shape *s) {
    if (r->nshapes == r->room) {
        r->room = 2 * r->room + 16;
        r->shapes = grow(r->shapes, (size_t)r->nshapes * sizeof *r->shapes, (size_t)r->room * sizeof *r->shapes);
    }
    r->shapes[r->nshapes++] = *s;
}

static void read_array(reader *r, const pc_type *t, const pc_form *f, int64_t *w, const pc_part *part) {
    column c = new_column(t->parts);
    shape s = new_shape(r, w + c.leaves, t->n, part);
    add_shape(r, &s);
    if (pc_json_peek(&r->json) == '{') shaped(r, t, f, &c, &s);
    else level(r, t, f, &c, &s, 0);
    give(&c, w);
}

/* read_record reads {"f1": v1, ...}, whose members may be in any order, in the order of the fields: the place of
   each is found first. It begins with field k where it is called for the k-th time, and ends with 0. */
typedef struct {
    const char **at, *end;
    int64_t k;
} record;

static int more_fields(reader *r, record *o, const pc_form *f) {
    pc_json *j = &r->json;
    if (!o->at) {
        pc_json_peek(j);
        const char *begin = j->at;
        o->at = pc_need((size_t)f->n * sizeof *o->at);
        memset(o->at, 0, (size_t)f->n * sizeof *o->at);
        if (!pc_json_accept(j, '{')) pc_json_expected(j, "a record");
        pc_json_names names = {0};
        for (int64_t member = 0; pc_json_more(j, '}', member); member++) {
            const char *at, *name = pc_json_name(j, &names, &at);
            int64_t k = 0;
            while (k < f->n && strcmp(f->names[k], name)) k++;
            if (k == f->n) pc_json_fail(j, at, "there is no field \"%.100s\" here", name);
            pc_json_peek(j);
            o->at[k] = j->at;
            pc_json_skip(j, 0);
        }
        pc_json_forget(&names);
        for (int64_t k = 0; k < f->n; k++)
            if (!o->at[k]) pc_json_fail(j, begin, "the field \"%.100s\" is missing", f->names[k]);
        o->end = j->at;
    }
    if (o->k == f->n) {
        j->at = o->end;
        free(o->at);
        return 0;
    }
    j->at = o->at[o->k++];
    return 1;
}

/* not_con says how values of a declared sum are written. */
_Noreturn static void not_con(reader *r, const pc_form *f, const char *at) {
    char list[500] = "";
    for (int64_t k = 0; k < f->n; k++) {
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, f->args[k] ? "%s{\"%s\": ...}" : "%s\"%s\"", !k ? "" : k < f->n - 1 ? ", " : " or ", f->names[k]);
    }
    if (at) pc_json_fail(&r->json, at, "a value of this type is %s", list);
    pc_json_expected(&r->json, list);
}

/* con_at finds a constructor, which has arguments or none. */
static int64_t con_at(reader *r, const pc_form *f, const char *name, int bare, const char *at) {
    for (int64_t k = 0; k < f->n; k++)
        if (!strcmp(f->names[k], name) && (f->args[k] == 0) == bare) return k;
    not_con(r, f, at);
}

/* inject puts the tags of constructor k, whose sum is nested, and finds the type of what it carries. */
static const pc_type *inject(const pc_type *t, const pc_form *f, int64_t k, into *p) {
    static const pc_type unit = {.kind = 'U'};
    for (int64_t i = 0; i < f->n - 1; i++) {
        int tag = i != k;
        put_tag(*p, tag);
        *p = after(*p, 1);
        if (t->kind == 'B') t = &unit;
        else {
            if (tag) *p = after(*p, t->parts->words);
            t = t->parts + tag;
        }
        if (!tag) break;
    }
    return t;
}

/* read_named reads a value of a declared sum: {"C": v}, {"C": [v1, ...]} or "C". */
static void read_named(reader *r, const pc_type *t, const pc_form *f, into p) {
    pc_json *j = &r->json;
    char c = pc_json_peek(j);
    const char *begin = j->at;
    if (c == '"') {
        char *name = pc_json_string(j);
        inject(t, f, con_at(r, f, name, 1, begin), &p);
        free(name);
        return;
    }
    if (!pc_json_accept(j, '{')) not_con(r, f, 0);
    pc_json_names names = {0};
    int64_t member = 0;
    for (; pc_json_more(j, '}', member); member++) {
        const char *at, *name = pc_json_name(j, &names, &at);
        if (member) not_con(r, f, at);
        int64_t k = con_at(r, f, name, 0, at);
        const pc_type *of = inject(t, f, k, &p);
        read_value(r, of, pc_part_form(f, k), p, 0);
    }
    if (!member) not_con(r, f, begin);
    pc_json_forget(&names);
}

static void read_items(reader *r, const pc_type *t, const pc_form *f, int64_t *w, const pc_part *part);

static void read_value(reader *r, const pc_type *t, const pc_form *f, into p, const pc_part *part) {
    if (f && f->kind == PC_ITEMS) {
        read_items(r, t, f, p.words + p.at, part);
        return;
    }
    if (f && f->kind == PC_RECORD) {
        for (record o = {0}; more_fields(r, &o, f);) {
            const pc_type *of = f->n == 1 ? t : t->parts + o.k - 1;
            read_value(r, of, pc_part_form(f, o.k - 1), p, f->n == 1 ? part : 0);
            p = after(p, of->words);
        }
        return;
    }
    if (f && f->kind == PC_SUM) {
        read_named(r, t, f, p);
        return;
    }
    switch (t->kind) {
    case 'R':
        put_real(p, pc_json_real(&r->json));
        break;
    case 'I':
        put_word(p, pc_json_int(&r->json));
        break;
    case 'U':
        if (!pc_json_word(&r->json, "null")) pc_json_expected(&r->json, "null");
        break;
    case 'B':
        put_tag(p, read_tag(r, t, 0));
        break;
    case 'A':
        read_array(r, t, f, p.words + p.at, part);
        break;
    case 'S': {
        pc_json_names names = {0};
        int tag = read_tag(r, t, &names);
        put_tag(p, tag);
        read_value(r, t->parts + tag, pc_part_form(f, tag), after(p, 1 + (tag ? t->parts->words : 0)), 0);
        end_sum(r, &names);
        break;
    }
    case 'T':
        for (parts l = {0}; more_parts(r, &l, t->n); p = after(p, t->parts[l.n - 1].words))
            read_value(r, t->parts + l.n - 1, pc_part_form(f, l.n - 1), p, 0);
    }
}

/* An array that is stored field by field is read item by item: a column for each array that t is made of. */
typedef struct {
    const pc_type *type; /* of the array */
    column c;
    shape s;
    int64_t *w;
} field;

static int64_t count_fields(const pc_type *t) {
    int64_t n = t->kind == 'A';
    for (int64_t i = 0; t->kind == 'T' && i < t->n; i++) n += count_fields(t->parts + i);
    return n;
}

static const pc_part *new_fields(reader *r, const pc_type *t, int64_t *w, field **fields, const pc_part *part) {
    if (t->kind == 'A') {
        field *a = (*fields)++;
        a->type = t;
        a->w = w;
        a->c = new_column(t->parts);
        a->s = new_shape(r, w + t->parts->words, t->n, part);
        for (int64_t k = 0; k < t->n; k++) a->s.firsts[k] = a->s.at;
        return part ? part + 1 : 0;
    }
    for (int64_t i = 0; t->kind == 'T' && i < t->n; w += t->parts[i++].words) part = new_fields(r, t->parts + i, w, fields, part);
    return part;
}

/* item_type is the type of an item: that of the arrays without their first dimensions. */
static pc_type item_type(const pc_type *t, int64_t rank) {
    pc_type e = *t;
    if (t->kind == 'A' && t->n == rank) return *t->parts;
    if (t->kind == 'A') {
        e.n -= rank;
        e.words -= rank;
        return e;
    }
    pc_type *list = pc_need((size_t)t->n * sizeof *list);
    e.words = 0;
    for (int64_t i = 0; i < t->n; i++) e.words += (list[i] = item_type(t->parts + i, rank)).words;
    e.parts = list;
    return e;
}

static void free_item(const pc_type *item, const pc_type *t) {
    if (t->kind != 'T') return;
    for (int64_t i = 0; i < t->n; i++) free_item(item->parts + i, t->parts + i);
    free((void *)item->parts);
}

/* gather appends an item, which was read at a place, to the fields. */
static void gather(reader *r, field *fields, int64_t n, int64_t rank, int64_t *w, const char *at) {
    for (field *a = fields; a < fields + n; a++) {
        int64_t leaves = a->type->parts->words, inner = a->type->n - rank, count = 1;
        int64_t *own = a->s.dims + rank, *dims = w + leaves;
        for (int64_t k = 0; k < inner; k++) {
            if (dims[k] != UNKNOWN && own[k] != UNKNOWN && own[k] != dims[k])
                pc_json_fail(&r->json, at, "an array in this element has size %lld, but that in those before it has size %lld", (long long)dims[k], (long long)own[k]);
            if (dims[k] != UNKNOWN) own[k] = dims[k];
            count *= dims[k] == UNKNOWN ? 0 : dims[k];
        }
        for (int64_t i = 0; i < count; i++) {
            make_room(&a->c);
            for (int64_t k = 0; k < leaves; k++) {
                const void *from = inner ? (void *)w[k] : w + k;
                if (a->c.kinds[k] == 't') ((char *)a->c.buffers[k])[a->c.n] = inner ? ((char *)from)[i] : (char)w[k];
                else ((int64_t *)a->c.buffers[k])[a->c.n] = ((int64_t *)from)[i];
            }
            a->c.n++;
        }
        if (inner)
            for (int64_t k = 0; k < leaves; k++) free((void *)w[k]);
        w += leaves + inner;
    }
}

/* read_level reads the lists of items along dimension k. */
static void read_level(reader *r, const pc_type *item, const pc_form *f, field *fields, int64_t n, const shape *outer, int64_t k) {
    pc_json *j = &r->json;
    pc_json_peek(j);
    const char *at = j->at;
    if (k == f->n) {
        int64_t known = r->nshapes, *w = pc_need((size_t)item->words * 8);
        read_value(r, item, f->parts[0], (into){w, 0, 0}, 0);
        for (; r->nshapes > known; r->nshapes--) free(r->shapes[r->nshapes - 1].firsts);
        gather(r, fields, n, f->n, w, at);
        free(w);
        return;
    }
    if (!pc_json_accept(j, '[')) pc_json_expected(j, "a list of elements");
    int64_t items = 0;
    for (; pc_json_more(j, ']', items); items++) read_level(r, item, f, fields, n, outer, k + 1);
    extent(r, outer, k, items, at);
}

static void read_items(reader *r, const pc_type *t, const pc_form *f, int64_t *w, const pc_part *part) {
    int64_t n = count_fields(t), *dims = pc_need((size_t)f->n * 8);
    field *fields = pc_need((size_t)n * sizeof *fields), *end = fields;
    shape outer = new_shape(r, dims, f->n, 0);
    new_fields(r, t, w, &end, part);
    pc_type item = item_type(t, f->n);
    read_level(r, &item, f, fields, n, &outer, 0);
    for (field *a = fields; a < end; a++) {
        memcpy(a->s.dims, dims, (size_t)f->n * 8);
        memcpy(a->s.firsts, outer.firsts, (size_t)f->n * sizeof *outer.firsts);
        add_shape(r, &a->s);
        give(&a->c, a->w);
    }
    free_item(&item, t);
    free(outer.firsts);
    free(fields);
    free(dims);
}

static int64_t count_parts(const pc_part *part, int64_t words) {
    int64_t n = 0;
    for (; words > 0; n++) words -= part[n].words;
    return n;
}

/* read_parts reads a parameter, down to the tuples that are passed in parts. */
static const pc_part *read_parts(reader *r, const pc_type *t, const pc_form *f, int64_t *w, const pc_part *part) {
    int wraps = f && (f->kind == PC_RECORD || f->kind == PC_SUM) && f->n == 1;
    if (!t->words || part->words == t->words || t->kind != 'T' || wraps || (f && f->kind == PC_ITEMS)) {
        read_value(r, t, f, (into){w, 0, 0}, part);
        return part + count_parts(part, t->words);
    }
    int64_t i = 0;
    if (f && f->kind == PC_RECORD) {
        for (record o = {0}; more_fields(r, &o, f); w += t->parts[i++].words) part = read_parts(r, t->parts + i, pc_part_form(f, i), w, part);
        return part;
    }
    for (parts l = {0}; more_parts(r, &l, t->n); w += t->parts[i++].words) part = read_parts(r, t->parts + i, pc_part_form(f, i), w, part);
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

/* open_data reads a file with data, or stdin. */
static void open_data(reader *r, const char *file, const pc_param *params, int64_t n) {
    if (!pc_json_open(&r->json, file)) {
        pc_hint(stderr, "hint: ", params, n);
        exit(1);
    }
    list_sizes(r, params, n);
}

/* new_values are those of n parameters, which are still to be read. */
static int64_t **new_values(int64_t n) {
    int64_t **values = pc_need((size_t)n * sizeof *values);
    memset(values, 0, (size_t)n * sizeof *values);
    return values;
}

/* put_values moves the values of all parameters to the argument. */
static void put_values(reader *r, const pc_param *params, int64_t n, int64_t **values, int64_t *in) {
    pc_json *j = &r->json;
    for (int64_t i = 0; i < n; i++)
        if (!values[i]) pc_json_fail(j, j->text, "the parameter %s is missing", params[i].name);
    check_shapes(r);
    for (int64_t i = 0; i < n; i++) {
        pc_place(params + i, values[i], in);
        free(values[i]);
    }
    free(values);
    for (int64_t i = 0; i < r->nshapes; i++) free(r->shapes[i].firsts);
    free(r->shapes);
    free(r->sizes);
    free((char *)j->text);
}

void pc_read_json(const char *file, const pc_param *params, int64_t n, int64_t *in) {
    reader r = {0};
    pc_json *j = &r.json;
    if (!n && !file) return; /* there is nothing to wait for */
    open_data(&r, file, params, n);
    int64_t **values = new_values(n);
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
            read_parts(&r, &params[i].type, params[i].form, values[i], params[i].parts);
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
    put_values(&r, params, n, values, in);
}
