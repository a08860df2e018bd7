#!/bin/sh
# `cabinet config get office | address.sh`: where the office is, as systemd writes it.
# systemd opens addresses and looks up no names.
set -eu
name='' office=$(cat)
host=$(printf '%s\n' "$office" | sed -n 's/^office\.host: //p')
port=$(printf '%s\n' "$office" | sed -n 's/^office\.port: //p')
case $host in
localhost) host=127.0.0.1 ;;
*[!0-9a-fA-F:.]*) name=yes ;;
*:*) host="[$host]" ;;
*[!0-9.]*) name=yes ;;
esac
if [ "$name" ]; then
    printf "address: office.host is '%s', a name; systemd needs an address. Write this machine's own, 0.0.0.0 for all it has, or 127.0.0.1 for this machine alone\n" "$host" >&2
    exit 1
fi
echo "$host:$port"
