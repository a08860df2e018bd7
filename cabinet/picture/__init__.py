"""Pictures as data: shapes on a canvas, and shapes that move. No pygame here."""
