"""The simulated front panel under the picture.

`panel.Panel` turns keys and clicks into touches of wires, `panel.panel_picture` draws.
"""
