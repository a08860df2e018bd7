"""From edges to events: what the wires of buttons and coin acceptors mean.

`decoder.Decoder` hears every edge and states the rules; `buttons.PatientButton`,
`buttons.EagerButton` and `coin_line.CoinLine` are one wire each.
`wired_buttons.WiredButtons` says which buttons there are, `calibration.propose` finds
the pulse of a coin acceptor from ten coins.
"""
