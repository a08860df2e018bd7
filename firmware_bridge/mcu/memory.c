#include "memory.h"

#include "bytes.h"
#include "frames.h"

static bool read_checked(uint16_t address, uint8_t *out, uint8_t count)
{
    for (uint8_t i = 0; i < count; i++)
        out[i] = port_eeprom_read(address + i);
    return crc16(out, count - 2) == get16(out + count - 2);
}

static void seal(MemoryWrite *write)
{
    put16(write->bytes + write->count - 2, crc16(write->bytes, write->count - 2));
}

static CoinWindow load_window(uint8_t slot)
{
    uint8_t bytes[WINDOW_BYTES];
    if (!read_checked(WINDOWS_AT + slot * WINDOW_BYTES, bytes, WINDOW_BYTES))
        return COIN_WINDOW;
    CoinWindow window = {get16(bytes), get16(bytes + 2), get16(bytes + 4),
                         get16(bytes + 6), bytes[8]};
    return window_makes_sense(&window) ? window : COIN_WINDOW;
}

void memory_load(Memory *memory)
{
    uint8_t bytes[RECORD_BYTES];
    bool found = false;
    *memory = (Memory){.place = RECORDS - 1};
    if (read_checked(0, bytes, IDENTITY_BYTES))
        memory->board = get32(bytes);
    for (uint8_t slot = 0; slot < SLOTS; slot++)
        memory->windows[slot] = load_window(slot);
    for (uint8_t place = 0; place < RECORDS; place++) {
        if (!read_checked(RING_AT + place * RECORD_BYTES, bytes, RECORD_BYTES))
            continue;
        uint16_t serial = get16(bytes + 10);
        if (found && (int16_t)(uint16_t)(serial - memory->newest.serial) <= 0)
            continue;
        found = true;
        memory->place = place;
        memory->newest = (Record){
            .totals = {get32(bytes), get32(bytes + 4)},
            .boots = get16(bytes + 8),
            .serial = serial,
            .since = {bytes[12], bytes[13]},
        };
    }
}

MemoryWrite memory_name(Memory *memory, uint32_t board)
{
    MemoryWrite write = {.address = 0, .count = IDENTITY_BYTES};
    memory->board = board;
    put32(write.bytes, board);
    seal(&write);
    return write;
}

MemoryWrite memory_window(Memory *memory, uint8_t slot, CoinWindow window)
{
    MemoryWrite write = {.address = WINDOWS_AT + slot * WINDOW_BYTES,
                         .count = WINDOW_BYTES};
    memory->windows[slot] = window;
    put16(write.bytes, window.min_ms);
    put16(write.bytes + 2, window.max_ms);
    put16(write.bytes + 4, window.gap_ms);
    put16(write.bytes + 6, window.jam_ms);
    write.bytes[8] = window.max_per_s;
    seal(&write);
    return write;
}

MemoryWrite memory_keep(Memory *memory, Record record)
{
    MemoryWrite write = {.count = RECORD_BYTES};
    record.serial = memory->newest.serial + 1;
    memory->newest = record;
    memory->place = (memory->place + 1) % RECORDS;
    write.address = RING_AT + memory->place * RECORD_BYTES;
    put32(write.bytes, record.totals[0]);
    put32(write.bytes + 4, record.totals[1]);
    put16(write.bytes + 8, record.boots);
    put16(write.bytes + 10, record.serial);
    write.bytes[12] = record.since[0];
    write.bytes[13] = record.since[1];
    seal(&write);
    return write;
}
