#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "value.h"

static void text(const char *s) { fputs(s, stdout); }

/* real prints as few digits as read back as x, in the form that the command
   has for them. Fifteen tell numbers apart that are not subnormal; a power of
   two may get one more than it needs. */
static void real(double x) {
    if (isnan(x)) { text("\"NaN\""); return; }
    if (isinf(x)) { text(x > 0 ? "\"Infinity\"" : "\"-Infinity\""); return; }
    char buffer[40];
    for (int digits = fabs(x) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
        snprintf(buffer, sizeof buffer, "%.*e", digits - 1, x);
        if (digits == 17 || strtod(buffer, 0) == x) break;
    }
    const char *first = buffer + (*buffer == '-'), *e = strchr(buffer, 'e'), *last = e - 1;
    while (last > first && *last == '0') last--;
    int exponent = atoi(e + 1), after = last > first + 1 ? (int)(last - first) - 1 : 0; /* digits after the first */
    if (exponent < -4 || exponent >= 6) printf("%.*e", after, x);
    else printf("%.*f", after > exponent ? after - exponent : 0, x);
}

/* Where printing is: component i of a tuple, or an index of an array. */
static struct {
    int64_t i;
    char kind; /* '.' or '[' */
} *path;
static size_t depth, room;

static void enter(char kind) {
    if (depth == room) {
        room = room ? 2 * room : 16;
        if (!(path = realloc(path, room * sizeof *path))) pc_need(SIZE_MAX);
    }
    path[depth++].kind = kind;
}

static pc_finite seen;

/* name_place says where printing is: names.0[1, 2]. The first component has a name where there are names. */
static void name_place(const char *names) {
    size_t d = 0;
    if (*names && depth) {
        for (int64_t i = 0; i < path[0].i; i++) names += strcspn(names, ",") + 2;
        d = 1;
        snprintf(seen.at, sizeof seen.at, "%.*s", (int)strcspn(names, ","), names);
    }
    for (; d < depth; d++) {
        size_t n = strlen(seen.at);
        int inside = d && path[d].kind == '[' && path[d - 1].kind == '[';
        if (inside) n--; /* over the bracket */
        snprintf(seen.at + n, sizeof seen.at - n, path[d].kind == '.' ? ".%lld" : inside ? ", %lld]" : "[%lld]", (long long)path[d].i);
    }
}

static const char *names;

/* count_real notes x, and the first Real that is not finite. */
static void count_real(double x) {
    seen.reals++;
    if (isfinite(x)) return;
    if (!seen.bad++) {
        seen.value = x;
        name_place(names);
    }
}

/* An element of an array is at a place of its buffers, and a value outside of
   arrays in words: both are seen through a leaf. */
typedef struct {
    const int64_t *words; /* of a value */
    int64_t at;           /* an element: its place, else -1 */
} place;

static double real_at(place p) { return p.at < 0 ? *(double *)p.words : ((double *)*p.words)[p.at]; }
static int64_t int_at(place p) { return p.at < 0 ? *p.words : ((int64_t *)*p.words)[p.at]; }
static int tag_at(place p) { return p.at < 0 ? *(char *)p.words : ((char *)*p.words)[p.at]; }

static void value(const pc_type *t, place p);

/* list prints the lists along dimension k of row number row. */
static void list(const pc_type *t, const int64_t *w, int64_t k, int64_t row) {
    int64_t d = w[t->parts->words + k];
    putchar('[');
    enter('[');
    for (int64_t i = 0; i < d; i++) {
        if (i) putchar(',');
        path[depth - 1].i = i;
        if (k + 1 < t->n) list(t, w, k + 1, row * d + i);
        else value(t->parts, (place){w, row * d + i});
    }
    depth--;
    putchar(']');
}

static void value(const pc_type *t, place p) {
    switch (t->kind) {
    case 'R':
        count_real(real_at(p));
        real(real_at(p));
        break;
    case 'I':
        printf("%lld", (long long)int_at(p));
        break;
    case 'U':
        text("null");
        break;
    case 'B':
        text(tag_at(p) ? "false" : "true");
        break;
    case 'T':
        putchar('[');
        enter('.');
        for (int64_t i = 0; i < t->n; p.words += t->parts[i++].words) {
            if (i) putchar(',');
            path[depth - 1].i = i;
            value(t->parts + i, p);
        }
        depth--;
        putchar(']');
        break;
    case 'S': {
        int tag = tag_at(p);
        text(tag ? "{\"Inr\":" : "{\"Inl\":");
        p.words += 1 + (tag ? t->parts->words : 0);
        value(t->parts + tag, p);
        putchar('}');
        break;
    }
    case 'A':
        list(t, p.words, 0, 0);
    }
}

pc_finite pc_write_json(const pc_type *t, const int64_t *words, const char *parts) {
    seen = (pc_finite){0};
    depth = 0;
    names = parts;
    value(t, (place){words, -1});
    free(path);
    path = 0;
    room = 0;
    return seen;
}
