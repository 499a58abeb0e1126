/* The memory of calls that come one after the other. */
#ifndef PC_WORKSPACE_H
#define PC_WORKSPACE_H

#include <stdatomic.h>

#include "runtime.h"

struct pc_workspace {
    pc_ctx ctx;
    atomic_int busy; /* a call uses it */
};

#endif
