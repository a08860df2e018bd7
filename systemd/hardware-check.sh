#!/bin/sh
# What only a real Raspberry Pi with a real slot can show; docs/hardware-checklist.md says
# why each of it matters.
#
#   sudo systemd/hardware-check.sh [--yes-kill] [--answers FILE]
#
# It looks, measures, and asks for what it cannot see. --yes-kill also kills and hangs the
# programs while you watch the coil. The report goes to the terminal and to
# /var/lib/cabinet/hardware-check.txt. Ends with 1 if anything failed.
# shellcheck disable=SC2317  # what `is` calls
set -eu
kill='' answers=/dev/stdin failed=0
report=/var/lib/cabinet/hardware-check.txt
boot=/boot

while [ $# -gt 0 ]; do
    case $1 in
    --yes-kill) kill=yes ;;
    --answers)
        answers=$2
        shift
        ;;
    *)
        sed -n '2,9s/^#\( \|$\)//p' "$0"
        exit 2
        ;;
    esac
    shift
done
[ "$(id -u)" = 0 ] || { echo "needs root: sudo $0" >&2 && exit 1; }
: >"$report"
exec 3<"$answers"

line() { printf '%-5s %-46s %s\n' "$1" "$2" "${3:-}" | tee -a "$report"; }
ok() { line ok "$@"; }
no() {
    line FAIL "$@"
    failed=1
}
# is WHAT COMMAND…: the command's last word on it.
is() {
    what=$1
    shift
    if said=$("$@" 2>&1); then ok "$what" "$said"; else no "$what" "$said"; fi
}
ask() {
    printf '      %s [y/n] ' "$1"
    read -r answer <&3 || answer=n
    case $answer in y* | o*) ok "$1" ;; *) no "$1" ;; esac
}


model() { tr -d '\0' </proc/device-tree/model && grep -q 'Raspberry Pi' /proc/device-tree/model; }
# One of the two is often not there.
strict() { cat "$boot/firmware/config.txt" "$boot/config.txt" 2>/dev/null | grep -E '^dtparam=strict_gpiod(=(on|yes|1|true))?$'; }
watchdog() { systemctl show -P RuntimeWatchdogUSec && [ "$(systemctl show -P RuntimeWatchdogUSec)" != 0 ]; }
power() { said=$(vcgencmd get_throttled) && echo "$said" && [ "${said#*=}" = 0x0 ]; }
warm() { said=$(vcgencmd measure_temp) && echo "$said" && [ "$(echo "$said" | tr -dc '0-9.' | cut -d. -f1)" -lt 75 ]; }
driver() { journalctl -b -u cabinet-screen.service -o cat | grep 'shows the picture' | tail -1 | grep .; }
scheduled() { chrt -p "$(systemctl show -P MainPID cabinet-screen.service)" | grep FIFO; }
boot_time() { systemd-analyze | head -1; }
root_kind() { findmnt -no FSTYPE,OPTIONS / | cut -c1-60; }
ours() { findmnt -no SOURCE,FSTYPE /var/lib/cabinet; }
no_keyboard() { ! find "/proc/$(systemctl show -P MainPID cabinet-screen.service)/fd" -lname '/dev/input/*' | grep .; }

echo "hardware check, $(date -u +%FT%TZ), $(/opt/cabinet/current/bin/cabinet --version)" | tee -a "$report"
is "a Raspberry Pi" model
is "counter, screen and office are well" sh "$(dirname "$0")/healthy.sh" 30 3
is "dtparam=strict_gpiod" strict
is "the machine's watchdog" watchdog
is "voltage and frequency, never throttled" power
is "temperature below 75 C" warm
is "drawn by the card itself" driver
is "the drawing loop is FIFO" scheduled
is "no keyboard reaches the screen" no_keyboard
is "time to boot" boot_time
is "root" root_kind
is "state on a partition of its own" ours
if /opt/cabinet/current/bin/cabinet doctor --help >/dev/null 2>&1; then
    is "cabinet doctor" /opt/cabinet/current/bin/cabinet doctor --config /etc/cabinet/cabinet.yaml --state /var/lib/cabinet
fi

echo "Now with your eyes and hands:"
ask "Does the picture fill the screen, sharp and without tearing?"
ask "Does a coin ring and show a credit at once?"
ask "In attract, is the lock-out coil pulled in (the slot takes a coin)?"
ask "Is every button shown in the service menu's test of inputs?"

if [ "$kill" ]; then
    for unit in cabinet.service cabinet-screen.service; do
        for signal in KILL STOP; do
            process=$(systemctl show -P MainPID $unit)
            kill -$signal "$process"
            ask "$unit has got SIG$signal: did the coil fall, and is the cabinet back within 20 s?"
            sh "$(dirname "$0")/healthy.sh" 60 3 || no "$unit is not well again"
        done
    done
    echo "      Pull the plug now, in the middle of a game with credit, and start this script again."
fi
ask "After the last pulled plug: were credit and game offered again?"
ask "Does ON/OFF, held for three seconds, switch the machine off, and a press switch it on?"
[ $failed = 0 ] && echo "all of it is well" || echo "something failed; see $report"
exit $failed
