#include "json_scan.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value.h"

enum { MAX_NESTING = 1000 };

/* The most bytes of a file with data: as many as procad reads. */
static const int64_t most = (int64_t)4 << 30;

void pc_say(const char *format, ...) {
    char line[2000];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    for (const char *p = line; *p; p++) fprintf(stderr, (unsigned char)*p < ' ' || *p == 127 ? "\\x%02x" : "%c", (unsigned char)*p);
    fputc('\n', stderr);
}

/* unread says that a file cannot be read, and why. */
static int unread(const char *file) {
    const char *why = strerror(errno);
    pc_say("error: %s: %c%s", file, tolower((unsigned char)*why), why + 1);
    return 0;
}

static int too_large(const char *file) {
    pc_say("error: %s: the file is larger than %lld bytes", file, (long long)most);
    return 0;
}

/* rest is how many bytes a file has from here on; 0 if that is unknown, as of a pipe. */
static int64_t rest(FILE *f) {
    int64_t at = ftell(f), end = at >= 0 && !fseek(f, 0, SEEK_END) ? ftell(f) : -1;
    if (end < 0) return 0;
    return fseek(f, at, SEEK_SET) ? 0 : end - at;
}

/* pc_json_open reads a whole file, or stdin; it is false where that cannot be done. */
int pc_json_open(pc_json *j, const char *file) {
    FILE *f = file ? fopen(file, "rb") : stdin;
    if (!f) return unread(file);
    if (!file) file = "standard input";
    size_t size = 1 << 16, n = 0;
    char *text = pc_need(size);
    for (;;) {
        n += fread(text + n, 1, size - n - 1, f);
        if (n < size - 1) break;
        int64_t length = (int64_t)n + rest(f);
        if (length > most) return too_large(file);
        if ((int64_t)(size *= 2) < length + 2) size = (size_t)length + 2;
        if ((int64_t)size > most + 2) size = (size_t)most + 2;
        char *larger = pc_need(size);
        memcpy(larger, text, n);
        free(text);
        text = larger;
    }
    if (ferror(f)) return unread(file);
    if (f != stdin) fclose(f);
    text[n] = 0;
    static const char mark[] = "\xEF\xBB\xBF"; /* the byte-order mark, which some editors put first */
    *j = (pc_json){file, text, strncmp(text, mark, 3) ? text : text + 3, text + n};
    return 1;
}

_Noreturn void pc_json_fail(const pc_json *j, const char *at, const char *format, ...) {
    int line = 1;
    const char *start = j->text;
    for (const char *p = j->text; p < at; p++)
        if (*p == '\n') line++, start = p + 1;
    char what[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    pc_say("%s:%d:%d: error: %s", j->file, line, (int)(at - start) + 1, what);
    exit(1);
}

/* pc_json_peek is 0 at the end, and where a NUL is. */
char pc_json_peek(pc_json *j) {
    while (*j->at == ' ' || *j->at == '\t' || *j->at == '\n' || *j->at == '\r') j->at++;
    return *j->at;
}

int pc_json_accept(pc_json *j, char c) {
    if (pc_json_peek(j) != c) return 0;
    j->at++;
    return 1;
}

int pc_json_word(pc_json *j, const char *word) {
    pc_json_peek(j);
    size_t n = strlen(word);
    if (strncmp(j->at, word, n)) return 0;
    j->at += n;
    return 1;
}

_Noreturn void pc_json_expected(pc_json *j, const char *what) {
    char c = pc_json_peek(j);
    if (j->at == j->end) pc_json_fail(j, j->at, "%s is wanted here, not the end of the text", what);
    if (!c) pc_json_fail(j, j->at, "%s is wanted here, not a NUL", what);
    const char *found = c == '[' ? "a list" : c == '{' ? "an object" : c == '"' ? "a string" : 0;
    if (c == '-' || (c >= '0' && c <= '9')) found = "a number";
    if (found) pc_json_fail(j, j->at, "%s is wanted here, not %s", what, found);
    size_t n = strcspn(j->at, " \t\r\n,:]}");
    if (!n) n = 1; /* a mark of punctuation */
    pc_json_fail(j, j->at, "%s is wanted here, not \"%.*s\"", what, n < 40 ? (int)n : 40, j->at);
}

static int hex4(const char *p, unsigned *value) {
    *value = 0;
    for (int i = 0; i < 4; i++) {
        char c = p[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
        if (digit < 0) return 0;
        *value = *value * 16 + (unsigned)digit;
    }
    return 1;
}

static char *put_utf8(char *to, unsigned c) {
    if (!c) {
        *to++ = (char)0xC0, *to++ = (char)0x80; /* in two bytes, as no text has it */
    } else if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xC0 | c >> 6);
        *to++ = (char)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        *to++ = (char)(0xE0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 63));
        *to++ = (char)(0x80 | (c & 63));
    } else {
        *to++ = (char)(0xF0 | c >> 18);
        *to++ = (char)(0x80 | (c >> 12 & 63));
        *to++ = (char)(0x80 | (c >> 6 & 63));
        *to++ = (char)(0x80 | (c & 63));
    }
    return to;
}

char *pc_json_string(pc_json *j) {
    if (!pc_json_accept(j, '"')) pc_json_expected(j, "a string");
    const char *p = j->at;
    while (p < j->end && *p != '"') {
        if ((unsigned char)*p < ' ') pc_json_fail(j, p, "a control character in a string");
        p += *p == '\\' ? 2 : 1;
    }
    if (p >= j->end) pc_json_fail(j, j->at - 1, "this string does not end");
    char *out = pc_need((size_t)(p - j->at) + 1), *to = out;
    for (const char *from = j->at; from < p;) {
        if (*from != '\\') {
            *to++ = *from++;
            continue;
        }
        static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
        const char *letter = from[1] ? strchr(letters, from[1]) : 0;
        unsigned c, low;
        if (letter) {
            *to++ = meanings[letter - letters];
            from += 2;
        } else if (from[1] == 'u' && hex4(from + 2, &c)) {
            from += 6;
            if (c >> 10 == 0x36 && from[0] == '\\' && from[1] == 'u' && hex4(from + 2, &low) && low >> 10 == 0x37) {
                c = 0x10000 + ((c & 0x3FF) << 10) + (low & 0x3FF);
                from += 6;
            }
            to = put_utf8(to, c >> 11 == 0x1B ? 0xFFFD : c); /* half a pair is no character */
        } else {
            pc_json_fail(j, from, "an unknown escape in a string");
        }
    }
    *to = 0;
    j->at = p + 1;
    return out;
}

/* slot_of is where a name is in a table, or would be. */
static char **slot_of(const pc_json_names *names, const char *name) {
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (const char *p = name; *p; p++) hash = (hash ^ (unsigned char)*p) * 1099511628211u;
    size_t k = (size_t)(hash ^ hash >> 32) & (names->room - 1);
    while (names->slots[k] && strcmp(names->slots[k], name)) k = (k + 1) & (names->room - 1);
    return names->slots + k;
}

static void make_larger(pc_json_names *names) {
    pc_json_names larger = {.n = names->n, .room = names->room ? 2 * names->room : 16};
    larger.slots = pc_need(larger.room * sizeof *larger.slots);
    memset(larger.slots, 0, larger.room * sizeof *larger.slots);
    for (size_t k = 0; k < names->room; k++)
        if (names->slots[k]) *slot_of(&larger, names->slots[k]) = names->slots[k];
    free(names->slots);
    *names = larger;
}

const char *pc_json_name(pc_json *j, pc_json_names *names, const char **at) {
    pc_json_peek(j);
    *at = j->at;
    char *name = pc_json_string(j);
    if (2 * names->n >= names->room) make_larger(names);
    char **slot = slot_of(names, name);
    if (*slot) pc_json_fail(j, *at, "\"%.100s\" is given twice", name);
    *slot = name;
    names->n++;
    if (!pc_json_accept(j, ':')) pc_json_expected(j, "a colon");
    return name;
}

void pc_json_forget(pc_json_names *names) {
    for (size_t k = 0; k < names->room; k++) free(names->slots[k]);
    free(names->slots);
}

/* number finds the end of a number. */
static const char *number(pc_json *j) {
    const char *p = j->at, *digits;
    if (*p == '-') p++;
    digits = p;
    while (*p >= '0' && *p <= '9') p++;
    if (p == digits || (*digits == '0' && p > digits + 1)) pc_json_fail(j, j->at, "this is no JSON number");
    if (*p == '.') {
        for (digits = ++p; *p >= '0' && *p <= '9';) p++;
        if (p == digits) pc_json_fail(j, j->at, "a digit is missing after the point");
    }
    if (*p == 'e' || *p == 'E') {
        p++;
        if (*p == '+' || *p == '-') p++;
        for (digits = p; *p >= '0' && *p <= '9';) p++;
        if (p == digits) pc_json_fail(j, j->at, "a digit is missing in the exponent");
    }
    return p;
}

static int at_number(pc_json *j) {
    char c = pc_json_peek(j);
    return c == '-' || (c >= '0' && c <= '9');
}

/* not_finite reads NaN, Infinity or -Infinity without quotes, as Python and JavaScript write them. */
static int not_finite(pc_json *j, double *x) {
    if (pc_json_word(j, "NaN")) *x = NAN;
    else if (pc_json_word(j, "Infinity")) *x = INFINITY;
    else if (pc_json_word(j, "-Infinity")) *x = -INFINITY;
    else return 0;
    return 1;
}

double pc_json_real(pc_json *j) {
    if (!at_number(j) || j->at[1] == 'I') {
        double special;
        if (not_finite(j, &special)) return special;
        const char *at = j->at;
        if (*at != '"') pc_json_expected(j, "a Real");
        char *s = pc_json_string(j);
        double x = !strcmp(s, "NaN") ? NAN : !strcmp(s, "Infinity") ? INFINITY : !strcmp(s, "-Infinity") ? -INFINITY : 0;
        if (x == 0) pc_json_fail(j, at, "a Real is wanted here; only \"NaN\", \"Infinity\" and \"-Infinity\" are written as strings");
        free(s);
        return x;
    }
    const char *start = j->at, *end = number(j);
    double x = strtod(start, 0);
    if (isinf(x)) pc_json_fail(j, start, "%.*s is too large for a Real; infinity is written \"Infinity\"", (int)(end - start < 40 ? end - start : 40), start);
    j->at = end;
    return x;
}

/* LONGEST is how many digits an integer of 64 bits may have. */
#define LONGEST 19

/* whole writes a number without point and exponent, 30 of 3e1 and of 30.0; it is 0 of one that is not
   whole. Of one out of range it writes as many digits as are out of it. */
static int whole(const char *at, const char *end, char *digits) {
    if (*at == '-') *digits++ = *at++;
    int64_t point = 0, seen = 0, last = 0, n = 0; /* the number is 0.digits * 10^point; the last digit but for zeros */
    int fraction = 0;
    for (; at < end && (*at | 0x20) != 'e'; at++) {
        if (*at == '.') {
            fraction = 1;
            continue;
        }
        if (*at != '0' || seen) seen++;
        if (*at != '0') last = seen;
        if (seen && n <= LONGEST) digits[n++] = *at;
        if (!fraction && seen) point++;
        if (fraction && !seen) point--;
    }
    if (!last) {
        strcpy(digits, "0");
        return 1;
    }
    if (at < end) {
        long long exponent = strtoll(at + 1, 0, 10), most = 1LL << 40;
        point += exponent > most ? most : exponent < -most ? -most : exponent;
    }
    if (last > point) return 0;
    if (n > point) n = point;
    while (n < point && n <= LONGEST) digits[n++] = '0';
    digits[n] = 0;
    return 1;
}

int64_t pc_json_int(pc_json *j) {
    if (!at_number(j)) pc_json_expected(j, "an Int");
    const char *start = j->at, *end = number(j);
    int shown = (int)(end - start < 40 ? end - start : 40);
    char digits[LONGEST + 3];
    if (!whole(start, end, digits)) pc_json_fail(j, start, "an Int is wanted here, not %.*s", shown, start);
    errno = 0;
    long long n = strtoll(digits, 0, 10);
    if (errno) pc_json_fail(j, start, "%.*s is not in the range of Int, which is -2^63 ... 2^63-1", shown, start);
    j->at = end;
    return n;
}

int pc_json_more(pc_json *j, char close, int64_t before) {
    if (pc_json_accept(j, close)) return 0;
    if (before && !pc_json_accept(j, ',')) pc_json_expected(j, close == ']' ? "a comma or ]" : "a comma or }");
    return 1;
}

void pc_json_skip(pc_json *j, int depth) {
    if (depth > MAX_NESTING) pc_json_fail(j, j->at, "lists and objects nest deeper than %d", MAX_NESTING);
    double special;
    if (pc_json_accept(j, '[')) {
        for (int64_t n = 0; pc_json_more(j, ']', n); n++) pc_json_skip(j, depth + 1);
    } else if (pc_json_accept(j, '{')) {
        pc_json_names names = {0};
        const char *at;
        for (int64_t n = 0; pc_json_more(j, '}', n); n++) {
            pc_json_name(j, &names, &at);
            pc_json_skip(j, depth + 1);
        }
        pc_json_forget(&names);
    } else if (pc_json_peek(j) == '"') {
        free(pc_json_string(j));
    } else if (not_finite(j, &special)) {
        return;
    } else if (at_number(j)) {
        j->at = number(j);
    } else if (!pc_json_word(j, "true") && !pc_json_word(j, "false") && !pc_json_word(j, "null")) {
        pc_json_expected(j, "a value");
    }
}
