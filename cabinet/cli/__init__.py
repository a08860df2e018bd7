"""The command line: one module for each group of commands, and their arguments."""
