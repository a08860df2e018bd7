"""One cabinet of many: what it tells a broker, and what may be asked of it.

A program of its own, so that the counter never waits for a network. It reads the
books like any visitor, listens in the hallway, and knows the only MQTT client and the
only signatures of the house.
"""
