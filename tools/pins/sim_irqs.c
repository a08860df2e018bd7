/*
 * The simulated interrupts of gpio-sim. Debian's kernel is built without them
 * (CONFIG_IRQ_SIM), so they go into the module: the kernel's own file, unchanged,
 * that may have one function a module is not given.
 */
#include <linux/irq.h>
#include <linux/irqdesc.h>

#define irq_to_desc(irq) irq_data_to_desc(irq_get_irq_data(irq))
#include "irq_sim.c"
