/* The memory of calls that come one after the other. */
#ifndef PC_WORKSPACE_H
#define PC_WORKSPACE_H

#include <stdatomic.h>

#include "runtime.h"
#include "version.h"

struct pc_workspace {
    uint64_t runtime; /* PC_RUNTIME of the library that made it: what follows differs in others */
    pc_ctx ctx;
    int64_t most;    /* bytes that a call may use, if it may not use less anyway */
    atomic_int busy; /* a call uses it */
};

#endif
