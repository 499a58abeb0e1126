#ifndef PC_ERROR_H
#define PC_ERROR_H

#include <stdint.h>

/* A run-time error. kind is 0 if there is none. line and column are the place in the source,
   or 0 if it is unknown. file is 0 for the source file that was compiled. For a file that it
   imports, file is the number of this file, and text begins with its name. a and b are the
   numbers in text. message is the message of the program itself, or null. peak is the largest
   number of bytes of memory that the call had in use at once. It is set without an error, too. */
typedef struct pc_error {
    int32_t kind, line, column, file;
    int64_t a, b, peak;
    const char *message;
    char text[464];
} pc_error;

#endif
