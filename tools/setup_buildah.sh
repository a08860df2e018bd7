#!/bin/sh
# What builds and runs the container image in a test, with no engine running. Installs
# it when it runs as root; without it one test is skipped, and says so.
set -eu
command -v buildah >/dev/null && command -v mmdebstrap >/dev/null && exit 0
install="apt-get install -y --no-install-recommends buildah mmdebstrap"
skip() {
    printf 'setup: no buildah, the container image will NOT be tried: %s\n' "$*" >&2
    exit 0
}
command -v apt-get >/dev/null || skip "install it with your system's package manager"
[ "$(id -u)" = 0 ] || skip "sudo $install"
printf 'setup: installing the system packages buildah and mmdebstrap\n'
{ $install -qq || { apt-get update -qq && $install -qq; }; } >/dev/null 2>&1 || skip "$install failed"
