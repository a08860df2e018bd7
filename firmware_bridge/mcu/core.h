/* What the chip at the coin slot thinks, without the chip.
 *
 * `core_tick` is called for every millisecond with the levels of all lines, and
 * `core_hear` for every byte from the host; all else follows. The words on the wire
 * are told in ../PROTOCOL.md.
 *
 * The law
 * - Coins are totals that only grow. They are told until acknowledged, kept in the
 *   EEPROM, and never told to a host that has not welcomed this boot: in WELCOME the
 *   host may raise the totals the boot began with to those it has credited, so a
 *   record lost with the power can neither lose a coin nor bring one twice. Coins
 *   from before the welcome are written down as welcomed before they are told.
 * - Clicks of the meter are a count too. The host says how far it shall go, the chip
 *   tells how far it has gone; both begin with 0 at a reset.
 * - Outputs are off until a host has welcomed this boot and said otherwise, and off
 *   again once no good frame came for HOST_SILENCE_MS. The lock-out coil takes coins
 *   only while it is on. */
#ifndef CORE_H
#define CORE_H

#include <stdbool.h>
#include <stdint.h>

#include "coins.h"
#include "frames.h"
#include "memory.h"

enum { PROTOCOL = 2, FIRMWARE_MAJOR = 2, FIRMWARE_MINOR = 0 };

enum {
    HOST_SILENCE_MS = 3000,
    REPORT_MS = 500,
    REPORT_WAIT_MS = 120,
    COIN_AGAIN_MS = 250,
    METER_MS = 60, /* on, and then off, unless the host says otherwise */
    REPLY_ROOM = 64, /* replies leave this much of the sending queue to the coins */
};

enum { /* input lines, by bit */
    LINE_COIN_1, LINE_COIN_2, LINE_POWER, LINE_START, LINE_MODE, LINE_PLAYER,
    LINE_SERVICE, LINE_DOOR,
    LINE_CHAIN, /* 16 lines on shift registers */
    LINE_TEST = LINE_CHAIN + 16,
    LINES,
};
#define LINE(line) ((uint32_t)1 << (line))
#define COIN_LINES (LINE(LINE_COIN_1) | LINE(LINE_COIN_2))
/* Told after 5 ms of keeping still, both ways: a spike there would cost money or the
 * evening. All other buttons are told at once, and let go after 8 ms of quiet. */
#define STEADY_LINES                                                                 \
    (LINE(LINE_POWER) | LINE(LINE_START) | LINE(LINE_SERVICE) | LINE(LINE_DOOR)      \
     | LINE(LINE_TEST))

enum { OUT_LOCKOUT = 1, OUT_LAMP_START = 2, OUT_LAMP_COIN = 4, OUT_METER = 8 };

enum { /* from the host */
    ASK = 0x01, WELCOME, PING, OUTPUTS, CREDITED, SLOT,
    ROLL, TAKEN, /* to a dice tower; unknown here */
    METER,
};
enum { /* to the host */
    HELLO = 0x81, DONE, STATE, INPUT, COIN, PULSE,
    DICE, /* from a dice tower */
};
enum { /* in DONE */
    RESULT_OK, RESULT_NOT_WELCOMED, RESULT_NOT_ASKED, RESULT_BAD_VALUE,
    RESULT_UNKNOWN,
    RESULT_NONE, /* no answer yet; the host will say it again */
};

typedef struct {
    uint32_t now; /* milliseconds since the reset */
    Memory memory;
    bool name_due, record_due;
    uint16_t boots;
    uint8_t reset_cause;

    uint32_t inputs, counter[3]; /* settled levels; bit-parallel counters */
    CoinSlot coins[SLOTS]; /* their windows are kept when they are changed */
    uint32_t base[SLOTS], totals[SLOTS], credited[SLOTS];
    uint8_t last_slot;
    uint16_t last_width;
    uint32_t last_at;

    FrameReader reader;
    uint8_t sequence, bad_frames;
    bool welcomed, attended;  /* this boot was welcomed; a host is there now */
    bool welcoming, settling; /* not before a record says so; it is being written */
    uint32_t nonce; /* of the last ASK of this boot */
    uint32_t heard_at, report_at, coin_at;
    bool coin_due, input_due;

    uint8_t wanted, meter_wanted, meter_made;
    enum { METER_IDLE, METER_PULLS, METER_RESTS } meter;
    uint16_t meter_ms, meter_on_ms, meter_off_ms;
} Core;

uint8_t port_room(void); /* free bytes in the sending queue */
void port_send(uint8_t byte);

void core_begin(Core *core, uint32_t fresh_name, uint8_t reset_cause,
                uint32_t levels);
/* A millisecond, and before it `lost` that nobody saw. */
void core_tick(Core *core, uint32_t levels, uint32_t moved, uint8_t lost);
void core_hear(Core *core, uint8_t byte);

/* OUT_… bits, as the pins should be. */
uint8_t core_outputs(const Core *core);

/* What should be written to the EEPROM next; false when nothing should. */
bool core_remember(Core *core, MemoryWrite *write);
void core_remembered(Core *core); /* the last byte of it is there */

/* Health of the hardware below, told in STATE. */
uint8_t port_lost_bytes(void);
uint8_t port_lost_ticks(void);

#endif
