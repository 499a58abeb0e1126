/* What readers and writers of zip archives share. */
#ifndef PC_NPZ_H
#define PC_NPZ_H

#include <stdint.h>

enum { ENTRY = 46, LOCAL = 30, LIST_END = 22 }; /* bytes of an entry of the list of members, before a member, at the end of the list; all without names */

/* pc_checksum is that of zip archives, of bytes that follow those with the checksum before, 0 of none. */
uint32_t pc_checksum(uint32_t before, const unsigned char *at, uint64_t n);

#endif
