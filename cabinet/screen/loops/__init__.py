"""Loop games on the screen: their process, their pixels, their place in the cabinet.

`controller.LoopController` plays a paid one, `demos.LoopDemos` those that play
themselves. Both talk to a `process.LoopProcess`; `runner` is what runs in it.
"""
