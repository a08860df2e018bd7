#!/bin/sh
# follow-address.sh FILE: `cabinet config get web` in FILE says where the operator's page
# and the phones' are to be; systemd's sockets follow, if that is not where they are.
set -eu
here=$(dirname "$0") units=${CABINET_UNITS:-/etc/systemd/system}
changed=''
for socket in cabinet-web.socket cabinet-phones.socket; do
    case $socket in *phones*) which=phones ;; *) which='' ;; esac
    at=$(sh "$here/address.sh" $which <"$1")
    # The file is of another account: what is no address goes no further.
    if ! printf '%s' "$at" | grep -Eqx '(\[[0-9a-fA-F:.]+\]|[0-9.]+):[0-9]{1,5}' || [ "$(printf '%s' "$at" | wc -l)" != 0 ]; then
        echo "follow-address: $socket cannot listen at that address" >&2
        exit 1
    fi
    wanted=$(printf '[Socket]\nListenStream=\nListenStream=%s' "$at") place=$units/$socket.d/address.conf
    if [ "$(cat "$place" 2>/dev/null)" = "$wanted" ]; then continue; fi
    mkdir -p "$units/$socket.d"
    printf '%s\n' "$wanted" >"$place"
    changed="$changed $socket"
done
if [ "$changed" ]; then
    systemctl daemon-reload
    # shellcheck disable=SC2086  # several names
    systemctl restart $changed cabinet-web.service
fi
