"""The till and the state machine as pure values: events in, state and effects out.

No clock, disk, screen or wire: time is in the events. `events` has everything that can
happen, `operating.OperatingSettings` what the operator decides, `ports.IoPort` and its
neighbours what the outside has to offer. The rooms are `inputs`, `money` and
`modes`.
"""
