/* Data in files of NumPy: an array in a .npy file, and an archive of such files, .npz. */
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "json_scan.h"
#include "npz.h"
#include "value.h"

/* Bytes of a file, or of a member of it. */
typedef struct {
    const char *file, *member; /* null for the file itself */
    const unsigned char *at;
    uint64_t n;
} bytes;

_Noreturn static void bad_bytes(const bytes *b, const char *format, ...) {
    char what[500];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    pc_say("%s%s%.200s: error: %s", b->file, b->member ? "/" : "", b->member ? b->member : "", what);
    exit(1);
}

/* little is a number of n bytes, the lowest first. */
static uint64_t little(const unsigned char *at, int n) {
    uint64_t x = 0;
    for (int i = n; i-- > 0;) x = x << 8 | at[i];
    return x;
}

enum { MAX_RANK = 32 };

/* The header of a .npy file: kind is f, i, u or b. */
typedef struct {
    char kind;
    int size, big, fortran;
    int64_t rank, count, dims[MAX_RANK];
    const unsigned char *data;
} npy_header;

/* npy_field finds what follows a name of the header, which is the text of a dictionary of Python. */
static const char *npy_field(const bytes *b, const char *text, const char *name) {
    const char *at = strstr(text, name);
    if (at) at = strchr(at, ':');
    if (!at) bad_bytes(b, "this is no header of a .npy file: %s is missing", name);
    return at + 1 + strspn(at + 1, " ");
}

static npy_header npy_parse(const bytes *b) {
    static const unsigned char magic[] = "\x93NUMPY";
    npy_header h = {.count = 1};
    if (b->n < 12 || memcmp(b->at, magic, 6)) bad_bytes(b, "this is no .npy file");
    int wide = b->at[6] > 1;
    uint64_t length = little(b->at + 8, wide ? 4 : 2), begin = wide ? 12 : 10;
    if (length > b->n - begin) bad_bytes(b, "the header ends too early");
    char *text = pc_need(length + 1);
    memcpy(text, b->at + begin, length);
    text[length] = 0;
    const char *type = npy_field(b, text, "'descr'");
    if (strlen(type) < 5 || *type != '\'' || !strchr("<>=|", type[1]) || !strchr("fiub", type[2]) || type[4] != '\'')
        bad_bytes(b, "the elements are not of a type that is read: Real, Int or Bool");
    h.kind = type[2];
    h.size = type[3] - '0';
    h.big = type[1] == '>';
    if (!(h.kind == 'b' ? h.size == 1 : h.size == 8 || h.size == 4 || (h.kind != 'f' && (h.size == 1 || h.size == 2))))
        bad_bytes(b, "elements of type %.3s are not read", type + 1);
    h.fortran = *npy_field(b, text, "'fortran_order'") == 'T';
    const char *at = npy_field(b, text, "'shape'");
    if (*at++ != '(') bad_bytes(b, "this is no header of a .npy file: the shape is no tuple");
    uint64_t room = (b->n - begin - length) / (uint64_t)h.size;
    for (at += strspn(at, " "); *at >= '0' && *at <= '9'; at += strspn(at, ", ")) {
        char *end;
        int64_t d = strtoll(at, &end, 10);
        at = end;
        if (h.rank == MAX_RANK) bad_bytes(b, "there are too many dimensions");
        if (d && (uint64_t)h.count > (uint64_t)INT64_MAX / (uint64_t)d) bad_bytes(b, "the array is too large");
        h.dims[h.rank++] = d;
        h.count *= d;
    }
    free(text);
    if ((uint64_t)h.count != room || (b->n - begin - length) % (uint64_t)h.size) bad_bytes(b, "there are not as many elements as the shape says");
    h.data = b->at + begin + length;
    return h;
}

/* npy_element is the element at a place as its 8 bytes: of a Real, an Int, or the tag of a Bool, as kind says. */
static int64_t npy_element(const bytes *b, const npy_header *h, int64_t i, char kind) {
    unsigned char e[8];
    const unsigned char *from = h->data + i * h->size;
    for (int k = 0; k < h->size; k++) e[k] = from[h->big ? h->size - 1 - k : k];
    uint64_t x = little(e, h->size);
    int shift = 64 - 8 * h->size;
    int64_t whole = h->kind == 'i' ? (int64_t)(x << shift) >> shift : (int64_t)x;
    if (kind == 't') {
        if (x > 1) bad_bytes(b, "a Boolean is 0 or 1, not %d", (int)x);
        return !x;
    }
    if (kind == 'I') {
        if (whole < 0 && h->kind == 'u') bad_bytes(b, "%llu is not in the range of Int", (unsigned long long)x);
        return whole;
    }
    if (h->kind == 'f' && h->size == 8) return (int64_t)x;
    double real = h->kind == 'u' ? (double)x : (double)whole;
    if (h->kind == 'f') {
        float narrow;
        uint32_t bits = (uint32_t)x;
        memcpy(&narrow, &bits, sizeof narrow);
        real = narrow;
    }
    memcpy(&x, &real, sizeof x);
    return (int64_t)x;
}

/* npy_place is where the element i of an array stands, row by row, in a file that has it column by column. */
static int64_t npy_place(const npy_header *h, int64_t i) {
    if (!h->fortran) return i;
    int64_t at = 0;
    for (int64_t k = h->rank; k-- > 0; i /= h->dims[k]) {
        int64_t stride = 1;
        for (int64_t d = 0; d < k; d++) stride *= h->dims[d];
        at += i % h->dims[k] * stride;
    }
    return at;
}

/* read_npy reads a parameter that is a number or an array of numbers. */
static void read_npy(reader *r, const bytes *b, const pc_param *p, int64_t *w) {
    const pc_type *t = &p->type, *elem = t->kind == 'A' ? t->parts : t;
    char kind = elem->kind == 'B' ? 't' : elem->kind;
    if (p->form || !strchr("RIt", kind)) bad_bytes(b, "%s is no array of Real, Int or Bool; JSON has a form for it", p->name);
    npy_header h = npy_parse(b);
    int64_t rank = t->kind == 'A' ? t->n : 0;
    if (h.rank != rank) bad_bytes(b, "%s has %lld dimension%s, but this array has %lld", p->name, (long long)rank, rank == 1 ? "" : "s", (long long)h.rank);
    if (kind == 't' ? h.kind != 'b' : h.kind == 'b' || (kind == 'I' && h.kind == 'f'))
        bad_bytes(b, "%s is of %s, which these elements are not", p->name, kind == 't' ? "Bool" : kind == 'I' ? "Int" : "Real");
    if (!rank) {
        *w = npy_element(b, &h, 0, kind);
        return;
    }
    char *buffer = pc_need((size_t)h.count * (kind == 't' ? 1 : 8));
    for (int64_t i = 0; i < h.count; i++) {
        int64_t x = npy_element(b, &h, npy_place(&h, i), kind);
        if (kind == 't') buffer[i] = (char)x;
        else ((int64_t *)buffer)[i] = x;
    }
    *w++ = (int64_t)buffer;
    shape s = {r->json.at, p->name, pc_need((size_t)rank * sizeof(char *)), w, rank, p->parts};
    for (int64_t k = 0; k < rank; k++) w[k] = h.dims[k], s.firsts[k] = r->json.at;
    add_shape(r, &s);
}

uint32_t pc_checksum(uint32_t before, const unsigned char *at, uint64_t n) {
    uint32_t table[256], c = ~before;
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t x = i;
        for (int k = 0; k < 8; k++) x = x >> 1 ^ (x & 1 ? 0xEDB88320 : 0);
        table[i] = x;
    }
    for (uint64_t i = 0; i < n; i++) c = table[(c ^ at[i]) & 255] ^ c >> 8;
    return ~c;
}

/* An entry of the list of members, which is at the end of an archive. */
typedef struct {
    const unsigned char *at;
    uint64_t left;
} entries;

/* zip_list finds the list. */
static entries zip_list(const bytes *b) {
    for (uint64_t back = LIST_END; back <= b->n && back <= LIST_END + UINT16_MAX; back++) {
        const unsigned char *end = b->at + b->n - back;
        if (memcmp(end, "PK\5\6", 4)) continue;
        uint64_t begin = little(end + 16, 4);
        if (begin > b->n) break;
        return (entries){b->at + begin, little(end + 10, 2)};
    }
    bad_bytes(b, "this is no zip archive");
}

/* zip_next is the next member, whose name is in name. */
static bytes zip_next(const bytes *b, entries *e, char name[256]) {
    const unsigned char *at = e->at, *end = b->at + b->n;
    if (end - at < ENTRY || memcmp(at, "PK\1\2", 4)) bad_bytes(b, "the list of the members ends too early");
    uint64_t named = little(at + 28, 2), packed = little(at + 20, 4), size = little(at + 24, 4), local = little(at + 42, 4);
    uint64_t whole = ENTRY + named + little(at + 30, 2) + little(at + 32, 2);
    if ((uint64_t)(end - at) < whole) bad_bytes(b, "the list of the members ends too early");
    snprintf(name, 256, "%.*s", (int)named, (const char *)at + ENTRY);
    bytes m = {b->file, name, 0, size};
    e->at += whole;
    e->left--;
    if (little(at + 8, 2) & 1) bad_bytes(&m, "this member is encrypted");
    if (little(at + 10, 2)) bad_bytes(&m, "this member is compressed; numpy.savez compresses nothing");
    if (size == UINT32_MAX || local == UINT32_MAX) bad_bytes(&m, "a member of 4 GiB or more is not read");
    if (local > b->n || b->n - local < LOCAL || packed != size) bad_bytes(&m, "this member cannot be read");
    uint64_t begin = local + LOCAL + little(b->at + local + 26, 2) + little(b->at + local + 28, 2);
    if (begin > b->n || b->n - begin < size) bad_bytes(&m, "this member ends too early");
    m.at = b->at + begin;
    if (pc_checksum(0, m.at, size) != little(at + 16, 4)) bad_bytes(&m, "its checksum is another");
    return m;
}

/* read_member reads the member of a parameter, or of a size. */
static void read_member(reader *r, const bytes *m, const pc_param *params, int64_t n, int64_t **values) {
    size_t length = strlen(m->member);
    if (length < 4 || strcmp(m->member + length - 4, ".npy")) return;
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)length - 4, m->member);
    int64_t i = 0;
    while (i < n && strcmp(params[i].name, name)) i++;
    size *named = find_size(r, name);
    if (i < n) {
        if (values[i]) bad_bytes(m, "%s is given twice", name);
        values[i] = pc_need((size_t)params[i].type.words * 8);
        read_npy(r, m, params + i, values[i]);
        if (named && params[i].type.kind == 'I') given(r, named, values[i][0], r->json.at);
    } else if (named) {
        npy_header h = npy_parse(m);
        if (h.rank || h.kind == 'f' || h.kind == 'b') bad_bytes(m, "the size %s is no whole number", name);
        given(r, named, npy_element(m, &h, 0, 'I'), r->json.at);
    }
}

/* ends_in says that a file has an ending, in letters of any size. */
static int ends_in(const char *file, const char *ending) {
    size_t n = strlen(file), k = strlen(ending);
    return n >= k && !strcasecmp(file + n - k, ending);
}

int pc_is_npy(const char *file) { return ends_in(file, ".npy"); }

int pc_is_npz(const char *file) { return ends_in(file, ".npz"); }

void pc_read_npz(const char *file, const pc_param *params, int64_t n, int64_t *in) {
    reader r = {0};
    open_data(&r, file, params, n);
    bytes b = {file, 0, (const unsigned char *)r.json.text, (uint64_t)(r.json.end - r.json.text)};
    int64_t **values = new_values(n);
    if (pc_is_npy(file)) {
        if (n != 1) bad_bytes(&b, "a .npy file has one array, and there are %lld parameters; a .npz file has several", (long long)n);
        values[0] = pc_need((size_t)params->type.words * 8);
        read_npy(&r, &b, params, values[0]);
    } else {
        char name[256];
        for (entries e = zip_list(&b); e.left;) {
            bytes m = zip_next(&b, &e, name);
            read_member(&r, &m, params, n, values);
        }
    }
    put_values(&r, params, n, values, in);
}
