"""What a game or a backend promises, as checks for the tests of any package.

`games.check_game(GAME)` and `io.check_io_port(bench)` raise AssertionError with the
promise that is broken. `docs/adding-a-game.md` and `docs/adding-an-io-backend.md` show
them in use. No running program imports this package.
"""
