/* What an executable knows about its entry, and how values go in and out. */
#ifndef PC_VALUE_H
#define PC_VALUE_H

#include <stdio.h>

#include "print.h"
#include "runtime.h"

/* The parameters are text, of words with spaces between them:

     params = n param …
     param  = name k part …             the parts have its leaves, in order
     part   = to words r size …         its leaves go to the words of the argument from that one on;
                                        a size is a name, a number, or _ , of a dimension of an array */
typedef struct pc_program {
    const char *name;
    const char *const *files; /* their names, by number */
    const char *params;
    const pc_type *types; /* of the parameters, then of the result */
    const pc_form *const *forms; /* likewise */
    const char *names; /* of the parts of the result, with commas between; empty if it has none */
    pc_entry *entry;
    int64_t in, out; /* words */
    int64_t flags;   /* of pc_call */
    int64_t limit;   /* of the memory of a call, in bytes */
    int64_t counters;
    int64_t *counter; /* what has been counted */
} pc_program;

/* The module has them. */
extern const pc_program pc_programs[];
extern const int64_t pc_program_count;

typedef struct {
    int64_t to, words, nsizes;
    const char **sizes;
} pc_part;

typedef struct {
    const char *name;
    pc_type type;
    const pc_form *form;
    pc_part *parts;
    int64_t nparts;
} pc_param;

/* pc_params reads the parameters, of which there are n; the type and the form with number n are those of the result. */
pc_param *pc_params(const pc_program *p, int64_t *n);

/* pc_place moves the leaves of a parameter to the words of the argument. */
void pc_place(const pc_param *p, const int64_t *words, int64_t *in);

/* pc_kinds lists what the leaves of a scalar type are, 'R', 'I' or 't' (a tag), and returns their number. */
int64_t pc_kinds(const pc_type *t, char *kinds);

/* pc_count is the number of elements of an array. */
int64_t pc_count(const pc_type *array, const int64_t *words);

/* Values as JSON. What is wrong with the data ends the program. Without a file they are on stdin. */
/* pc_hint says what the data are. */
void pc_hint(FILE *f, const char *before, const pc_param *params, int64_t n);
void pc_read_json(const char *file, const pc_param *params, int64_t n, int64_t *in);
/* The same in files of NumPy: .npz, with an array for each parameter, or .npy for the only one. */
int pc_is_npy(const char *file);
int pc_is_npz(const char *file);
void pc_read_npz(const char *file, const pc_param *params, int64_t n, int64_t *in);
/* pc_write_npz writes a result to such a file: the arrays have the names of its parts, with commas between, or are called value.
   It says what is not finite. */
pc_finite pc_write_npz(const char *file, const char *names, const pc_type *t, const int64_t *words);

/* Values as words, 8 bytes each: scalar leaves, and of an array its dimensions
   and then its buffers. pc_free_words frees those that were read. */
void pc_free_words(void);
void pc_read_words(const pc_param *params, int64_t n, int64_t *in);
void pc_write_words(const pc_type *t, const int64_t *words);

/* pc_main is the main function, once it is known that the CPU has what it needs. */
int pc_main(int argc, char **argv);

/* pc_say writes a line for a person to stderr. Control characters, as files and names in
   data may have, are written as \x1b is. */
void pc_say(const char *format, ...);

/* pc_need is malloc that ends the program where memory does. */
void *pc_need(size_t bytes);

#endif
