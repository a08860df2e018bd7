#!/bin/sh
# docs/hardware-checklist.md, row by row: what only a real Raspberry Pi with a real slot
# can show.
#
#   sudo systemd/hardware-check.sh             looks, measures, and asks what it cannot see
#     --yes-kill        also kills and hangs the programs while you watch the coil
#     --answers FILE    your answers, a line each: y, n, or s to leave a row out
#   sudo systemd/hardware-check.sh --plug      each time before you pull the plug, and after
#   sudo systemd/hardware-check.sh --crash     hangs the kernel: the chip has to end that
#   sudo systemd/hardware-check.sh --list      the rows
#
# The report goes to the terminal and to /var/lib/cabinet/hardware-check.txt. `note` is what
# is as it may be, or was not tried. Ends with 1 if anything failed.
# shellcheck disable=SC2317  # what `is` calls
set -eu
kill='' answers=/dev/stdin failed=0 task=rows
root=${CHECK_ROOT:-}
here=$(dirname "$0")
state=$root/var/lib/cabinet
settings=$root/etc/cabinet/cabinet.yaml
cabinet=$root/opt/cabinet/current/bin/cabinet
report=$state/hardware-check.txt
notes=$state/hardware-check
wanted_plugs=10

usage() { sed -n '2,14s/^#\( \|$\)//p' "$0"; }
while [ $# -gt 0 ]; do
    case $1 in
    --yes-kill) kill=yes ;;
    --answers)
        answers=$2
        shift
        ;;
    --plug) task=plug ;;
    --crash) task=crash ;;
    --list) sed -n 's/^step "\(.*\)"$/\1/p' "$0" && exit ;;
    *) usage && exit 2 ;;
    esac
    shift
done
[ "$(id -u)" = 0 ] || [ "$root" ] || { echo "needs root: sudo $0" >&2 && exit 1; }
mkdir -p "$notes"
exec 3<"$answers"

line() { printf '%-5s %-46s %s\n' "$1" "$2" "${3:-}" | tee -a "$report"; }
ok() { line ok "$@"; }
note() { line note "$@"; }
no() {
    line FAIL "$@"
    failed=1
}
step() { printf '\n%s\n' "$1" | tee -a "$report"; }
# is WHAT COMMAND…: the command's last word on it.
is() {
    what=$1
    shift
    if said=$("$@" 2>&1); then ok "$what" "$said"; else no "$what" "$said"; fi
}
# ask QUESTION: whether the answer was yes.
ask() {
    printf '      %s [y/n/s] ' "$1"
    read -r answer <&3 || answer=s
    case $answer in
    y* | o*) ok "$1" ;;
    s*) note "$1" "not tried" && return 1 ;;
    *) no "$1" && return 1 ;;
    esac
}
tell() {
    printf '      %s ' "$1"
    read -r answer <&3 || answer=
    note "$1" "${answer:-not measured}"
}
as_cabinet() { runuser -u cabinet -- "$cabinet" "$@"; }
examine() { found=$(as_cabinet doctor --language en --config "$settings" --state "$state" 2>&1) || :; }
# finding SUBJECT: what the doctor said of it, in its own degree.
finding() {
    printf '%s\n' "$found" | grep -E "^. $1 " >"$notes/lines" || note "cabinet doctor: $1" "said nothing"
    while read -r sign subject said; do
        case $sign in
        ✓) ok "cabinet doctor: $subject" "$said" ;;
        ✗) no "cabinet doctor: $subject" "$said" ;;
        *) note "cabinet doctor: $subject" "$said" ;;
        esac
    done <"$notes/lines"
}

model() { tr -d '\0' <"$root/proc/device-tree/model" && grep -q 'Raspberry Pi' "$root/proc/device-tree/model"; }
# One of the two is often not there.
config_txt() { cat "$root/boot/firmware/config.txt" "$root/boot/config.txt" 2>/dev/null; }
strict() { config_txt | grep -E '^dtparam=strict_gpiod(=(on|yes|1|true))?$'; }
watched() { said=$(systemctl show -P RuntimeWatchdogUSec) && echo "$said" && [ "$said" != 0 ] && [ -e "$root/dev/watchdog0" ]; }
power() { said=$(vcgencmd get_throttled) && echo "$said" && [ "${said#*=}" = 0x0 ]; }
warm() { said=$(vcgencmd measure_temp) && echo "$said" && [ "$(echo "$said" | tr -dc '0-9.' | cut -d. -f1)" -lt 75 ]; }
driver() { journalctl -b -u cabinet-screen.service -o cat | grep 'shows the picture' | tail -1 | grep .; }
drawn_with() { printf '%s\n' "$found" | grep -E '^. display ' | grep -o "$1"; }
process() { systemctl show -P MainPID "$1"; }
scheduled() { chrt -p "$(process cabinet-screen.service)" | grep FIFO; }
no_keyboard() { ! find "$root/proc/$(process cabinet-screen.service)/fd" -lname '/dev/input/*' | grep .; }
boot_time() { systemd-analyze | head -1; }
boot_id() { cat "$root/proc/sys/kernel/random/boot_id"; }
plugs() { cat "$notes/plugs" 2>/dev/null || echo 0; }
# What a mount of this kind was given is gone at the next start.
forgets() { case $1 in overlay | overlayfs | aufs | tmpfs | ramfs | squashfs) ;; *) return 1 ;; esac }
kind() { findmnt -no FSTYPE -T "$1"; }
place() { findmnt -no TARGET -T "$1"; }
remembers() { said=$(kind "$1") && echo "$said, at $(place "$1")" && ! forgets "$said"; }

# Whole, and nothing of what was in them before is missing.
whole_books() {
    as_cabinet books --state "$state" verify || return 1
    [ "$(postings)" -ge "$1" ]
}
postings() { as_cabinet books --state "$state" --json | sed -n 's/^  "postings": \([0-9]*\),$/\1/p'; }
same_settings() { [ "$(sha256sum <"$settings")" = "$1" ] && echo "as it was before the plug"; }

after_the_plug() {
    if [ "$(cat "$notes/plug.boot")" = "$(boot_id)" ]; then
        note "the plug" "not pulled since the last time"
        return
    fi
    is "the books are whole" whole_books "$(cat "$notes/plug.postings")"
    is "the operator's file" same_settings "$(cat "$notes/plug.settings")"
    ask "Were the game and its credit offered again?" || :
    rm "$notes/plug.boot"
    if [ $failed = 0 ]; then echo $(($(plugs) + 1)) >"$notes/plugs"; else rm -f "$notes/plugs"; fi
    if [ $failed = 0 ] && [ -e "$notes/plug.price" ]; then mv "$notes/plug.price" "$notes/price"; fi
    note "plugs in a row without a loss" "$(plugs) of $wanted_plugs"
}

before_the_plug() {
    if ask "Have you changed a price in the service menu since the last plug?"; then : >"$notes/plug.price"; fi
    failed=0
    ask "Is a paid game being played now?" || return 0
    postings >"$notes/plug.postings"
    sha256sum <"$settings" >"$notes/plug.settings"
    boot_id >"$notes/plug.boot"
    sync
    echo "      Pull the plug now. When the machine is up again: $0 --plug"
}

crash() {
    ask "The machine will hang now, until its chip starts it again. Go on?" || return 0
    boot_id >"$notes/crash.boot"
    sync
    # Not the kernel's own way of coming back.
    echo 0 >"$root/proc/sys/kernel/panic"
    echo c >"$root/proc/sysrq-trigger"
}

after_the_crash() {
    if [ -e "$notes/crash.boot" ] && [ "$(cat "$notes/crash.boot")" != "$(boot_id)" ]; then
        rm "$notes/crash.boot"
        if ask "After --crash: did the machine come back without a hand?"; then date -u +%FT%TZ >"$notes/crashed"; fi
    elif [ -e "$notes/crashed" ]; then
        ok "came back from --crash without a hand" "$(cat "$notes/crashed")"
    else
        note "a kernel that hangs" "not tried: --crash"
    fi
}

kill_and_hang() {
    for unit in cabinet.service cabinet-screen.service; do
        for signal in KILL STOP; do
            kill -$signal "$(process $unit)"
            ask "$unit has got SIG$signal: did the coil fall, and is the cabinet back within 20 s?" || :
            sh "$here/healthy.sh" 60 3 || no "$unit is not well again"
        done
    done
}

end() {
    [ $failed = 0 ] && printf '\nnothing failed; see %s\n' "$report" || printf '\nsomething failed; see %s\n' "$report"
    exit $failed
}

case $task in
plug)
    if [ -e "$notes/plug.boot" ]; then after_the_plug; fi
    if [ $failed = 1 ] || [ "$(plugs)" -ge $wanted_plugs ]; then end; fi
    before_the_plug
    exit
    ;;
crash) crash && exit ;;
esac

: >"$report"
echo "hardware check, $(date -u +%FT%TZ), $("$cabinet" --version)" | tee -a "$report"
examine

step "a Raspberry Pi whose three units are well, and the doctor finds nothing red"
is "a Raspberry Pi" model
is "counter, screen and web pages are well" sh "$here/healthy.sh" 30 3
if printf '%s\n' "$found" | grep '^✗ ' >"$notes/lines"; then
    while read -r _ said; do no "cabinet doctor" "$said"; done <"$notes/lines"
else
    ok "cabinet doctor" "nothing is red"
fi

step "KMSDRM draws on the card, full screen, without tearing"
is "who draws" driver
ask "Does the picture fill the screen, sharp and without tearing?" || :

step "the drawing loop is FIFO, and late frames stay rare"
is "the drawing loop" scheduled
finding display

step "no keyboard reaches the screen; every button of the panel does"
is "input devices that the screen has open" no_keyboard
ask "Is every button shown in the service menu's test of inputs?" || :

step "sound comes out of the right socket"
finding sound
ask "Does a coin ring, in the speakers of the cabinet?" || :

step "the slot is open in attract, and a coin is a credit at once"
ask "In attract, is the lock-out coil pulled in (the slot takes a coin)?" || :
ask "Does a coin show a credit at once?" || :

step "strict_gpiod: the coil falls on kill -9 and on a hang"
is "dtparam=strict_gpiod" strict
if [ "$kill" ]; then kill_and_hang; else note "programs that are killed and hang" "not tried: --yes-kill"; fi

step "coin widths of your acceptor"
if ask "Have you dropped three coins of each kind just now?"; then examine && finding 'coin\.[0-9]+'; fi

step "the chip's watchdog restarts a machine that hangs"
is "systemd winds it up every" watched
after_the_crash

step "no under-voltage, no throttling with coil and lamps on"
ask "Are all lamps and the coil on now (service menu, outputs)?" || :
is "voltage and frequency since the start" power
is "temperature below 75 C" warm

step "ON/OFF switches off and on again"
ask "Does ON/OFF, held for three seconds, switch the machine off, and a press switch it on?" || :

step "gpio-shutdown, gpio-poweroff"
for overlay in gpio-shutdown gpio-poweroff; do
    if ! config_txt | grep -q "^dtoverlay=$overlay"; then
        note "$overlay" "not in config.txt"
    elif [ $overlay = gpio-shutdown ]; then
        ask "Does its button, held for two seconds, shut the machine down?" || :
    else
        ask "Does its pin go high when the machine is off (a meter on it)?" || :
    fi
done

step "time from power to attract"
is "systemd-analyze" boot_time
tell "Seconds from power to attract, by your stopwatch:"

step "the plug, pulled in the middle of a paid game, ten times"
if [ "$(plugs)" -ge $wanted_plugs ]; then
    ok "plugs in a row without a loss" "$(plugs)"
else
    note "plugs in a row without a loss" "$(plugs) of $wanted_plugs: --plug"
fi

step "read-only root: a changed price is there after the plug"
note "the root" "$(kind /)"
is "what the books are on" remembers /var/lib/cabinet
is "what the settings are on" remembers /etc/cabinet
if [ "$(place /var/lib/cabinet)" = / ]; then note "the books have no partition of their own" "docs/appliance.md"; fi
if [ -e "$notes/price" ]; then ok "a changed price was there after the plug"; else note "a changed price" "not tried: --plug"; fi

step "cage where KMSDRM fails"
if [ -e "$root/etc/systemd/system/cabinet-screen.service.d/cage.conf" ]; then
    is "drawn through cage" drawn_with wayland
else
    note "cage" "not chosen: install.sh --cage"
fi
end
