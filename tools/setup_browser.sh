#!/bin/sh
# What the tests in a browser need of the system: Chromium and its driver.
set -eu
if command -v chromedriver >/dev/null && {
    command -v chromium-headless-shell || command -v chromium ||
        command -v chromium-browser || command -v google-chrome
} >/dev/null; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "browser: install Chromium and chromedriver with your package manager" >&2
    exit 1
fi
as_root=""
[ "$(id -u)" = 0 ] || as_root=sudo
$as_root apt-get install -y --no-install-recommends chromium-driver \
    chromium-headless-shell ||
    $as_root apt-get install -y --no-install-recommends chromium-driver chromium
