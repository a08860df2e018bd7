"""The command line: one module for each group of commands.

`main.main` is the command `cabinet`; `arguments.parser` has every argument. A command
imports what it needs when it runs, so that `cabinet --help` stays fast.
"""
