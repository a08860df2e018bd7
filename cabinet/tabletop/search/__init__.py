"""Thinking ahead over the rules of any game: alpha-beta, and Monte Carlo.

Neither knows a game, a clock or a process: a search is given the rules, what the
game knows of its positions (`insight`), its own dice, and `enough`, which says when
to answer. With a limit in nodes instead of time the same question has the same
answer on every machine, compiled or not.
"""
