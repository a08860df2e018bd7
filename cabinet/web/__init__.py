"""The web program: the only place that knows starlette.

`program.run_web` serves, `routes.site` has every address: `console` for the operator,
`phones` for players, `live` for the cabinet in a browser, `metrics` for Prometheus.
"""
