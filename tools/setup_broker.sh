#!/bin/sh
# The broker that the tests of the fleet talk to. Installs it when it runs as root;
# without it those tests are skipped, and say so.
set -eu
PATH="$PATH:/usr/sbin"
command -v mosquitto >/dev/null && command -v mosquitto_passwd >/dev/null && exit 0
install="apt-get install -y --no-install-recommends mosquitto"
skip() {
    printf 'setup: no mosquitto, the tests of the fleet will be SKIPPED: %s\n' "$*" >&2
    exit 0
}
command -v apt-get >/dev/null 2>&1 ||
    skip "install it with your system's package manager"
[ "$(id -u)" = 0 ] || skip "sudo $install"
printf 'setup: installing the system package mosquitto\n'
# The package starts a broker of its own, which nobody here needs.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
    trap 'rm -f "$policy"' EXIT
fi
{ apt-get update -qq && $install -qq; } >/dev/null || skip "$install failed"
