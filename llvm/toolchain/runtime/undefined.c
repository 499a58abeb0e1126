/* The checks that code has before instructions whose results are not defined for
   all operands, where a sanitizer of undefined behaviour is asked for (undefined.go).
   A report has the form of that sanitizer's and ends the program. */
#include "runtime.h"

#if defined(__has_feature)
#if __has_feature(undefined_behavior_sanitizer)

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define REPORT(...)                                                      \
    do {                                                                 \
        fprintf(stderr, "%s: runtime error: ", function);                \
        fprintf(stderr, __VA_ARGS__);                                    \
        fputc('\n', stderr);                                             \
        abort();                                                         \
    } while (0)

#define ARITHMETIC(name, builtin, sign)                                                       \
    void pc_check_##name(int64_t x, int64_t y, const char *function);                         \
    void pc_check_##name(int64_t x, int64_t y, const char *function) {                        \
        int64_t s;                                                                            \
        uint64_t u;                                                                           \
        if (builtin(x, y, &s) || builtin((uint64_t)x, (uint64_t)y, &u))                       \
            REPORT("integer overflow: %" PRId64 " " sign " %" PRId64, x, y);                  \
    }

ARITHMETIC(add, __builtin_add_overflow, "+")
ARITHMETIC(sub, __builtin_sub_overflow, "-")
ARITHMETIC(mul, __builtin_mul_overflow, "*")

void pc_check_udiv(uint64_t x, uint64_t y, const char *function);
void pc_check_udiv(uint64_t x, uint64_t y, const char *function) {
    if (y == 0) REPORT("division by zero: %" PRIu64 " / 0", x);
}

void pc_check_sdiv(int64_t x, int64_t y, const char *function);
void pc_check_sdiv(int64_t x, int64_t y, const char *function) {
    if (y == 0 || (y == -1 && x == INT64_MIN)) REPORT("division of %" PRId64 " by %" PRId64, x, y);
}

void pc_check_shift(uint64_t k, const char *function);
void pc_check_shift(uint64_t k, const char *function) {
    if (k > 63) REPORT("shift by %" PRIu64 " bits", k);
}

void pc_check_toint(double x, const char *function);
void pc_check_toint(double x, const char *function) {
    if (!(x >= -0x1p63 && x < 0x1p63)) REPORT("%g is not in the range of integers", x);
}

void pc_check_number(double x, const char *function);
void pc_check_number(double x, const char *function) {
    if (x != x) REPORT("a NaN where there is none");
}

void pc_check_align(uint64_t p, uint64_t align, const char *function);
void pc_check_align(uint64_t p, uint64_t align, const char *function) {
    if (p % align != 0) REPORT("misaligned address 0x%" PRIx64 ", which requires %" PRIu64 " byte alignment", p, align);
}

void pc_check_lane(uint64_t k, uint64_t length, const char *function);
void pc_check_lane(uint64_t k, uint64_t length, const char *function) {
    if (k >= length) REPORT("lane %" PRIu64 " of %" PRIu64, k, length);
}

void pc_check_unreachable(const char *function);
void pc_check_unreachable(const char *function) { REPORT("unreachable code"); }

#endif
#endif
