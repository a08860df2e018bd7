#!/bin/sh
# What reads the scripts of systemd/ and tools/. Installs it when it runs as root;
# without it one test is skipped, and says so.
set -eu
command -v shellcheck >/dev/null && exit 0
install="apt-get install -y --no-install-recommends shellcheck"
skip() {
    printf 'setup: no shellcheck, the scripts will NOT be linted: %s\n' "$*" >&2
    exit 0
}
command -v apt-get >/dev/null || skip "install it with your system's package manager"
[ "$(id -u)" = 0 ] || skip "sudo $install"
printf 'setup: installing the system package shellcheck\n'
{ $install -qq || { apt-get update -qq && $install -qq; }; } >/dev/null 2>&1 || skip "$install failed"
