#include "value.h"

/* Compiled for the oldest CPU, as load.c is. */
int main(int argc, char **argv) {
    pc_error e;
    if (!pc_ready(&e)) return pc_main(argc, argv);
    fprintf(stderr, "%s\n", e.text);
    return 1;
}
