#!/bin/sh
# What a Raspberry Pi should know before Linux runs, and where its state is kept:
#
#   sudo systemd/boot.sh [--dry-run] WISH…
#     --strict-gpiod           pins fall back to inputs when the counter dies: the coil drops
#     --watchdog               a machine that hangs for 14 s is started again
#     --shutdown-pin GPIO      a button to ground there, held for 2 s, shuts the machine down
#     --poweroff-pin GPIO      goes high when the machine may lose its power
#     --memory-limits          the kernel keeps the MemoryMax of the units
#     --state-partition DEVICE books and settings live on this ext4 partition from now on
#     --seal                   nothing but that partition is written to from now on
#     --unseal                 everything can be written to again
#     --undo                   takes all of that back, but for the partition
#
# It writes one marked block into config.txt and words into cmdline.txt, and may be run as
# often as you like: a wish stays until --undo. It takes effect at the next boot.
set -eu

state=/var/lib/cabinet
etc=/etc/cabinet
manager=${MANAGER_CONF:-/etc/systemd/system.conf.d/cabinet-watchdog.conf}
fstab=${FSTAB:-/etc/fstab}
hook=${OVERLAYROOT:-/usr/share/initramfs-tools/scripts/init-bottom/overlayroot}
config=${CONFIG_TXT:-}
dry='' lines='' watchdog='' partition='' limits='' seal='' undo=''

say() { printf 'boot: %s\n' "$*"; }
fail() {
    printf 'boot: %s\n' "$*" >&2
    exit 1
}
run() {
    if [ "$dry" ]; then printf '  would run: %s\n' "$*"; else "$@"; fi
}
add() {
    lines="$lines$1
"
}

# A pin that a wire of the cabinet has cannot be the kernel's too.
free_pin() {
    case $2 in '' | *[!0-9]*) fail "$1 needs a GPIO number from 2 to 27, not '$2'" ;; esac
    if [ "$2" -lt 2 ] || [ "$2" -gt 27 ]; then fail "$1: GPIO $2 is not on the header (2 to 27)"; fi
    if grep -qsE "^ *[a-z0-9.]+: *\{[^#]*pin: *$2[ ,}]" $etc/cabinet.yaml; then
        fail "$1: GPIO $2 is taken by a line of $etc/cabinet.yaml; choose another, or remove that line"
    fi
}

# replace FILE TEXT: whole or not at all, and the one before is kept.
replace() {
    if [ "$2" = "$(cat "$1")" ]; then return; fi
    if [ "$dry" ]; then
        say "would write $1:"
        printf '%s\n' "$2" | sed 's/^/  /'
        return
    fi
    printf '%s\n' "$2" >"$1.new"
    sync "$1.new"
    cp "$1" "$1.before-cabinet"
    mv "$1.new" "$1"
    sync
    say "$1 is written; the one before is $1.before-cabinet"
}

# What was wished for before and not again now; a pin is given anew by its overlay's name.
earlier() {
    sed -n '/^# cabinet: begin/,/^# cabinet: end/s/^dt/dt/p' "$config" | while read -r line; do
        printf '%s' "$lines" | grep -qF -- "${line%%,*}" || printf '%s\n' "$line"
    done
}

write_block() {
    text=$(sed '/^# cabinet: begin/,/^# cabinet: end/d' "$config")
    if [ ! "$undo" ]; then
        before=$(earlier)
        lines="${before:+$before
}$lines"
    fi
    if [ "$lines" ]; then
        text="$text
# cabinet: begin (systemd/boot.sh writes this block)
[all]
$lines# cabinet: end"
    fi
    replace "$config" "$text"
}

# words WITHOUT WITH: the kernel's one line, without words that begin so, with another.
words() {
    [ -e "$cmdline" ] || { [ ! "$2" ] && return; } || fail "there is no $cmdline"
    text=" $(cat "$cmdline")"
    text=$(printf '%s' "$text" | sed "s/ $1[^ ]*//g")
    text="${2:+$2 }${text# }"
    replace "$cmdline" "$text"
}

# overlayroot lays memory over every mount of fstab, the books too, unless recurse=0 tells
# it not to; raspi-config does not tell it.
seal_root() {
    grep -qs " $state " "$fstab" || fail "the books have no partition: without one they would be gone at every boot; --state-partition first"
    grep -qsE '^(auto_initramfs=1|initramfs )' "$config" || fail "$config loads no initramfs, which seals the root: add auto_initramfs=1 to it"
    if [ ! -e "$hook" ]; then run apt-get install -y overlayroot; fi
    words overlayroot= overlayroot=tmpfs:recurse=0
}

mind_the_machine() {
    if [ "$watchdog" ]; then
        run mkdir -p "$(dirname "$manager")"
        if [ "$dry" ]; then say "would write $manager"; else
            printf '# The chip counts to 15 s at most.\n[Manager]\nRuntimeWatchdogSec=14\nRebootWatchdogSec=2min\n' >"$manager"
        fi
    elif [ "$undo" ]; then
        run rm -f "$manager"
    fi
}

move_state() {
    [ -b "$partition" ] || fail "$partition is no partition; lsblk lists them"
    [ "$(blkid -o value -s TYPE "$partition")" = ext4 ] ||
        fail "$partition is not ext4; if nothing on it is needed: mkfs.ext4 -L cabinet $partition"
    if grep -qs " $state " "$fstab"; then
        say "$state is a partition already"
        return
    fi
    uuid=$(blkid -o value -s UUID "$partition")
    room=$(mktemp -d)
    # The target alone does not wait for the counter.
    run systemctl stop cabinet.target cabinet.service
    run mount "$partition" "$room"
    if [ -d $state ]; then run cp -a $state/. "$room"; fi
    run mkdir -p "$room/settings"
    if [ -d $etc ]; then run cp -a $etc/. "$room/settings"; fi
    run chown --reference=$state "$room"
    run chown --reference=$etc "$room/settings"
    run umount "$room"
    rmdir "$room"
    if [ "$dry" ]; then say "would add $state and $etc to $fstab"; else
        cat >>"$fstab" <<FSTAB
UUID=$uuid $state ext4 noatime,nofail,x-systemd.device-timeout=15s,errors=remount-ro 0 2
$state/settings $etc none bind,nofail,x-systemd.requires-mounts-for=$state 0 0
FSTAB
    fi
    run systemctl daemon-reload
    run mount $state
    run mount $etc
    run systemctl start cabinet.target
    say "books and settings are on $partition; the root may be sealed now: --seal"
}

[ $# -gt 0 ] || { sed -n '2,18s/^#\( \|$\)//p' "$0" && exit 2; }
while [ $# -gt 0 ]; do
    case $1 in
    --dry-run) dry=yes ;;
    --strict-gpiod) add 'dtparam=strict_gpiod' ;;
    --watchdog)
        watchdog=yes
        add 'dtparam=watchdog=on'
        ;;
    --shutdown-pin)
        free_pin "$1" "${2:-}"
        add "dtoverlay=gpio-shutdown,gpio_pin=$2,active_low=1,gpio_pull=up,debounce=2000"
        shift
        ;;
    --poweroff-pin)
        free_pin "$1" "${2:-}"
        add "dtoverlay=gpio-poweroff,gpiopin=$2"
        shift
        ;;
    --state-partition)
        partition=${2:-}
        shift
        ;;
    --memory-limits) limits=yes ;;
    --seal) seal=yes ;;
    --unseal) seal=no ;;
    --undo) undo=yes ;;
    -h | --help) sed -n '2,18s/^#\( \|$\)//p' "$0" && exit ;;
    *) fail "'$1' is no option of this script; --help lists them" ;;
    esac
    shift
done
if [ ! "$dry" ] && [ "$(id -u)" != 0 ] && [ ! "$config" ]; then fail "needs root: sudo $0 …"; fi
if [ "$seal" != no ] && grep -qs '^overlayroot=\| overlayroot=' "${KERNEL:-/proc/cmdline}"; then
    fail "the root is sealed, so nothing else would be kept: --unseal and reboot first"
fi
if [ "$partition" ]; then move_state; fi
if [ ! "$lines$limits$seal$undo" ]; then exit; fi
for place in /boot/firmware/config.txt /boot/config.txt; do
    if [ ! "$config" ] && [ -e $place ]; then config=$place; fi
done
[ -e "$config" ] || fail "there is no config.txt in /boot/firmware or /boot: is this a Raspberry Pi?"
cmdline=$(dirname "$config")/cmdline.txt
if [ "$lines$undo" ]; then write_block; fi
mind_the_machine
if [ "$limits" ]; then words cgroup_enable=memory cgroup_enable=memory; fi
if [ "$seal" = yes ]; then seal_root; fi
if [ "$seal" = no ] || [ "$undo" ]; then words overlayroot= ''; fi
if [ "$undo" ]; then words cgroup_enable=memory ''; fi
