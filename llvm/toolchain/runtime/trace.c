/* What programs print. */
#include "print.h"

int pc_untraced;

void pc_trace(const pc_traced *t, const int64_t *words) {
    if (pc_untraced) return;
    pc_out o = {.file = stderr};
    pc_print(&o, t->before, t->type, t->form, words);
}
