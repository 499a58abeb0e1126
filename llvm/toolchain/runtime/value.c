#include "value.h"

#include <stdlib.h>
#include <string.h>

void *pc_need(size_t bytes) {
    void *p = malloc(bytes ? bytes : 1);
    if (!p) {
        fprintf(stderr, "error: out of memory: %zu bytes more are needed [out-of-memory]\n", bytes);
        exit(1);
    }
    return p;
}

/* word cuts the next word off the text of a descriptor. */
static char *word(char **at) {
    char *w = *at;
    while (*w == ' ' || *w == '\n') w++;
    char *end = w + strcspn(w, " \n");
    *at = *end ? end + 1 : end;
    *end = 0;
    return w;
}

static int64_t count(char **at) { return strtoll(word(at), 0, 10); }

static char *copy(const char *text) { return strcpy(pc_need(strlen(text) + 1), text); }

pc_param *pc_params(const pc_program *p, int64_t *n) {
    char *at = copy(p->params);
    *n = count(&at);
    pc_param *params = pc_need((size_t)*n * sizeof *params);
    for (int64_t i = 0; i < *n; i++) {
        pc_param *q = params + i;
        q->name = word(&at);
        q->type = p->types[i];
        q->form = p->forms[i];
        q->nparts = count(&at);
        q->parts = pc_need((size_t)q->nparts * sizeof *q->parts);
        for (int64_t k = 0; k < q->nparts; k++) {
            pc_part *part = q->parts + k;
            part->to = count(&at);
            part->words = count(&at);
            part->nsizes = count(&at);
            part->sizes = pc_need((size_t)part->nsizes * sizeof *part->sizes);
            for (int64_t s = 0; s < part->nsizes; s++) part->sizes[s] = word(&at);
        }
    }
    return params;
}

void pc_place(const pc_param *p, const int64_t *words, int64_t *in) {
    for (int64_t k = 0; k < p->nparts; k++) {
        memcpy(in + p->parts[k].to, words, (size_t)p->parts[k].words * sizeof *in);
        words += p->parts[k].words;
    }
}

int64_t pc_kinds(const pc_type *t, char *kinds) {
    int64_t n = 0;
    switch (t->kind) {
    case 'R': case 'I':
        if (kinds) *kinds = t->kind;
        return 1;
    case 'B': case 'S':
        if (kinds) *kinds = 't';
        n = 1;
    }
    for (int64_t i = 0; i < t->n; i++) n += pc_kinds(t->parts + i, kinds ? kinds + n : 0);
    return n;
}

int64_t pc_count(const pc_type *array, const int64_t *words) {
    int64_t n = 1;
    for (int64_t k = 0; k < array->n; k++) n *= words[array->parts->words + k];
    return n;
}
