#include "coins.h"

#include <string.h>

const CoinWindow COIN_WINDOW = {
    .min_ms = 12, .max_ms = 80, .gap_ms = 20, .jam_ms = 500, .max_per_s = 12};

bool window_makes_sense(const CoinWindow *window)
{
    return window->min_ms >= 2 && window->min_ms < window->max_ms
           && window->max_ms < window->jam_ms && window->jam_ms <= WINDOW_MAX_MS
           && window->gap_ms <= WINDOW_MAX_MS && window->max_per_s >= 1
           && window->max_per_s <= RATE_MAX;
}

bool same_window(const CoinWindow *one, const CoinWindow *other)
{
    return one->min_ms == other->min_ms && one->max_ms == other->max_ms
           && one->gap_ms == other->gap_ms && one->jam_ms == other->jam_ms
           && one->max_per_s == other->max_per_s;
}

void coin_begin(CoinSlot *slot, const CoinWindow *window, bool level, uint32_t now)
{
    *slot = (CoinSlot){.window = *window};
    slot->since = slot->began = slot->ended = now;
    slot->level = slot->active = slot->jammed = level;
}

void coin_doubt(CoinSlot *slot, bool level)
{
    slot->doubtful = slot->active || slot->level || level;
}

/* Noise */

static void distrust(CoinSlot *slot)
{
    slot->noisy = true;
    slot->refusals = 0;
}

static void count_chatter(CoinSlot *slot, uint32_t now)
{
    if (!slot->chatter)
        slot->chatter_from = now;
    if (++slot->chatter <= CHATTER)
        return;
    slot->chatter = 0;
    if (now - slot->chatter_from < 1000 && !slot->noisy)
        distrust(slot);
}

static void count_refusal(CoinSlot *slot, uint32_t now)
{
    memmove(slot->refused, slot->refused + 1,
            sizeof slot->refused - sizeof *slot->refused);
    slot->refused[REFUSALS - 1] = now;
    if (slot->refusals < REFUSALS)
        slot->refusals++;
    if (slot->refusals == REFUSALS && now - slot->refused[0] < REFUSALS_WITHIN_MS
        && !slot->noisy)
        distrust(slot);
}

/* Pulses */

static void forget_old_pulses(CoinSlot *slot, uint32_t now)
{
    while (slot->recents && (uint16_t)(now - slot->recent[slot->oldest]) >= 1000) {
        slot->oldest = (slot->oldest + 1) % RATE_MAX;
        slot->recents--;
    }
}

static bool too_many(CoinSlot *slot)
{
    bool full = slot->recents >= slot->window.max_per_s;
    if (slot->recents == RATE_MAX) {
        slot->oldest = (slot->oldest + 1) % RATE_MAX;
        slot->recents--;
    }
    slot->recent[(slot->oldest + slot->recents++) % RATE_MAX] = (uint16_t)slot->since;
    return full;
}

static PulseVerdict judge(CoinSlot *slot)
{
    slot->width = (uint16_t)(slot->since - slot->began);
    if (slot->jammed)
        return PULSE_FREED;
    if (slot->noisy)
        return PULSE_NOISE;
    if (slot->doubtful)
        return PULSE_LOST;
    if (slot->solid < slot->window.min_ms) {
        slot->width = slot->solid;
        return PULSE_SHORT;
    }
    if (slot->width > slot->window.max_ms)
        return PULSE_LONG;
    if (slot->began - slot->ended < slot->window.gap_ms)
        return PULSE_GAP;
    return too_many(slot) ? PULSE_RATE : PULSE_COIN;
}

static PulseVerdict settle(CoinSlot *slot, uint32_t now)
{
    slot->active = slot->level;
    if (slot->active) {
        slot->began = slot->since;
        return PULSE_NONE;
    }
    PulseVerdict verdict = judge(slot);
    slot->ended = slot->since;
    slot->solid = 0;
    slot->jammed = slot->doubtful = false;
    if (verdict != PULSE_COIN && verdict != PULSE_FREED)
        count_refusal(slot, now);
    return verdict;
}

static void note_move(CoinSlot *slot, bool level, uint32_t now)
{
    uint32_t stretch = now - slot->since;
    if (slot->level && stretch > slot->solid)
        slot->solid = stretch > WINDOW_MAX_MS ? WINDOW_MAX_MS : (uint16_t)stretch;
    slot->level = level;
    slot->since = now;
    count_chatter(slot, now);
}

static void rest(CoinSlot *slot, uint32_t still)
{
    if (still >= SETTLE_MS)
        slot->doubtful = false;
    if (still >= CALM_MS)
        slot->noisy = false;
}

PulseVerdict coin_tick(CoinSlot *slot, bool level, bool moved, uint32_t now)
{
    uint8_t patience = slot->window.min_ms < 2 * SETTLE_MS
                           ? (uint8_t)(slot->window.min_ms / 2)
                           : SETTLE_MS;
    forget_old_pulses(slot, now);
    if (moved || level != slot->level)
        note_move(slot, level, now);
    if (slot->level != slot->active)
        return now - slot->since >= patience ? settle(slot, now) : PULSE_NONE;
    if (slot->active && !slot->jammed && now - slot->began >= slot->window.jam_ms) {
        slot->jammed = true;
        slot->width = (uint16_t)(now - slot->began);
        return PULSE_JAMMED;
    }
    if (!slot->active)
        rest(slot, now - slot->since);
    return PULSE_NONE;
}
