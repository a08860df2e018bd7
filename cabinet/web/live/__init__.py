"""The cabinet in a browser: its picture, its sounds and its front panel."""
