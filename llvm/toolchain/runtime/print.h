/* Types and values as the module has them, and how they are printed. */
#ifndef PC_PRINT_H
#define PC_PRINT_H

#include <stdint.h>
#include <stdio.h>

#pragma GCC visibility push(hidden)

typedef struct pc_type {
    char kind;     /* R, I, U or B: Real, Int, (), Bool; T: a tuple; S: a sum; A: an array */
    int64_t n;     /* parts of a tuple or a sum; rank of an array */
    int64_t words; /* leaves: an array has a pointer for each leaf of its element, then its dimensions */
    const struct pc_type *parts; /* of a tuple or a sum; the element of an array */
} pc_type;

/* A form says what the program calls the parts of values; null says nothing. */
typedef struct pc_form {
    char kind;
    int64_t n;                            /* fields, constructors, parts; dimensions of PC_ITEMS */
    const char *const *names;             /* of fields and constructors */
    const int64_t *args;                  /* how many each constructor has */
    const struct pc_form *const *parts;   /* some may be null */
} pc_form;

enum {
    PC_RECORD = 'F', /* parts are those of the fields; a record of one field is the value of that */
    PC_SUM = 'C',    /* C1 | C2 | C3 is C1 + (C2 + C3); of one constructor it is what that carries */
    PC_PARTS = 'P',  /* of a tuple, of a sum */
    PC_ELEMENTS = 'E', /* parts[0] is that of the elements of an array */
    PC_ITEMS = 'I'   /* of an array that is stored field by field: parts[0] is that of an item */
};

/* pc_part_form is the form of part i of a value, or of the elements of an array. */
static inline const pc_form *pc_part_form(const pc_form *f, int64_t i) { return f && f->parts ? f->parts[i] : 0; }

/* A step is component i of a tuple, which may have a name, or an index of an array. */
typedef struct {
    int64_t i;
    char kind; /* '.' or '[' */
    const char *name;
} pc_step;

/* What is NaN or infinite among the Reals of a value, and where the first is. */
typedef struct {
    int64_t reals, bad;
    double value;
    char at[200];
} pc_finite;

/* Where printing is, and what it has seen. */
typedef struct {
    const char *names; /* of the components of the value, with commas between; may be empty */
    pc_step *path;
    size_t depth, room;
    pc_finite seen;
} pc_where;

typedef struct {
    FILE *file;
    pc_where *where; /* may be null */
    size_t n;
    char text[4096];
} pc_out;

/* pc_print prints a text, a value and the end of the line. */
void pc_print(pc_out *o, const char *before, const pc_type *t, const pc_form *f, const int64_t *words);

/* A trace("x", x) in the program: the text before the value, its type, its form. */
typedef struct {
    const char *before;
    const pc_type *type;
    const pc_form *form;
} pc_traced;

/* pc_trace prints a value, unless pc_untraced is set. */
void pc_trace(const pc_traced *t, const int64_t *words);
extern int pc_untraced;

#pragma GCC visibility pop

#endif
