"""One cabinet of many: what it tells a broker, and what may be asked of it.

A program of its own, so that the counter never waits for a network. It reads the
books like any reader, listens to the counter, and knows the only MQTT client and the
only signatures.
"""
