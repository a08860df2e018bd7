#!/bin/sh
# why.sh FILE: what could not be kept running, for the safe screen, as variables in FILE.
set -eu
for unit in cabinet.service cabinet-screen.service; do
    if [ "$(systemctl is-failed $unit)" = failed ]; then
        printf 'FAILED_UNIT=%s\nFAILED_RESULT=%s\nFAILED_STATUS=%s\n' $unit \
            "$(systemctl show -P Result $unit)" "$(systemctl show -P ExecMainStatus $unit)" >"$1"
    fi
done
