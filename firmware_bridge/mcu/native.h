/* The world around the core when it runs on a desk. */
#ifndef NATIVE_H
#define NATIVE_H

#include <stddef.h>

#include "core.h"

enum { SENT_MAX = 1 << 16 };

extern uint8_t eeprom[EEPROM_BYTES];
extern uint8_t sent[SENT_MAX];
extern size_t sent_count;
extern uint8_t room; /* what the sending queue says it has */

void insist(int holds, const char *what);
void remember(Core *core);
int fuzz(uint64_t seed, long rounds);

#endif
