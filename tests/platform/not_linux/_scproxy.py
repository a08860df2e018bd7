"""What Python on a Mac asks about proxies; there are none."""


def _get_proxies():
    return {}


def _get_proxy_settings():
    return {}
