/* What stands before the blocks that pc_alloc gives. */
#ifndef PC_BLOCK_H
#define PC_BLOCK_H

#include "runtime.h"

typedef struct { int64_t size, class; } header; /* of a large block; of others only the class, which is not negative */
enum { LARGE = -1, KEPT = -2 }; /* classes of large blocks: in a context, and given to a caller */

struct pc_large {
    pc_large *next, *prev;
    void *allocation;
    header head;
};

static inline pc_large *large_of(void *block) { return (pc_large *)((char *)block - sizeof(pc_large)); }

#endif
