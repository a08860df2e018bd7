/* Noise, commands, restarts and crowded queues; see core.h for the law that holds. */
#include <stdio.h>

#include "bytes.h"
#include "native.h"

static uint64_t chance;

static uint32_t draw(uint32_t below)
{
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (uint32_t)(chance >> 20) % below;
}

static uint8_t fuzzy_command(const Core *core, uint8_t *frame)
{
    static const uint8_t sizes[] = {4, 13, 0, 2, 8, 10, 4, 4, 4};
    uint8_t payload[PAYLOAD_MAX];
    uint8_t kind = (uint8_t)draw(11), size = kind < 9 ? sizes[kind] : (uint8_t)draw(40);
    for (uint8_t i = 0; i < size; i++)
        payload[i] = (uint8_t)draw(draw(3) ? 8 : 256);
    if (kind == 1 && draw(2)) {
        payload[0] = PROTOCOL;
        put32(payload + 1, core->nonce);
        put32(payload + 5, core->base[0] + draw(3));
        put32(payload + 9, core->base[1]);
    }
    return frame_encode(kind < 9 ? ASK + kind : (uint8_t)draw(256), (uint8_t)draw(256),
                        payload, size, frame);
}

static void fuzz_host(Core *core)
{
    uint8_t frame[FRAME_MAX];
    uint8_t length = fuzzy_command(core, frame);
    if (!draw(4))
        frame[draw(length)] ^= (uint8_t)(1u << draw(8));
    for (uint8_t i = 0; i < length; i++)
        core_hear(core, frame[i]);
    for (uint32_t noise = draw(4) ? 0 : draw(200); noise; noise--)
        core_hear(core, (uint8_t)draw(256));
}

static void check_sent(void)
{
    static const uint8_t sizes[] = {40, 3, 22, 8, 15, 8};
    FrameReader reader = {0};
    for (size_t i = 0; i < sent_count; i++) {
        FrameNews news = frame_feed(&reader, sent[i]);
        insist(news != FRAME_BAD, "the chip sends only good frames");
        if (news != FRAME_GOOD)
            continue;
        uint8_t kind = reader.bytes[0] - HELLO;
        insist(kind < sizeof sizes && reader.length == sizes[kind] + 2,
               "every message has its length");
    }
    sent_count = 0;
}

static void check_law(const Core *core, const uint32_t before[SLOTS])
{
    for (int slot = 0; slot < SLOTS; slot++)
        insist(core->totals[slot] >= before[slot], "totals never fall");
    insist(core->welcomed || !(core_outputs(core) & OUT_LOCKOUT),
           "no coins without a welcome");
    insist(core->attended || !(core_outputs(core) & OUT_LOCKOUT),
           "no coins without a host");
    for (int slot = 0; slot < SLOTS; slot++)
        insist(window_makes_sense(&core->coins[slot].window), "a window makes sense");
}

int fuzz(uint64_t seed, long rounds)
{
    Core core;
    chance = seed * 0x9E3779B97F4A7C15u + 1;
    for (size_t i = 0; i < sizeof eeprom; i++)
        eeprom[i] = draw(2) ? 0xFF : (uint8_t)draw(256);
    core_begin(&core, 0xC0FFEE, 1, 0);
    uint32_t levels = 0;
    for (long round = 0; round < rounds; round++) {
        uint32_t before[SLOTS] = {core.totals[0], core.totals[1]};
        room = (uint8_t)(draw(8) ? 255 : draw(80));
        if (!draw(3))
            fuzz_host(&core);
        if (!draw(4))
            levels ^= 1u << draw(LINES);
        for (uint32_t n = draw(draw(50) ? 40 : 4000); n; n--)
            core_tick(&core, levels, draw(20) ? 0 : draw(1u << LINES),
                      (uint8_t)(draw(99) ? 0 : draw(256)));
        check_law(&core, before);
        check_sent();
        if (!draw(4))
            remember(&core);
        if (!draw(200)) {
            remember(&core);
            CoinWindow kept = core.coins[0].window;
            core_begin(&core, 0xC0FFEE, 4, levels);
            insist(same_window(&kept, &core.coins[0].window), "a window is kept");
        }
    }
    printf("%ld rounds, %u and %u coins\n", rounds, core.totals[0], core.totals[1]);
    return 0;
}
