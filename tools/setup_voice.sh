#!/bin/sh
# The voice of people who do not see the screen, and what plays it on headphones.
# Installs them when it runs as root; without them their tests are skipped, and say so.
set -eu
command -v espeak-ng >/dev/null && command -v aplay >/dev/null && exit 0
install="apt-get install -y --no-install-recommends espeak-ng alsa-utils"
skip() {
    printf 'setup: no voice, what it says will NOT be heard in a test: %s\n' "$*" >&2
    exit 0
}
command -v apt-get >/dev/null || skip "install espeak-ng and aplay with your system's package manager"
[ "$(id -u)" = 0 ] || skip "sudo $install"
printf 'setup: installing the system packages espeak-ng and alsa-utils\n'
{ $install -qq || { apt-get update -qq && $install -qq; }; } >/dev/null 2>&1 || skip "$install failed"
