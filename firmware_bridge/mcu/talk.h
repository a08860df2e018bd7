/* The words of ../PROTOCOL.md, as the chip says and obeys them. */
#ifndef TALK_H
#define TALK_H

#include "core.h"

/* Each is false when the sending queue has no room: say it again later. */
bool say_hello(Core *core);
bool say_state(Core *core);
bool say_input(Core *core);
bool say_coin(Core *core);

/* Said once; what matters of it is also in STATE. */
void say_pulse(Core *core, uint8_t slot, PulseVerdict verdict);

#endif
