/* A scanner of JSON text. What is wrong ends the program with a message. */
#ifndef PC_JSON_SCAN_H
#define PC_JSON_SCAN_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *file;
    const char *text, *at, *end; /* *end is 0 */
} pc_json;

int pc_json_open(pc_json *j, const char *file);
_Noreturn void pc_json_fail(const pc_json *j, const char *at, const char *format, ...);
_Noreturn void pc_json_expected(pc_json *j, const char *what);
char pc_json_peek(pc_json *j);
int pc_json_accept(pc_json *j, char c);
int pc_json_word(pc_json *j, const char *word);
/* A string comes in memory of its own, without its escapes. The character
   U+0000 is written as no string has it, so that it ends none. */
char *pc_json_string(pc_json *j);

/* The names of an object so far. */
typedef struct {
    char **slots; /* a hash table, of room slots; 0 is an empty one */
    size_t n, room;
} pc_json_names;

/* pc_json_name reads the name of a member and its colon; at is where it
   begins. The name is that of the table, which pc_json_forget frees. */
const char *pc_json_name(pc_json *j, pc_json_names *names, const char **at);
void pc_json_forget(pc_json_names *names);
double pc_json_real(pc_json *j);
int64_t pc_json_int(pc_json *j);
/* pc_json_more steps to the next item of a list or an object that ends with
   close; the number of items before says whether a comma must come first. */
int pc_json_more(pc_json *j, char close, int64_t before);
void pc_json_skip(pc_json *j, int depth);

#endif
