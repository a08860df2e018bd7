/* A microcontroller made of nothing: libsimavr behind a few plain functions.
 *
 * Everything happens in simulated time, counted in CPU cycles: no threads, no wall
 * clock, no files, so the same calls give the same bytes at the same cycles. Pins are
 * named by port and bit; port 'X' is the chain of shift registers (74HC165), whose
 * wires to the chip are modelled here: C2 load, C3 clock, C4 data. */
#include <simavr/avr_eeprom.h>
#include <simavr/avr_extint.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_elf.h>
#include <stdarg.h>

#include "hilsim.h"

enum { PCIFR = 0x3B, EIFR = 0x3C };

uint64_t hil_cycle(Hil *h)
{
    return h->before_reset + h->avr->cycle;
}

void *append(List *list, size_t size)
{
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 256;
        list->items = realloc(list->items, list->room * size);
        if (!list->items)
            abort();
    }
    return (char *)list->items + size * list->count++;
}

void forget_taken(List *list)
{
    if (list->taken == list->count)
        list->taken = list->count = 0;
}

/* Serial port */

static void on_byte(avr_irq_t *irq, uint32_t value, void *param)
{
    Hil *h = param;
    (void)irq;
    SentByte *sent = append(&h->sent, sizeof *sent);
    *sent = (SentByte){hil_cycle(h), value};
}

static void on_may_hear(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)value;
    ((Hil *)param)->may_hear = 1;
}

static void on_must_wait(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    if (value)
        ((Hil *)param)->may_hear = 0;
}

static void feed_line(Hil *h)
{
    while (h->may_hear && h->line.taken < h->line.count)
        avr_raise_irq(h->uart, ((uint8_t *)h->line.items)[h->line.taken++]);
    forget_taken(&h->line);
}

/* Life */

static void no_words(avr_t *avr, const int level, const char *format, va_list words)
{
    (void)avr;
    (void)level;
    (void)format;
    (void)words;
}

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr;
    (void)cycles;
}

static void on_reset(avr_t *avr)
{
    Hil *h = avr->custom.data;
    if (h->reset_core)
        h->reset_core(avr);
    h->resets++;
    h->was_reset = 1;
}

/* These flags are cleared by writing ones, which simavr does not know. */
static void clear_flags(avr_t *avr, avr_io_addr_t address, uint8_t ones, void *param)
{
    (void)param;
    avr->data[address] &= ~ones;
}

static void wake_up(Hil *h)
{
    /* Default for INT0 and INT1: look every cycle while the pin is low. */
    avr_extint_set_strict_lvl_trig(h->avr, 0, 0);
    avr_extint_set_strict_lvl_trig(h->avr, 1, 0);
    h->was_reset = 0;
    h->may_hear = 0;
    h->line.taken = h->line.count = 0;
    hold_pins_again(h);
}

static void listen(Hil *h)
{
    uint32_t flags = 0; /* no echo to stdout, no sleeping in polls */
    avr_ioctl(h->avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_t *uart = avr_io_getirq(h->avr, AVR_IOCTL_UART_GETIRQ('0'), 0);
    h->uart = uart + UART_IRQ_INPUT;
    avr_irq_register_notify(uart + UART_IRQ_OUTPUT, on_byte, h);
    avr_irq_register_notify(uart + UART_IRQ_OUT_XON, on_may_hear, h);
    avr_irq_register_notify(uart + UART_IRQ_OUT_XOFF, on_must_wait, h);
}

Hil *hil_new(const char *elf, const char *mcu, uint32_t frequency,
             const uint8_t *eeprom)
{
    elf_firmware_t firmware = {0};
    avr_global_logger_set(no_words);
    avr_t *avr = avr_make_mcu_by_name(mcu);
    if (!avr || elf_read_firmware(elf, &firmware))
        return NULL;
    Hil *h = calloc(1, sizeof *h);
    h->avr = avr;
    avr_init(avr);
    firmware.frequency = frequency;
    avr_load_firmware(avr, &firmware);
    avr->frequency = frequency;
    avr->log = LOG_NONE;
    avr->sleep = no_sleep;
    avr->custom.data = h;
    h->reset_core = avr->reset;
    avr->reset = on_reset;
    avr_register_io_write(avr, PCIFR, clear_flags, NULL);
    avr_register_io_write(avr, EIFR, clear_flags, NULL);
    listen(h);
    watch_pins(h);
    avr_eeprom_desc_t whole = {
        .ee = (uint8_t *)eeprom, .offset = 0, .size = EEPROM_BYTES};
    if (eeprom)
        avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &whole);
    wake_up(h);
    return h;
}

void hil_free(Hil *h)
{
    avr_terminate(h->avr);
    free(h->plan.items);
    free(h->sent.items);
    free(h->driven.items);
    free(h->line.items);
    free(h);
}

/* Runs up to an absolute cycle; false when the program has crashed. */
int hil_run_until(Hil *h, uint64_t cycle)
{
    uint64_t last = h->avr->cycle;
    while (hil_cycle(h) < cycle) {
        uint64_t left = cycle - hil_cycle(h);
        h->avr->run_cycle_limit = left < 1000 ? left : 1000;
        int state = avr_run(h->avr);
        if (h->avr->cycle < last)
            h->before_reset += last;
        last = h->avr->cycle;
        if (h->was_reset)
            wake_up(h);
        feed_line(h);
        if (state == cpu_Done || state == cpu_Crashed)
            return 0;
    }
    return 1;
}

void hil_reset(Hil *h)
{
    uint64_t last = h->avr->cycle;
    avr_reset(h->avr);
    if (h->avr->cycle < last)
        h->before_reset += last;
    wake_up(h);
}

uint32_t hil_resets(Hil *h)
{
    return h->resets;
}

/* Hands */

void hil_write(Hil *h, const uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++)
        *(uint8_t *)append(&h->line, 1) = bytes[i];
    feed_line(h);
}

/* Breaks what a program believes about its own memory or registers. */
void hil_poke(Hil *h, int address, uint8_t value)
{
    avr_core_watch_write(h->avr, address, value);
}

/* Eyes */

int hil_read(Hil *h, uint8_t *bytes, uint64_t *at, int room)
{
    int count = 0;
    SentByte *sent = h->sent.items;
    for (; count < room && h->sent.taken < h->sent.count; h->sent.taken++, count++) {
        bytes[count] = sent[h->sent.taken].byte;
        at[count] = sent[h->sent.taken].at;
    }
    forget_taken(&h->sent);
    return count;
}

int hil_driven(Hil *h, uint8_t *ports, uint8_t *bits, uint8_t *levels, uint64_t *at,
               int room)
{
    int count = 0;
    PinChange *driven = h->driven.items;
    for (; count < room && h->driven.taken < h->driven.count;
         h->driven.taken++, count++) {
        PinChange *change = &driven[h->driven.taken];
        ports[count] = change->port;
        bits[count] = change->bit;
        levels[count] = change->level;
        at[count] = change->at;
    }
    forget_taken(&h->driven);
    return count;
}

void hil_eeprom(Hil *h, uint8_t *bytes)
{
    avr_eeprom_desc_t whole = {.ee = bytes, .offset = 0, .size = EEPROM_BYTES};
    avr_ioctl(h->avr, AVR_IOCTL_EEPROM_GET, &whole);
}
