#include "core.h"

#include <string.h>

#include "talk.h"

/* Watching the lines */

/* Three counters stand upright, one bit of each for every line: they count for how
 * many milliseconds a line has not been what it is settled at. */
static uint32_t settled_changes(Core *core, uint32_t levels, uint32_t moved)
{
    uint32_t differ = (levels ^ core->inputs) & ~(moved & STEADY_LINES);
    uint32_t *c = core->counter;
    uint32_t carry = c[0] & c[1];
    uint32_t eighth = carry & c[2] & differ;
    c[2] = (c[2] ^ carry) & differ;
    c[1] = (c[1] ^ c[0]) & differ;
    c[0] = ~c[0] & differ;
    uint32_t fifth = c[2] & ~c[1] & c[0];
    uint32_t flip = (fifth & STEADY_LINES) | (eighth & ~STEADY_LINES)
                    | (differ & levels & ~STEADY_LINES);
    return flip & ~COIN_LINES;
}

static void watch_buttons(Core *core, uint32_t levels, uint32_t moved)
{
    uint32_t flip = settled_changes(core, levels, moved);
    if (!flip)
        return;
    core->inputs ^= flip;
    for (uint8_t i = 0; i < 3; i++)
        core->counter[i] &= ~flip;
    core->input_due = true;
}

static void watch_coin(Core *core, uint8_t slot, bool level, bool moved)
{
    CoinSlot *coin = &core->coins[slot];
    bool noisy = coin->noisy;
    PulseVerdict verdict = coin_tick(coin, level, moved, core->now);
    core->inputs &= ~LINE(slot);
    core->inputs |= coin->active ? LINE(slot) : 0;
    if (verdict == PULSE_COIN) {
        core->totals[slot]++;
        core->last_slot = slot + 1;
        core->last_width = coin->width;
        core->last_at = core->now;
        core->record_due = core->coin_due = true;
    } else if (verdict != PULSE_NONE && core->welcomed) {
        say_pulse(core, slot, verdict);
    }
    if (coin->noisy != noisy && core->welcomed)
        say_pulse(core, slot, coin->noisy ? PULSE_NOISY : PULSE_QUIET);
}

/* Time */

static void run_meter(Core *core)
{
    if (core->meter_ms && --core->meter_ms)
        return;
    if (core->meter == METER_PULLS) {
        core->meter = METER_RESTS;
        core->meter_ms = core->meter_off_ms;
        return;
    }
    if (core->meter == METER_RESTS) {
        core->meter = METER_IDLE;
        core->meter_made++;
        core->report_at = core->now - REPORT_MS; /* the host waits for it */
    }
    if ((int8_t)(core->meter_wanted - core->meter_made) > 0) {
        core->meter = METER_PULLS;
        core->meter_ms = core->meter_on_ms;
    }
}

static void miss_the_host(Core *core)
{
    if (!core->attended || core->now - core->heard_at < HOST_SILENCE_MS)
        return;
    core->attended = false;
    core->wanted = 0;
    core->meter_wanted = core->meter_made;
}

/* Reports wait for a pulse to end, so that none lies in front of a coin. */
static bool report_due(const Core *core)
{
    uint32_t since = core->now - core->report_at;
    if (since < REPORT_MS)
        return false;
    for (uint8_t slot = 0; slot < SLOTS; slot++)
        if (core->coins[slot].level || core->coins[slot].active)
            return since >= REPORT_MS + REPORT_WAIT_MS;
    return true;
}

static void tell(Core *core)
{
    bool uncredited = memcmp(core->totals, core->credited, sizeof core->totals) != 0;
    if (core->welcomed) {
        bool again = uncredited && core->now - core->coin_at >= COIN_AGAIN_MS;
        if ((core->coin_due || again) && say_coin(core)) {
            core->coin_due = false;
            core->coin_at = core->now;
        }
        if (core->input_due && say_input(core))
            core->input_due = false;
    }
    if (report_due(core) && (core->welcomed ? say_state(core) : say_hello(core)))
        core->report_at = core->now;
}

void core_tick(Core *core, uint32_t levels, uint32_t moved, uint8_t lost)
{
    core->now += 1 + (uint32_t)lost;
    for (uint8_t slot = 0; lost && slot < SLOTS; slot++)
        coin_doubt(&core->coins[slot], levels & LINE(slot));
    for (uint8_t slot = 0; slot < SLOTS; slot++)
        watch_coin(core, slot, levels & LINE(slot), moved & LINE(slot));
    watch_buttons(core, levels, moved);
    miss_the_host(core);
    run_meter(core);
    tell(core);
}

void core_begin(Core *core, uint32_t fresh_name, uint8_t reset_cause,
                uint32_t levels)
{
    memset(core, 0, sizeof *core);
    memory_load(&core->memory);
    core->name_due = core->memory.board == 0;
    if (core->name_due)
        core->memory.board = fresh_name;
    core->record_due = true;
    core->boots = core->memory.newest.boots + 1;
    core->reset_cause = reset_cause;
    core->inputs = levels;
    core->report_at = (uint32_t)0 - REPORT_MS;
    core->coin_at = (uint32_t)0 - COIN_AGAIN_MS;
    core->meter_on_ms = core->meter_off_ms = METER_MS;
    for (uint8_t slot = 0; slot < SLOTS; slot++) {
        core->totals[slot] = core->memory.newest.totals[slot];
        core->base[slot] = core->totals[slot] - core->memory.newest.since[slot];
        coin_begin(&core->coins[slot], &core->memory.windows[slot],
                   levels & LINE(slot), 0);
    }
}

uint8_t core_outputs(const Core *core)
{
    uint8_t meter = core->meter == METER_PULLS ? OUT_METER : 0;
    return (core->attended && core->welcomed ? core->wanted : 0) | meter;
}

static Record record_of(const Core *core)
{
    Record record = {.boots = core->boots};
    for (uint8_t slot = 0; slot < SLOTS; slot++) {
        uint32_t since = core->totals[slot] - core->base[slot];
        record.totals[slot] = core->totals[slot];
        if (!core->welcomed && !core->welcoming)
            record.since[slot] = since > UINT8_MAX ? UINT8_MAX : (uint8_t)since;
    }
    return record;
}

bool core_remember(Core *core, MemoryWrite *write)
{
    if (core->name_due) {
        core->name_due = false;
        *write = memory_name(&core->memory, core->memory.board);
        return true;
    }
    if (core->record_due) {
        core->record_due = false;
        core->settling = core->welcoming;
        *write = memory_keep(&core->memory, record_of(core));
        return true;
    }
    for (uint8_t slot = 0; slot < SLOTS; slot++) {
        const CoinWindow *window = &core->coins[slot].window;
        if (same_window(window, &core->memory.windows[slot]))
            continue;
        *write = memory_window(&core->memory, slot, *window);
        return true;
    }
    return false;
}

void core_remembered(Core *core)
{
    if (!core->settling)
        return;
    core->settling = core->welcoming = false;
    core->welcomed = true;
}
