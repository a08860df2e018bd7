#!/bin/sh
# What spells the documents and the words, in English and French. Installs it when it
# runs as root; without it nothing is spelt, and `make check` says so.
set -eu
words="hunspell hunspell-en-gb hunspell-en-us hunspell-fr"
if command -v hunspell >/dev/null; then
    found=$(hunspell -D </dev/null 2>&1 || :)
    case $found in *en_GB*) case $found in *en_US*) case $found in */fr*) exit 0 ;; esac ;; esac ;; esac
fi
install="apt-get install -y --no-install-recommends $words"
skip() {
    printf 'setup: no hunspell, words will NOT be spelt: %s\n' "$*" >&2
    exit 0
}
command -v apt-get >/dev/null || skip "install it with your system's package manager"
[ "$(id -u)" = 0 ] || skip "sudo $install"
printf 'setup: installing the system packages %s\n' "$words"
{ $install -qq || { apt-get update -qq && $install -qq; }; } >/dev/null 2>&1 || skip "$install failed"
