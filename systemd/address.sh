#!/bin/sh
# `cabinet config get web | address.sh`: where the web pages are, as systemd writes it.
# systemd opens addresses and looks up no names.
set -eu
name='' web=$(cat)
host=$(printf '%s\n' "$web" | sed -n 's/^web\.host: //p')
port=$(printf '%s\n' "$web" | sed -n 's/^web\.port: //p')
case $host in
localhost) host=127.0.0.1 ;;
*[!0-9a-fA-F:.]*) name=yes ;;
*:*) host="[$host]" ;;
*[!0-9.]*) name=yes ;;
esac
if [ "$name" ]; then
    printf "address: web.host is '%s', a name; systemd needs an address. Write this machine's own, 0.0.0.0 for all it has, or 127.0.0.1 for this machine alone\n" "$host" >&2
    exit 1
fi
echo "$host:$port"
