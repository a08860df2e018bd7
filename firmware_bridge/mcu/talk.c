#include "talk.h"

#include <string.h>

#include "bytes.h"

/* Sending */

static bool send(Core *core, uint8_t type, const uint8_t *payload, uint8_t size)
{
    uint8_t frame[FRAME_MAX];
    uint8_t length = frame_encode(type, core->sequence, payload, size, frame);
    if (port_room() < length)
        return false;
    core->sequence++;
    for (uint8_t i = 0; i < length; i++)
        port_send(frame[i]);
    return true;
}

static uint8_t *put_totals(uint8_t *at, const uint32_t totals[SLOTS])
{
    put32(at, totals[0]);
    put32(at + 4, totals[1]);
    return at + 8;
}

bool say_hello(Core *core)
{
    uint8_t p[40] = {PROTOCOL, FIRMWARE_MAJOR, FIRMWARE_MINOR, core->welcomed};
    put32(p + 4, core->nonce);
    put32(p + 8, core->memory.board);
    put16(p + 12, core->boots);
    p[14] = core->reset_cause;
    put_totals(put_totals(p + 15, core->base), core->totals);
    put32(p + 31, core->inputs);
    put32(p + 35, core->now);
    p[39] = core->meter_made;
    return send(core, HELLO, p, sizeof p);
}

bool say_state(Core *core)
{
    uint8_t p[22];
    put32(p, core->inputs);
    p[4] = core_outputs(core);
    p[5] = (uint8_t)(core->coins[0].jammed | core->coins[1].jammed << 1
                     | core->coins[0].noisy << 4 | core->coins[1].noisy << 5);
    put_totals(p + 6, core->totals);
    put32(p + 14, core->now);
    p[18] = core->bad_frames;
    p[19] = port_lost_bytes();
    p[20] = port_lost_ticks();
    p[21] = core->meter_made;
    return send(core, STATE, p, sizeof p);
}

bool say_input(Core *core)
{
    uint8_t p[8];
    put32(p, core->inputs);
    put32(p + 4, core->now);
    return send(core, INPUT, p, sizeof p);
}

bool say_coin(Core *core)
{
    uint8_t p[15];
    put_totals(p, core->totals);
    p[8] = core->last_slot;
    put16(p + 9, core->last_width);
    put32(p + 11, core->last_at);
    return send(core, COIN, p, sizeof p);
}

void say_pulse(Core *core, uint8_t slot, PulseVerdict verdict)
{
    uint8_t p[8] = {slot + 1, verdict};
    put16(p + 2, core->coins[slot].width);
    put32(p + 4, core->now);
    send(core, PULSE, p, sizeof p);
}

static void reply(Core *core, const uint8_t *command, uint8_t result)
{
    uint8_t p[3] = {command[0], command[1], result};
    if (result != RESULT_NONE && port_room() >= REPLY_ROOM + FRAME_MAX)
        send(core, DONE, p, sizeof p);
}

/* Hearing */

static void ask(Core *core, uint32_t nonce)
{
    if (nonce != core->nonce) { /* what another host wanted */
        core->wanted = 0;
        core->meter_wanted = core->meter_made;
    }
    core->nonce = nonce;
    say_hello(core);
}

static bool counted_before_welcome(const Core *core)
{
    return !core->welcomed && memcmp(core->totals, core->base, sizeof core->base) != 0;
}

static uint8_t welcome(Core *core, const uint8_t *p)
{
    if (p[0] != PROTOCOL)
        return RESULT_BAD_VALUE;
    if (!core->nonce || get32(p + 1) != core->nonce)
        return RESULT_NOT_ASKED;
    for (uint8_t slot = 0; slot < SLOTS; slot++) {
        uint32_t base = get32(p + 5 + 4 * slot);
        if (base <= core->base[slot])
            continue;
        core->totals[slot] += base - core->base[slot];
        core->base[slot] = base;
        core->record_due = true;
    }
    if (counted_before_welcome(core)) {
        core->record_due |= !core->welcoming;
        core->welcoming = true;
        return RESULT_NONE;
    }
    core->welcomed = true;
    core->report_at = core->now - REPORT_MS;
    return RESULT_OK;
}

static uint8_t set_outputs(Core *core, const uint8_t *p)
{
    core->wanted = p[0] & (OUT_LOCKOUT | OUT_LAMP_START | OUT_LAMP_COIN);
    core->meter_wanted = p[1];
    return RESULT_OK;
}

static uint8_t set_credited(Core *core, const uint8_t *p)
{
    for (uint8_t slot = 0; slot < SLOTS; slot++)
        core->credited[slot] = get32(p + 4 * slot);
    return RESULT_OK;
}

static uint8_t set_slot(Core *core, const uint8_t *p)
{
    CoinWindow window = {get16(p + 1), get16(p + 3), get16(p + 5), get16(p + 7), p[9]};
    if (p[0] < 1 || p[0] > SLOTS || !window_makes_sense(&window))
        return RESULT_BAD_VALUE;
    core->coins[p[0] - 1].window = window;
    return RESULT_OK;
}

static uint8_t set_meter(Core *core, const uint8_t *p)
{
    uint16_t on = get16(p), off = get16(p + 2);
    if (on < 1 || on > WINDOW_MAX_MS || off < 1 || off > WINDOW_MAX_MS)
        return RESULT_BAD_VALUE;
    core->meter_on_ms = on;
    core->meter_off_ms = off;
    return RESULT_OK;
}

typedef struct {
    uint8_t size;
    bool needs_welcome;
    uint8_t (*obey)(Core *core, const uint8_t *payload);
} Command;

static uint8_t obey_ping(Core *core, const uint8_t *payload)
{
    (void)core;
    (void)payload;
    return RESULT_OK;
}

static const Command COMMANDS[] = {
    [WELCOME - WELCOME] = {13, false, welcome},
    [PING - WELCOME] = {0, false, obey_ping},
    [OUTPUTS - WELCOME] = {2, true, set_outputs},
    [CREDITED - WELCOME] = {8, true, set_credited},
    [SLOT - WELCOME] = {10, true, set_slot},
    [METER - WELCOME] = {4, true, set_meter},
};

static void obey(Core *core, const uint8_t *frame, uint8_t size)
{
    if (frame[0] == ASK && size == 4) {
        ask(core, get32(frame + 2));
        return;
    }
    uint8_t kind = (uint8_t)(frame[0] - WELCOME);
    if (kind >= sizeof COMMANDS / sizeof *COMMANDS || !COMMANDS[kind].obey)
        reply(core, frame, RESULT_UNKNOWN);
    else if (size != COMMANDS[kind].size)
        reply(core, frame, RESULT_BAD_VALUE);
    else if (COMMANDS[kind].needs_welcome && !core->welcomed)
        reply(core, frame, RESULT_NOT_WELCOMED);
    else
        reply(core, frame, COMMANDS[kind].obey(core, frame + 2));
}

void core_hear(Core *core, uint8_t byte)
{
    switch (frame_feed(&core->reader, byte)) {
    case FRAME_NONE:
        break;
    case FRAME_BAD:
        core->bad_frames++;
        break;
    case FRAME_GOOD:
        core->heard_at = core->now;
        core->attended = true;
        obey(core, core->reader.bytes, core->reader.length - 2);
    }
}
