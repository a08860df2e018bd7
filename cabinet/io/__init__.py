"""The wires: the only place that knows gpiozero and pyserial."""
