/* The EEPROM: who this board is, what a coin is here, and a ring of records that
 * outlive a power cut.
 *
 * A record is written beside the newest one, never over it, and counts only when its
 * CRC is right; a cut in the middle leaves the one before it. Turning the ring
 * spreads the wear: RECORDS times 100,000 writes. The window of a slot lies in one
 * place and is written when the host changes it; a cut in the middle of that leaves
 * the one every new board has, until the host says it again. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "coins.h"

enum {
    SLOTS = 2,
    EEPROM_BYTES = 1024,
    IDENTITY_BYTES = 6,
    WINDOWS_AT = 8,
    WINDOW_BYTES = 11,
    RING_AT = 32,
    RECORD_BYTES = 16,
    RECORDS = (EEPROM_BYTES - RING_AT) / RECORD_BYTES,
};

typedef struct {
    uint32_t totals[SLOTS];
    uint16_t boots;
    uint16_t serial;      /* one more with every record */
    uint8_t since[SLOTS]; /* how many of the totals no host has welcomed yet */
} Record;

typedef struct {
    uint32_t board; /* 0: this board has no name yet */
    Record newest;  /* all zero on a blank board */
    uint8_t place;  /* where the newest record lies in the ring */
    CoinWindow windows[SLOTS];
} Memory;

/* Bytes that have to be written, one after the other, from `address` on. */
typedef struct {
    uint16_t address;
    uint8_t bytes[RECORD_BYTES];
    uint8_t count;
} MemoryWrite;

uint8_t port_eeprom_read(uint16_t address);

void memory_load(Memory *memory);
MemoryWrite memory_name(Memory *memory, uint32_t board);
MemoryWrite memory_window(Memory *memory, uint8_t slot, CoinWindow window);
MemoryWrite memory_keep(Memory *memory, Record record); /* gives it its serial */

#endif
