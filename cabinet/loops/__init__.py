"""Loop games: real-time games that run in a process of their own.

`api` is all that a game's author needs: `LoopGame` describes a game, a `Loop` is one
that runs. `registry` finds what is installed, `run` calls a loop and judges what it
answers, `recording` keeps what its players pressed. The process and its pixels are in
`cabinet/screen/loops`.
"""
