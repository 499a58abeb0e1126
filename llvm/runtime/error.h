#ifndef PC_ERROR_H
#define PC_ERROR_H

#include <stdint.h>

/* What went wrong. kind is 0 if nothing did; line and column are those of the
   source, 0 if unknown; file is 0 if that is the file that was compiled, and else the
   number of one that it imports, with whose name text begins; a and b are the numbers
   that text mentions, message is what the program itself says, or null. peak is how many
   bytes of memory the call had in use at once, at most, whether something went wrong or
   not. */
typedef struct pc_error {
    int32_t kind, line, column, file;
    int64_t a, b, peak;
    const char *message;
    char text[464];
} pc_error;

#endif
