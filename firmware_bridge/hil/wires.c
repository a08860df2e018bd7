/* Everything between the world and the chip's pins. */
#include <simavr/avr_ioport.h>
#include <simavr/sim_cycle_timers.h>
#include <string.h>

#include "hilsim.h"

enum { LOAD = 2, CLOCK = 3, DATA = 4 };
static const uint16_t DDR[PORTS] = {0x24, 0x27, 0x2A};
const char NAMES[] = "BCDX";

static void hold_pin(Hil *h, int port, int bit, int level)
{
    uint8_t mask = 1 << bit;
    h->held[port] |= mask;
    h->level[port] = (h->level[port] & ~mask) | (level ? mask : 0);
    /* Any write to PORTx raises the pull-ups again: say that the pin is held. */
    avr_ioport_external_t held = {
        .name = NAMES[port], .mask = h->held[port], .value = h->level[port]};
    avr_ioctl(h->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(NAMES[port]), &held);
    avr_raise_irq(h->irqs[port] + bit, level);
}

static void set_wire(Hil *h, int port, int bit, int level)
{
    if (port != CHAIN) {
        hold_pin(h, port, bit, level);
        return;
    }
    uint16_t mask = 1 << bit;
    h->chain = (h->chain & ~mask) | (level ? mask : 0);
}

/* 74HC165: while load is low the inputs are taken; then each rising clock shifts, and
 * the first input is the first one out. */
static void clock_chain(Hil *h, int bit, int level)
{
    uint16_t before = h->shifting;
    if (bit == LOAD && !level)
        h->shifting = h->chain;
    else if (bit == CLOCK && level)
        h->shifting = h->shifting >> 1 | 0x8000;
    if ((before ^ h->shifting) & 1)
        hold_pin(h, C, DATA, h->shifting & 1);
}

static void tell_driven(Hil *h, int port, int bit, int level)
{
    PinChange *change = append(&h->driven, sizeof *change);
    *change = (PinChange){hil_cycle(h), NAMES[port], bit, level};
}

static void on_pin(avr_irq_t *irq, uint32_t value, void *param)
{
    Pin *pin = param;
    Hil *h = pin->hil;
    (void)irq;
    uint8_t mask = 1 << pin->bit, level = !!(value & 0xFF);
    int is_output = h->avr->data[DDR[pin->port]] & mask;
    if (!is_output || !!(h->output[pin->port] & mask) == level)
        return;
    h->output[pin->port] ^= mask;
    if (pin->port == C) {
        clock_chain(h, pin->bit, level);
        return;
    }
    tell_driven(h, pin->port, pin->bit, level);
}

static avr_cycle_count_t on_plan(avr_t *avr, avr_cycle_count_t when, void *param)
{
    Hil *h = param;
    PinChange *plan = h->plan.items;
    (void)avr;
    (void)when;
    while (h->plan.taken < h->plan.count && plan[h->plan.taken].at <= hil_cycle(h)) {
        PinChange *change = &plan[h->plan.taken++];
        set_wire(h, change->port, change->bit, change->level);
    }
    if (h->plan.taken < h->plan.count)
        return plan[h->plan.taken].at - h->before_reset;
    forget_taken(&h->plan);
    return 0;
}

void arm_plan(Hil *h)
{
    avr_cycle_timer_cancel(h->avr, on_plan, h);
    if (h->plan.taken == h->plan.count)
        return;
    uint64_t at = ((PinChange *)h->plan.items)[h->plan.taken].at, now = hil_cycle(h);
    avr_cycle_timer_register(h->avr, at > now ? at - now : 1, on_plan, h);
}

void watch_pins(Hil *h)
{
    h->chain = h->shifting = 0xFFFF;
    for (int port = 0; port < PORTS; port++) {
        uint32_t pins = AVR_IOCTL_IOPORT_GETIRQ(NAMES[port]);
        h->irqs[port] = avr_io_getirq(h->avr, pins, 0);
        for (int bit = 0; bit < 8; bit++) {
            h->pins[port][bit] = (Pin){port, bit, h};
            avr_irq_register_notify(h->irqs[port] + bit, on_pin, &h->pins[port][bit]);
        }
    }
}

/* A reset clears PINx, and simavr passes on only what differs from last time: without
 * a change in between every input would read low until somebody moves it. */
static void forget_level(Hil *h, int port, int bit)
{
    int held = h->held[port] >> bit & 1, level = h->level[port] >> bit & 1;
    avr_raise_irq(h->irqs[port] + bit, held && !level);
    if (held)
        hold_pin(h, port, bit, level);
}

void hold_pins_again(Hil *h)
{
    for (int port = 0; port < PORTS; port++) {
        for (int bit = 0; bit < 8; bit++) {
            if (h->output[port] >> bit & 1 && port != C)
                tell_driven(h, port, bit, 0);
            forget_level(h, port, bit);
        }
        h->output[port] = 0;
    }
    arm_plan(h);
}

/* Changes of one moment happen in the order in which they were planned. */
int hil_plan(Hil *h, char name, int bit, int level, uint64_t at)
{
    const char *found = strchr(NAMES, name);
    if (!found)
        return 0;
    append(&h->plan, sizeof(PinChange));
    PinChange *plan = h->plan.items;
    size_t i = h->plan.count - 1;
    for (; i > h->plan.taken && plan[i - 1].at > at; i--)
        plan[i] = plan[i - 1];
    plan[i] = (PinChange){at, found - NAMES, bit, level};
    arm_plan(h);
    return 1;
}
