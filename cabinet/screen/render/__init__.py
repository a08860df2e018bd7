"""From a picture to pixels: the only room that calls pygame to draw.

`painter.paint` draws a picture on the 640 x 360 canvas, `presenter.Presenter` enlarges
it with glow and scanlines (`effects`); `fonts` and `sprites` are the drawn letters and
figures.
"""
