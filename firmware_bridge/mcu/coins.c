#include "coins.h"

const CoinWindow COIN_WINDOW = {
    .min_ms = 12, .max_ms = 80, .gap_ms = 20, .jam_ms = 500, .max_per_s = 12};

bool window_makes_sense(const CoinWindow *window)
{
    return window->min_ms >= 2 && window->min_ms < window->max_ms
           && window->max_ms < window->jam_ms && window->jam_ms <= WINDOW_MAX_MS
           && window->gap_ms <= WINDOW_MAX_MS && window->max_per_s >= 1
           && window->max_per_s <= RATE_MAX;
}

void coin_begin(CoinSlot *slot, bool level, uint32_t now)
{
    *slot = (CoinSlot){.window = COIN_WINDOW};
    slot->since = slot->began = slot->ended = now;
    slot->level = slot->active = slot->jammed = level;
}

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

static PulseVerdict settle(CoinSlot *slot)
{
    slot->active = slot->level;
    if (slot->active) {
        slot->began = slot->since;
        return PULSE_NONE;
    }
    PulseVerdict verdict = judge(slot);
    slot->ended = slot->since;
    slot->solid = 0;
    slot->jammed = false;
    return verdict;
}

static void note_move(CoinSlot *slot, bool level, uint32_t now)
{
    uint32_t stretch = now - slot->since;
    if (slot->level && stretch > slot->solid)
        slot->solid = stretch > WINDOW_MAX_MS ? WINDOW_MAX_MS : (uint16_t)stretch;
    slot->level = level;
    slot->since = now;
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
        return now - slot->since >= patience ? settle(slot) : PULSE_NONE;
    if (slot->active && !slot->jammed && now - slot->began >= slot->window.jam_ms) {
        slot->jammed = true;
        slot->width = (uint16_t)(now - slot->began);
        return PULSE_JAMMED;
    }
    return PULSE_NONE;
}
