#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "print.h"

/* Text is collected, so that a short one is written at once. */
static void flush(pc_out *o) {
    fwrite(o->text, 1, o->n, o->file);
    o->n = 0;
}

static void character(pc_out *o, char c) {
    if (o->n == sizeof o->text) flush(o);
    o->text[o->n++] = c;
}

static void text(pc_out *o, const char *s) {
    while (*s) character(o, *s++);
}

static void formatted(pc_out *o, const char *format, ...) {
    char number[400]; /* a Real below a million has as many characters at most */
    va_list list;
    va_start(list, format);
    vsnprintf(number, sizeof number, format, list);
    va_end(list);
    text(o, number);
}

/* real prints as few digits as read back as x, in the form that the command
   has for them. Fifteen tell numbers apart that are not subnormal; a power of
   two may get one more than it needs. */
static void real(pc_out *o, double x) {
    if (isnan(x)) { text(o, "\"NaN\""); return; }
    if (isinf(x)) { text(o, x > 0 ? "\"Infinity\"" : "\"-Infinity\""); return; }
    char buffer[40];
    for (int digits = fabs(x) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
        snprintf(buffer, sizeof buffer, "%.*e", digits - 1, x);
        if (digits == 17 || strtod(buffer, 0) == x) break;
    }
    const char *first = buffer + (*buffer == '-'), *e = strchr(buffer, 'e'), *last = e - 1;
    while (last > first && *last == '0') last--;
    int exponent = atoi(e + 1), after = last > first + 1 ? (int)(last - first) - 1 : 0; /* digits after the first */
    if (exponent < -4 || exponent >= 6) formatted(o, "%.*e", after, x);
    else formatted(o, "%.*f", after > exponent ? after - exponent : 0, x);
}

/* enter begins a component, or an index of an array, of the place where printing is. */
static void enter(pc_out *o, char kind) {
    pc_where *w = o->where;
    if (!w) return;
    if (w->depth == w->room) {
        w->room = w->room ? 2 * w->room : 16;
        if (!(w->path = realloc(w->path, w->room * sizeof *w->path))) abort();
    }
    w->path[w->depth++] = (pc_step){.kind = kind};
}

static void at(pc_out *o, int64_t i, const char *name) {
    pc_where *w = o->where;
    if (!w) return;
    w->path[w->depth - 1].i = i;
    w->path[w->depth - 1].name = name;
}

static void leave(pc_out *o) {
    if (o->where) o->where->depth--;
}

/* name_place says where printing is: names.0.focal[1, 2]. The first component has a name where there are names. */
static void name_place(pc_where *w) {
    const char *names = w->names;
    pc_finite *seen = &w->seen;
    size_t d = 0;
    if (*names && w->depth) {
        for (int64_t i = 0; i < w->path[0].i; i++) names += strcspn(names, ",") + 2;
        d = 1;
        snprintf(seen->at, sizeof seen->at, "%.*s", (int)strcspn(names, ","), names);
    }
    for (; d < w->depth; d++) {
        const pc_step *s = w->path + d;
        size_t n = strlen(seen->at);
        int inside = d && s->kind == '[' && s[-1].kind == '[';
        if (inside) n--; /* over the bracket */
        char *to = seen->at + n;
        size_t room = sizeof seen->at - n;
        if (s->name) snprintf(to, room, ".%s", s->name);
        else snprintf(to, room, s->kind == '.' ? ".%lld" : inside ? ", %lld]" : "[%lld]", (long long)s->i);
    }
}

/* count_real notes x, and the first Real that is not finite. */
static void count_real(pc_where *w, double x) {
    if (!w) return;
    w->seen.reals++;
    if (isfinite(x)) return;
    if (!w->seen.bad++) {
        w->seen.value = x;
        name_place(w);
    }
}

/* A place is that of a value: words outside of arrays, and an element of an array in its
   buffers. Of an array that is an item of others it is the row with number at, behind so
   many dimensions. */
typedef struct {
    const int64_t *words; /* of a value */
    int64_t at;           /* an element, or a row: its number, else -1 */
    int64_t dims;
} place;

static double real_at(place p) { return p.at < 0 ? *(double *)p.words : ((double *)*p.words)[p.at]; }
static int64_t int_at(place p) { return p.at < 0 ? *p.words : ((int64_t *)*p.words)[p.at]; }
static int tag_at(place p) { return p.at < 0 ? *(char *)p.words : ((char *)*p.words)[p.at]; }

static void value(pc_out *o, const pc_type *t, const pc_form *f, place p);

/* list prints the lists along dimension k of row number row. */
static void list(pc_out *o, const pc_type *t, const pc_form *elem, const int64_t *w, int64_t k, int64_t row) {
    int64_t d = w[t->parts->words + k];
    character(o, '[');
    enter(o, '[');
    for (int64_t i = 0; i < d; i++) {
        if (i) character(o, ',');
        at(o, i, 0);
        if (k + 1 < t->n) list(o, t, elem, w, k + 1, row * d + i);
        else value(o, t->parts, elem, (place){w, row * d + i, 0});
    }
    leave(o);
    character(o, ']');
}

/* first is an array of those that a value is stored in. */
static const pc_type *first(const pc_type *t) {
    while (t->kind == 'T') {
        int64_t i = 0;
        while (!t->parts[i].words) i++;
        t = t->parts + i;
    }
    return t;
}

/* items prints the items of an array that is stored field by field, along dimension k to axis of row number row. */
static void items(pc_out *o, const pc_type *t, const pc_form *f, place p, int64_t k, int64_t row) {
    const pc_type *a = first(t); /* before it are no words */
    int64_t d = p.words[a->parts->words + k];
    character(o, '[');
    enter(o, '[');
    for (int64_t i = 0; i < d; i++) {
        if (i) character(o, ',');
        at(o, i, 0);
        if (k + 1 < p.dims + f->n) items(o, t, f, p, k + 1, row * d + i);
        else value(o, t, f->parts[0], (place){p.words, row * d + i, p.dims + f->n});
    }
    leave(o);
    character(o, ']');
}

static void member(pc_out *o, const char *before, const char *name) {
    text(o, before);
    character(o, '"');
    text(o, name);
    text(o, "\":");
}

static const pc_type unit = {.kind = 'U'};

/* constant says that the one value of a type is written with names: it is C for C without arguments, or { f: C }. */
static int constant(const pc_form *f) {
    for (; f && f->n == 1 && (f->kind == PC_RECORD || f->kind == PC_SUM); f = pc_part_form(f, 0))
        if (f->kind == PC_SUM && !f->args[0]) return 1;
    return 0;
}

/* named prints a value of a type that names its parts. */
static int named(pc_out *o, const pc_type *t, const pc_form *f, place p) {
    switch (f && (t->kind != 'U' || constant(f)) ? f->kind : 0) {
    case PC_RECORD:
        enter(o, '.');
        for (int64_t i = 0; i < f->n; i++) {
            member(o, i ? "," : "{", f->names[i]);
            at(o, i, f->names[i]);
            value(o, f->n == 1 ? t : t->parts + i, pc_part_form(f, i), p);
            if (f->n > 1) p.words += t->parts[i].words;
        }
        leave(o);
        character(o, '}');
        return 1;
    case PC_SUM: {
        int64_t k = 0;
        for (; k < f->n - 1; k++) {
            if (t->kind != 'S' && t->kind != 'B') { /* all that is left has no cotangent */
                text(o, "null");
                return 1;
            }
            int tag = tag_at(p);
            p.words += 1 + (t->kind == 'S' && tag ? t->parts->words : 0);
            t = t->kind == 'S' ? t->parts + tag : &unit;
            if (!tag) break;
        }
        if (!f->args[k]) {
            character(o, '"');
            text(o, f->names[k]);
            character(o, '"');
            return 1;
        }
        member(o, "{", f->names[k]);
        value(o, t, pc_part_form(f, k), p);
        character(o, '}');
        return 1;
    }
    case PC_ITEMS:
        if (p.at < 0) p.at = 0;
        items(o, t, f, p, p.dims, p.at);
        return 1;
    }
    return 0;
}

static void value(pc_out *o, const pc_type *t, const pc_form *f, place p) {
    if (named(o, t, f, p)) return;
    switch (t->kind) {
    case 'R':
        count_real(o->where, real_at(p));
        real(o, real_at(p));
        break;
    case 'I':
        formatted(o, "%lld", (long long)int_at(p));
        break;
    case 'U':
        text(o, "null");
        break;
    case 'B':
        text(o, tag_at(p) ? "false" : "true");
        break;
    case 'T':
        character(o, '[');
        enter(o, '.');
        for (int64_t i = 0; i < t->n; p.words += t->parts[i++].words) {
            if (i) character(o, ',');
            at(o, i, 0);
            value(o, t->parts + i, pc_part_form(f, i), p);
        }
        leave(o);
        character(o, ']');
        break;
    case 'S': {
        int tag = tag_at(p);
        text(o, tag ? "{\"Inr\":" : "{\"Inl\":");
        p.words += 1 + (tag ? t->parts->words : 0);
        value(o, t->parts + tag, pc_part_form(f, tag), p);
        character(o, '}');
        break;
    }
    case 'A':
        if (p.dims == t->n) value(o, t->parts, f, (place){p.words, p.at, 0});
        else list(o, t, pc_part_form(f, 0), p.words, p.dims, p.at < 0 ? 0 : p.at);
    }
}

void pc_print(pc_out *o, const char *before, const pc_type *t, const pc_form *f, const int64_t *words) {
    text(o, before);
    value(o, t, f, (place){words, -1, 0});
    character(o, '\n');
    flush(o);
}
