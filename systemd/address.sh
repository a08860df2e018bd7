#!/bin/sh
# `cabinet config get web | address.sh [phones]`: where the operator's page is, or the
# phones', as systemd writes it. systemd opens addresses and looks up no names.
set -eu
name='' setting=web.host web=$(cat)
of() { printf '%s\n' "$web" | sed -n "s/^web\\.$1: //p"; }
host=$(of host) port=$(of port)
if [ "${1:-}" = phones ]; then
    next=$((port < 65535 ? port + 1 : port - 1))
    own=$(of phones_host) port=$(of phones_port)
    if [ "$own" ]; then host=$own setting=web.phones_host; fi
    if [ "${port:-0}" = 0 ]; then port=$next; fi
fi
case $host in
localhost) host=127.0.0.1 ;;
*[!0-9a-fA-F:.]*) name=yes ;;
*:*) host="[$host]" ;;
*[!0-9.]*) name=yes ;;
esac
if [ "$name" ]; then
    printf "address: %s is '%s', a name; systemd needs an address. Write this machine's own, 0.0.0.0 for all it has, or 127.0.0.1 for this machine alone\n" "$setting" "$host" >&2
    exit 1
fi
echo "$host:$port"
