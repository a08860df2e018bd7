/* The core on a desk, under the address and undefined-behaviour sanitizers.
 *
 *   native vectors FILE       every golden frame, both ways
 *   native cuts               a power cut at every byte of a record, every torn byte
 *   native fuzz SEED ROUNDS   noise, commands and restarts; the law must hold
 *   native run                a script on standard input:
 *       t LEVELS MOVED N      N milliseconds with these lines (hexadecimal)
 *       l LEVELS N            one with these lines, after N that nobody saw
 *       h BYTES               bytes from the host (hexadecimal)
 *       r                     the EEPROM takes what there is to remember
 *       x                     the power goes and comes back
 *     and for each line of it one line: bytes sent (or -), outputs, totals */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native.h"

uint8_t eeprom[EEPROM_BYTES];
uint8_t sent[SENT_MAX];
size_t sent_count;
uint8_t room = 255;

uint8_t port_eeprom_read(uint16_t address)
{
    return eeprom[address];
}

uint8_t port_room(void)
{
    return room;
}

void port_send(uint8_t byte)
{
    if (sent_count < sizeof sent)
        sent[sent_count++] = byte;
}

uint8_t port_lost_bytes(void)
{
    return 0;
}

uint8_t port_lost_ticks(void)
{
    return 0;
}

void insist(int holds, const char *what)
{
    if (holds)
        return;
    printf("does not hold: %s\n", what);
    exit(1);
}

static size_t unhex(const char *text, uint8_t *out, size_t most)
{
    size_t count = 0;
    unsigned byte;
    while (count < most && sscanf(text, "%2x", &byte) == 1) {
        out[count++] = (uint8_t)byte;
        text += 2;
    }
    return count;
}

static void write_all(const MemoryWrite *write)
{
    memcpy(eeprom + write->address, write->bytes, write->count);
}

void remember(Core *core)
{
    MemoryWrite write;
    while (core_remember(core, &write)) {
        write_all(&write);
        core_remembered(core);
    }
}

/* vectors */

static int read_one(const uint8_t *bytes, size_t count, FrameReader *reader)
{
    int good = 0;
    for (size_t i = 0; i < count; i++)
        good += frame_feed(reader, bytes[i]) == FRAME_GOOD;
    return good;
}

/* How many bytes every message has; golden frames of others have their own names. */
static int size_of(unsigned type)
{
    static const uint8_t said[] = {4, 13, 0, 2, 8, 10, 4, 4, 4};
    static const uint8_t told[] = {40, 3, 22, 8, 15, 8, 15};
    if (type >= ASK && type <= METER)
        return said[type - ASK];
    return type >= HELLO && type <= DICE ? told[type - HELLO] : -1;
}

static void check_good(char *text)
{
    char payload_hex[128], frame_hex[128], name[32];
    unsigned type, sequence;
    int fields = sscanf(text, "%31s %x %x %127s %127s", name, &type, &sequence,
                        payload_hex, frame_hex);
    insist(fields == 5, text);
    uint8_t payload[PAYLOAD_MAX], frame[64], mine[FRAME_MAX];
    size_t size = unhex(payload_hex, payload, sizeof payload);
    size_t length = unhex(frame_hex, frame, sizeof frame);
    insist(size_of(type) < 0 || size_of(type) == (int)size, text);
    insist(frame_encode(type, sequence, payload, size, mine) == length
               && !memcmp(mine, frame, length),
           text);
    FrameReader reader = {0};
    insist(read_one(frame, length, &reader) == 1 && reader.length == size + 2
               && reader.bytes[0] == type && reader.bytes[1] == sequence
               && !memcmp(reader.bytes + 2, payload, size),
           text);
}

static void check_bad(const char *text)
{
    uint8_t frame[256];
    FrameReader reader = {0};
    size_t length = unhex(text, frame, sizeof frame);
    insist(length && read_one(frame, length, &reader) == 0, text);
}

static int vectors(const char *path)
{
    char text[600];
    int count = 0;
    FILE *file = fopen(path, "r");
    insist(file != NULL, path);
    while (fgets(text, sizeof text, file)) {
        if (text[0] == '#' || text[0] == '\n')
            continue;
        if (strncmp(text, "no-frame ", 9))
            check_good(text);
        else
            check_bad(text + 9);
        count++;
    }
    fclose(file);
    printf("%d vectors\n", count);
    return 0;
}

/* cuts */

static int cuts(void)
{
    Memory before, after;
    int cases = 0;
    memset(eeprom, 0xFF, sizeof eeprom);
    memory_load(&before);
    insist(before.board == 0 && before.newest.boots == 0, "a blank board is blank");
    memset(eeprom, 0, sizeof eeprom);
    memory_load(&before);
    insist(before.newest.boots == 0, "a zeroed board is blank");
    memset(eeprom, 0xFF, sizeof eeprom);
    for (uint32_t n = 1; n <= 3 * RECORDS; n++) {
        uint8_t old[EEPROM_BYTES];
        Record record = {{n * 255, n / 7}, .boots = (uint16_t)n, .since = {n & 3, 0}};
        memory_load(&before);
        memcpy(old, eeprom, sizeof old);
        Memory writer = before;
        MemoryWrite write = memory_keep(&writer, record);
        for (uint8_t cut = 0; cut < write.count; cut++)
            for (int torn = 0; torn < 256; torn += n == 100 ? 1 : 17) {
                memcpy(eeprom, old, sizeof old);
                memcpy(eeprom + write.address, write.bytes, cut);
                eeprom[write.address + cut] = (uint8_t)torn;
                memory_load(&after);
                const Record *kept = &after.newest;
                insist(!memcmp(kept, &before.newest, sizeof *kept)
                           || !memcmp(kept, &writer.newest, sizeof *kept),
                       "after a cut the totals are the old ones or the new ones");
                cases++;
            }
        memcpy(eeprom, old, sizeof old);
        write_all(&write);
        memory_load(&after);
        insist(after.newest.totals[0] == n * 255 && after.newest.since[0] == (n & 3),
               "the newest record is the one written last");
    }
    printf("%d cuts\n", cases);
    return 0;
}

/* run */

static int run(void)
{
    static Core core;
    char text[4096];
    uint32_t levels = 0, moved;
    unsigned long count;
    uint8_t bytes[2048];
    memset(eeprom, 0xFF, sizeof eeprom);
    core_begin(&core, 0xC0FFEE, 1, 0);
    while (fgets(text, sizeof text, stdin)) {
        if (text[0] == 'r') {
            remember(&core);
        } else if (text[0] == 'x') {
            core_begin(&core, 0xC0FFEE, 1, levels);
        } else if (text[0] == 'h') {
            size_t length = unhex(text + 2, bytes, sizeof bytes);
            for (size_t i = 0; i < length; i++)
                core_hear(&core, bytes[i]);
        } else if (text[0] == 'l') {
            insist(sscanf(text, "l %x %lu", &levels, &count) == 2, text);
            core_tick(&core, levels, 0, (uint8_t)count);
        } else {
            insist(sscanf(text, "t %x %x %lu", &levels, &moved, &count) == 3, text);
            for (; count; count--, moved = 0)
                core_tick(&core, levels, moved, 0);
        }
        printf("%s", sent_count ? "" : "-");
        for (size_t i = 0; i < sent_count; i++)
            printf("%02x", sent[i]);
        printf(" %x %u %u\n", core_outputs(&core), core.totals[0], core.totals[1]);
        fflush(stdout);
        sent_count = 0;
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "vectors"))
        return vectors(argv[2]);
    if (argc == 2 && !strcmp(argv[1], "cuts"))
        return cuts();
    if (argc == 4 && !strcmp(argv[1], "fuzz"))
        return fuzz(strtoull(argv[2], NULL, 10), strtol(argv[3], NULL, 10));
    if (argc == 2 && !strcmp(argv[1], "run"))
        return run();
    fprintf(stderr, "native: vectors FILE | cuts | fuzz SEED ROUNDS | run\n");
    return 2;
}
