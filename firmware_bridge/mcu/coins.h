/* What a wire must do to be a coin.
 *
 * Once a millisecond a slot is told its level and whether it moved in between. The
 * line is settled once it has kept a level, without moving, for SETTLE_MS. A settled
 * active stretch is one pulse, and one pulse is one coin if the line was active for
 * `min_ms` without the shortest break (so no storm of shorter glitches adds up to a
 * coin), for `max_ms` at most, after `gap_ms` of idle, and no more than `max_per_s`
 * in a second. Active for `jam_ms`, or already active at the beginning, is a jam:
 * told once, worth nothing, freed when idle. Widths are exact to one millisecond,
 * and a pulse inside the window is never refused for that millisecond. */
#ifndef COINS_H
#define COINS_H

#include <stdbool.h>
#include <stdint.h>

enum { SETTLE_MS = 4, RATE_MAX = 50, WINDOW_MAX_MS = 10000 };

typedef struct {
    uint16_t min_ms, max_ms, gap_ms, jam_ms;
    uint8_t max_per_s;
} CoinWindow;

typedef enum {
    PULSE_NONE,
    PULSE_SHORT,
    PULSE_LONG,
    PULSE_GAP,
    PULSE_RATE,
    PULSE_JAMMED,
    PULSE_FREED,
    PULSE_COIN,
} PulseVerdict;

typedef struct {
    CoinWindow window;
    uint32_t since;        /* the level has not moved since then */
    uint32_t began, ended; /* of the settled pulse */
    uint16_t solid;        /* the longest unbroken active stretch, in ms */
    uint16_t width;        /* what the last verdict was about, in ms */
    bool level, active, jammed;
    uint16_t recent[RATE_MAX]; /* pulses of the last second, a ring */
    uint8_t oldest, recents;
} CoinSlot;

extern const CoinWindow COIN_WINDOW; /* until the host says otherwise */

bool window_makes_sense(const CoinWindow *window);
void coin_begin(CoinSlot *slot, bool level, uint32_t now);
PulseVerdict coin_tick(CoinSlot *slot, bool level, bool moved, uint32_t now);

#endif
