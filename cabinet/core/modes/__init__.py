"""The state machine: `step.step` takes one event and returns a state and effects.

`step.step` is the only writer of money and mode. The state is `state.Cabinet`; each
kind of event has a module of its own. Lamps and lock-out follow from the state:
`outputs.lights` and `outputs.accepts_coins`.
"""
