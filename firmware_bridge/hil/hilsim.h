/* The parts of the simulated board; see hilsim.c. */
#ifndef HILSIM_H
#define HILSIM_H

#include <simavr/sim_avr.h>
#include <stdint.h>
#include <stdlib.h>

enum { B, C, D, PORTS, CHAIN = PORTS };
enum { EEPROM_BYTES = 1024 };

typedef struct {
    uint64_t at;
    uint8_t port, bit, level;
} PinChange;

typedef struct {
    uint64_t at;
    uint8_t byte;
} SentByte;

typedef struct {
    void *items;
    size_t count, room, taken;
} List;

typedef struct {
    int port, bit;
    struct Hil *hil;
} Pin;

typedef struct Hil {
    avr_t *avr;
    uint64_t before_reset; /* a newer simavr counts from 0 again after a reset */
    uint32_t resets;
    int was_reset;
    void (*reset_core)(avr_t *);
    List plan;   /* of PinChange, in order of time */
    List sent;   /* of SentByte */
    List driven; /* of PinChange: what the program did to its outputs */
    List line;   /* of uint8_t: on their way to the chip */
    int may_hear;
    uint8_t held[PORTS], level[PORTS]; /* pins that somebody outside holds */
    uint8_t output[PORTS];             /* the last level of each output told */
    Pin pins[PORTS][8];
    avr_irq_t *irqs[PORTS];
    uint16_t chain, shifting;
    avr_irq_t *uart;
} Hil;

extern const char NAMES[]; /* of the ports, then of the chain */

uint64_t hil_cycle(Hil *h);
void *append(List *list, size_t size);
void forget_taken(List *list);

/* wires.c */
void watch_pins(Hil *h);
void hold_pins_again(Hil *h); /* after a reset */
void arm_plan(Hil *h);

#endif
