#!/bin/sh
# Read by scripts that need system packages. They have `say` and `fail`, and `look`, which
# calls `need` for each package.

missing=
# need PACKAGE COMMAND…: COMMAND must succeed; PACKAGE is what provides it.
need() {
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

# provide WHO [WITHOUT]: names the packages that are missing with the command that
# installs them, and installs them itself when it runs as root.
provide() {
    missing=
    look
    [ -n "$missing" ] || return 0
    install="apt-get install -y --no-install-recommends$missing"
    command -v apt-get >/dev/null 2>&1 ||
        fail "$1 needs$missing; install them with your system's package manager"
    [ "$(id -u)" = 0 ] || fail "$1 needs$missing. Install them and try again:
    sudo $install${2:-}"
    say "installing the system packages$missing"
    { apt-get update -qq && $install -qq; } >/dev/null || fail "$install failed"
    missing=
    look
    [ -z "$missing" ] || fail "installed, but still not found:$missing"
}
