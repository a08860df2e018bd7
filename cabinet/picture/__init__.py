"""Pictures as data: shapes on a canvas, and shapes that move. No pygame here.

A picture is a tuple of shapes such as `shapes.Box` and `shapes.Text`; `motion` moves
them frame by frame. `cabinet.screen.render` draws them.
"""
