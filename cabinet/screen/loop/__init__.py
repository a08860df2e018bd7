"""The screen program: its loop, its window, and what it shows when."""
