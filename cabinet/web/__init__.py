"""The web program: the only place that knows starlette.

`program.run_web` serves through two doors (`doors.Door`). `routes.console_site` has
every address of the operator's: `console`, `metrics`, `live` (a cabinet in a browser).
`routes.phone_site` has those of players' `phones`, and nothing else.
"""
