/* What a wire must do to be a coin.
 *
 * Once a millisecond a slot is told its level and whether it moved in between. The
 * line is settled once it has kept a level, without moving, for SETTLE_MS. A settled
 * active stretch is one pulse, and one pulse is one coin if the line was active for
 * `min_ms` without the shortest break (so no storm of shorter glitches adds up to a
 * coin), for `max_ms` at most, after `gap_ms` of idle, and no more than `max_per_s`
 * in a second. Active for `jam_ms`, or already active at the beginning, is a jam:
 * told once, worth nothing, freed when idle. Widths are exact to one millisecond,
 * and a pulse inside the window is never refused for that millisecond.
 *
 * A line that moves in more than CHATTER milliseconds of a second, or on which
 * REFUSALS pulses were refused within REFUSALS_WITHIN_MS, is noisy: nothing of it is
 * a coin until it has been idle and still for CALM_MS. The host says the same of
 * wires of its own (cabinet/core/inputs/coin_line.py); one test asks both. */
#ifndef COINS_H
#define COINS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SETTLE_MS = 4,
    RATE_MAX = 50,
    WINDOW_MAX_MS = 10000,
    CHATTER = 400,
    REFUSALS = 6,
    REFUSALS_WITHIN_MS = 10000,
    CALM_MS = 5000,
};

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
    PULSE_NOISE, /* a pulse on a noisy line */
    PULSE_LOST,  /* nobody looked at the line all the time */
    PULSE_NOISY, /* the line is not believed any more */
    PULSE_QUIET, /* it is believed again */
    PULSE_COIN,
} PulseVerdict;

typedef struct {
    CoinWindow window;
    uint32_t since;        /* the level has not moved since then */
    uint32_t began, ended; /* of the settled pulse */
    uint16_t solid;        /* the longest unbroken active stretch, in ms */
    uint16_t width;        /* what the last verdict was about, in ms */
    bool level, active, jammed, noisy, doubtful;
    uint16_t recent[RATE_MAX]; /* pulses of the last second, a ring */
    uint8_t oldest, recents;
    uint32_t refused[REFUSALS]; /* when the last pulses were refused */
    uint8_t refusals;
    uint32_t chatter_from; /* the line has moved in `chatter` ms since then */
    uint16_t chatter;
} CoinSlot;

extern const CoinWindow COIN_WINDOW; /* of a board that was never told another */

bool window_makes_sense(const CoinWindow *window);
bool same_window(const CoinWindow *one, const CoinWindow *other);
void coin_begin(CoinSlot *slot, const CoinWindow *window, bool level, uint32_t now);
void coin_doubt(CoinSlot *slot, bool level); /* it was not looked at before this */
PulseVerdict coin_tick(CoinSlot *slot, bool level, bool moved, uint32_t now);

#endif
