/* What the extension of a package has in common with the table of the package's functions. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pc_error {
    int32_t kind, line, column, file;
    int64_t a, b, peak;
    const char *message;
    char text[464];
} pc_error;

/* A leaf of an argument or of a result; of an array, a pointer. */
typedef union word {
    double d;
    int64_t q;
    bool t;
    int8_t b;
    void *p;
} word;

typedef int caller(void *function, word *w, void *workspace, pc_error *error);

/* How the function of a symbol is called with its leaves, a word each. */
typedef struct function {
    const char *symbol;
    caller *call;
} function;

/* The last one has no symbol. */
extern const function functions[];
