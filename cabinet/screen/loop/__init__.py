"""The screen program: its loop, its window, and what it shows when.

`program.ScreenLoop` runs frame by frame, `controller.ScreenController` decides what is
shown, `window.Window` shows it. `demo_player.DemoPlayer` plays games in attract.
"""
