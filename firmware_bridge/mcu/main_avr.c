/* The ATmega328P (Uno, Nano, 16 MHz) under the core: timer, serial port, EEPROM,
 * watchdog, sleep. The pins are listed in ../PROTOCOL.md.
 *
 * Interrupts only move bytes and samples between hardware and queues; the core runs
 * in the main loop and is never interrupted by itself. The watchdog is fed for every
 * millisecond the core has seen, so a stopped timer is a reset as much as a stuck
 * loop. Edges between two samples are read from the flags of the pin interrupts,
 * which stay masked: the fastest noise costs no time. */
#include <avr/boot.h>
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "core.h"

#define BAUD 115200UL
#define CHAIN_LOAD _BV(PC2) /* low: the registers take the levels of their inputs */
#define CHAIN_CLOCK _BV(PC3)
#define CHAIN_DATA _BV(PC4)

static Core the_core;

/* Reset */

static uint8_t reset_cause __attribute__((section(".noinit")));

/* Before main, because a watchdog that bit stays on. Optiboot clears MCUSR and
 * leaves what it said in r2. */
void read_reset_cause(void) __attribute__((naked, used, section(".init3")));
void read_reset_cause(void)
{
    uint8_t from_bootloader;
    __asm__ volatile("mov %0, r2" : "=r"(from_bootloader));
    reset_cause = (MCUSR ? MCUSR : from_bootloader) & 0x0F;
    MCUSR = 0;
    wdt_disable();
}

/* A name for a board that has none: what its maker burned into it, and what its
 * memory happened to hold when the power came. */
static uint32_t fresh_name(void)
{
    extern uint8_t __heap_start;
    uint32_t name = 2166136261UL;
    for (uint8_t i = 0x0E; i < 0x18; i++)
        name = (name ^ boot_signature_byte_get(i)) * 16777619UL;
    for (const uint8_t *p = &__heap_start; p < (const uint8_t *)SP; p++)
        name = (name ^ *p) * 16777619UL;
    return name ? name : 1;
}

/* Samples: one a millisecond, queued so that a late loop loses none */

typedef struct {
    uint32_t levels;
    uint8_t moved; /* INTF0, INTF1 from EIFR; PCIF1, PCIF2 shifted up by two */
    uint8_t lost;  /* milliseconds before it that the queue had no room for */
} Sample;

enum { SAMPLES = 16 };
static volatile Sample samples[SAMPLES];
static volatile uint8_t sample_in, sample_out, lost_ticks;

static uint16_t read_chain(void)
{
    uint16_t bits = 0;
    PORTC &= (uint8_t)~CHAIN_LOAD;
    PORTC |= CHAIN_LOAD;
    for (uint16_t bit = 1; bit; bit <<= 1) {
        if (PINC & CHAIN_DATA)
            bits |= bit;
        PORTC |= CHAIN_CLOCK;
        PORTC &= (uint8_t)~CHAIN_CLOCK;
    }
    return bits;
}

static uint32_t read_levels(void) /* 1: the contact is closed to ground */
{
    uint8_t c = PINC;
    uint8_t direct = (PIND >> 2) | (uint8_t)((c & 3) << 6);
    uint8_t test = c >> 5 & 1;
    return (~(direct | (uint32_t)read_chain() << LINE_CHAIN
              | (uint32_t)test << LINE_TEST))
           & (LINE(LINES) - 1);
}

static uint32_t lines_moved(uint8_t flags)
{
    uint32_t lines = flags & 3;
    if (flags & _BV(PCIF1 + 2))
        lines |= LINE(LINE_SERVICE) | LINE(LINE_DOOR) | LINE(LINE_TEST);
    if (flags & _BV(PCIF2 + 2))
        lines |= LINE(LINE_POWER) | LINE(LINE_START);
    return lines;
}

ISR(TIMER1_COMPA_vect)
{
    static uint8_t moved, lost;
    uint8_t edges = EIFR & 3, groups = PCIFR & (_BV(PCIF1) | _BV(PCIF2));
    EIFR = edges;
    PCIFR = groups;
    moved |= edges | (uint8_t)(groups << 2);
    uint8_t next = (sample_in + 1) % SAMPLES;
    if (next == sample_out) {
        lost_ticks++;
        lost += lost < UINT8_MAX;
        return;
    }
    samples[sample_in].levels = read_levels();
    samples[sample_in].moved = moved;
    samples[sample_in].lost = lost;
    moved = lost = 0;
    sample_in = next;
}

uint8_t port_lost_ticks(void)
{
    return lost_ticks;
}

/* Serial port */

static volatile uint8_t sending[256], send_in, send_out;
static volatile uint8_t heard[64], hear_in, hear_out, lost_bytes;

ISR(USART_UDRE_vect)
{
    if (send_in == send_out)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    else
        UDR0 = sending[send_out++];
}

ISR(USART_RX_vect)
{
    if (UCSR0A & _BV(DOR0))
        lost_bytes++;
    uint8_t byte = UDR0, next = (hear_in + 1) % sizeof heard;
    if (next == hear_out) {
        lost_bytes++;
        return;
    }
    heard[hear_in] = byte;
    hear_in = next;
}

uint8_t port_room(void)
{
    return (uint8_t)(send_out - send_in - 1);
}

void port_send(uint8_t byte)
{
    sending[send_in++] = byte;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) UCSR0B |= _BV(UDRIE0);
}

uint8_t port_lost_bytes(void)
{
    return lost_bytes;
}

/* EEPROM: one byte for each time it says that it is ready */

static MemoryWrite writing;
static uint8_t written;
static volatile bool eeprom_busy;

uint8_t port_eeprom_read(uint16_t address)
{
    return eeprom_read_byte((const uint8_t *)address);
}

static void write_next_byte(void) /* with interrupts off */
{
    for (; written < writing.count; written++) {
        EEAR = writing.address + written;
        EECR |= _BV(EERE);
        if (EEDR == writing.bytes[written])
            continue;
        EEDR = writing.bytes[written++];
        EECR = _BV(EERIE) | _BV(EEMPE);
        EECR |= _BV(EEPE);
        return;
    }
    EECR = 0;
    eeprom_busy = false;
}

ISR(EE_READY_vect)
{
    write_next_byte();
}

static void remember(void)
{
    if (eeprom_busy)
        return;
    if (writing.count)
        core_remembered(&the_core);
    writing.count = 0;
    if (!core_remember(&the_core, &writing))
        return;
    eeprom_busy = true;
    written = 0;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) write_next_byte();
}

/* Outputs: D8 lock-out, D9 meter, D10 and D11 lamps, D13 a host is there */

static void drive(void)
{
    uint8_t out = core_outputs(&the_core), pins = 0;
    if (out & OUT_LOCKOUT)
        pins |= _BV(PB0);
    if (out & OUT_METER)
        pins |= _BV(PB1);
    if (out & OUT_LAMP_START)
        pins |= _BV(PB2);
    if (out & OUT_LAMP_COIN)
        pins |= _BV(PB3);
    if (the_core.attended && the_core.welcomed)
        pins |= _BV(PB5);
    if (PORTB != pins)
        PORTB = pins;
}

static void begin(void)
{
    DDRB = _BV(PB0) | _BV(PB1) | _BV(PB2) | _BV(PB3) | _BV(PB5);
    PORTD = 0xFC;
    PORTC = _BV(PC0) | _BV(PC1) | _BV(PC5) | CHAIN_DATA | CHAIN_LOAD;
    DDRC = CHAIN_LOAD | CHAIN_CLOCK;
    EICRA = _BV(ISC00) | _BV(ISC10);
    PCMSK1 = _BV(PCINT8) | _BV(PCINT9) | _BV(PCINT13);
    PCMSK2 = _BV(PCINT20) | _BV(PCINT21);

    UCSR0A = _BV(U2X0);
    UBRR0 = (F_CPU / 4 / BAUD - 1) / 2;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);

    core_begin(&the_core, fresh_name(), reset_cause, read_levels());
    EIFR = 3;
    PCIFR = _BV(PCIF1) | _BV(PCIF2);
    OCR1A = F_CPU / 8 / 1000 - 1;
    TCCR1B = _BV(WGM12) | _BV(CS11);
    TIMSK1 = _BV(OCIE1A);
    wdt_enable(WDTO_1S);
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
}

static void sleep_until_something_happens(void)
{
    cli();
    if (sample_in == sample_out && hear_in == hear_out) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void)
{
    begin();
    for (;;) {
        while (hear_out != hear_in) {
            uint8_t byte = heard[hear_out];
            hear_out = (hear_out + 1) % sizeof heard;
            core_hear(&the_core, byte);
        }
        if (sample_out != sample_in) {
            uint32_t levels = samples[sample_out].levels;
            uint32_t moved = lines_moved(samples[sample_out].moved);
            uint8_t lost = samples[sample_out].lost;
            sample_out = (sample_out + 1) % SAMPLES;
            core_tick(&the_core, levels, moved, lost);
            wdt_reset();
        }
        drive();
        remember();
        sleep_until_something_happens();
    }
}
