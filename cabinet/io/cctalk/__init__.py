"""Coin acceptors that speak ccTalk: frames, the talk with one, and the port.

`frames` is the wire format, `coin_ids` what a coin is worth, `session` what is asked
and when (without a clock or a cable), `port` the `BoardPort` of a device of
kind cctalk. What is new in a reading, `cabinet.core.acceptors` says.
"""
