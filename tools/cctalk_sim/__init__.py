"""Devices that speak ccTalk, simulated byte by byte, with their faults."""
