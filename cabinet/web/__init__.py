"""The web program: the only place that knows starlette.

`program.run_web` serves at two doors: `routes.console_site` has every address of the
operator's, `routes.phone_site` those of the players' phones. `live` is the cabinet in a
browser, `metrics` is for Prometheus.
"""
