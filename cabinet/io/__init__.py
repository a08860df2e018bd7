"""The wires: the only place that knows gpiod, gpiozero and pyserial.

`registry.open_io` opens the backend that the settings name; each backend offers
`cabinet.core.ports.IoPort`. `sim.SimPort` is the simulated one, `recorder.record_to`
records any of them on a tape, `recorder.TapePort` plays one.
docs/adding-an-io-backend.md shows how to write another.
"""
