"""The operator's web pages: the only place that knows starlette."""
