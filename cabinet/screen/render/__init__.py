"""From a picture to pixels: painter, fonts, sprites, presenters."""
