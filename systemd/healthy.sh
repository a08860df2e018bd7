#!/bin/sh
# Whether the cabinet is well: counter, screen and web pages are ready, and for some seconds
# none of them has been started again. Says what is wrong and ends with 1 otherwise.
set -eu
services='cabinet.service cabinet-screen.service cabinet-web.service'
patience=${1:-60}
steady=${2:-5}

are_ready() {
    for each in $services; do
        [ "$(systemctl is-active "$each")" = active ] || return 1
    done
}
processes() {
    for each in $services; do systemctl show -P MainPID "$each"; done
}

waited=0
since=0
before=''
while [ "$waited" -lt "$patience" ]; do
    now=$(processes)
    if are_ready && [ "$now" = "$before" ]; then since=$((since + 1)); else since=0; fi
    if [ "$since" -ge "$steady" ]; then exit 0; fi
    if [ "$(systemctl is-active cabinet-safe.service)" = active ]; then break; fi
    before=$now
    sleep 1
    waited=$((waited + 1))
done
for each in $services cabinet-safe.service; do
    printf 'healthy: %s is %s (%s)\n' "$each" "$(systemctl is-active "$each")" "$(systemctl show -P Result "$each")" >&2
done
exit 1
