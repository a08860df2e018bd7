"""The simulated front panel under the picture.

`panel.SimPanel` turns keys and clicks into touches of wires; `panel.panel_picture`
draws.
"""
