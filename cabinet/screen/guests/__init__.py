"""Guests on the screen: programs of somebody else's, and how they are played.

`controller.GuestController` plays a paid one. `process.GuestProcess` is the program,
under the guard in `runner`; `hands` presses its keys, `stage` gives it the display.
"""
