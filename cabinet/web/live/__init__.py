"""The cabinet in a browser: its picture, its sounds and its front panel.

`stream.LiveStreams` carries pictures and sounds, `front_panel.FrontPanel` the buttons,
`pages.front_routes` the page.
"""
