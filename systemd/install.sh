#!/bin/sh
# Makes a cabinet of this machine, or brings an installed one up to date:
#
#   sudo systemd/install.sh              install, or upgrade to the tree this lies in
#     --release DIR                      not this tree: the signed release in that folder
#     --key FILE                         the first time: the key that signs releases
#     --older                            also a release older than one that was here
#     --unsigned                         this tree, where a key is pinned
#     --dry-run                          say what would be done, and do nothing
#     --wheels DIR                       packages from this folder, not from the network
#     --cage                             draw through cage (Wayland) and not on the card
#     --boot                             on a Raspberry Pi: boot.sh --strict-gpiod --watchdog --memory-limits
#     --no-start                         install, and start nothing
#     --when-idle                        wait until nobody plays before the cabinet stops
#   sudo systemd/install.sh --pin FILE   from now on releases are signed with this key
#   sudo systemd/install.sh --uninstall  remove the programs; settings and books stay
#
# Each release has a folder of its own under /opt/cabinet/releases, and `current` points
# to one. A new one is tried on a copy of settings and books before anything changes; if
# the cabinet is not well with it after that, the one before is put back.
set -eu
umask 022

here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
opt=/opt/cabinet
etc=/etc/cabinet
state=/var/lib/cabinet
installed=${UNIT_FOLDER:-/etc/systemd/system}
# Units of earlier releases whose names are gone.
old_units='cabinet-office.socket cabinet-office.service'
# In this order: the counter last, so that it sees the others go.
programs='cabinet.target cabinet-alerts.path cabinet-alerts.service cabinet-fleet.service cabinet-web.service cabinet-office.service cabinet-screen.service cabinet-safe.service cabinet.service'
cage=$installed/cabinet-screen.service.d/cage.conf
cage_safe=$installed/cabinet-safe.service.d/cage.conf
rules=/etc/udev/rules.d/60-cabinet-gpio.rules
command=${COMMAND:-/usr/local/bin/cabinet}
python=${PYTHON:-python3}
# Not /etc/cabinet, which the cabinet's own account may write to.
trust=${TRUST:-/etc/cabinet-trust}
# Who runs pip and the compiler: an account that owns nothing but what it builds.
builder=cabinet-build
copy=$opt/building
dry='' wheels='' with_cage='' boot='' start=yes what=install
given='' given_key='' older='' unsigned='' signed='' no_start='' idle=''
# How long somebody may go on playing before an update is given up, in seconds.
patience=21600

say() { printf 'install: %s\n' "$*"; }
fail() { fail_as 1 "$@"; }
# Codes for cabinet/machine/update.py: 1 nothing was changed, 3 it does not work here,
# 4 went back, 5 not well with either, 6 somebody played all the time.
fail_as() {
    code=$1
    shift
    printf 'install: %s\n' "$*" >&2
    exit "$code"
}
usage() { sed -n '2,20s/^#\( \|$\)//p' "$0"; }

# Everything that changes the machine goes through here, so that --dry-run can be trusted.
run() {
    if [ "$dry" ]; then printf '  would run: %s\n' "$*"; else "$@"; fi
}

# put FILE PLACE: a copy with that content, only where it is not there already.
put() {
    if ! cmp -s "$1" "$2"; then run install -D -m 644 "$1" "$2"; fi
}

# need PACKAGE COMMAND…: COMMAND must succeed; PACKAGE is what provides it.
need() {
    package=$1
    shift
    if "$@" >/dev/null 2>&1; then return; fi
    command -v apt-get >/dev/null || fail "$package is missing; install it with your system's package manager"
    run apt-get install -y -qq "$package" || { run apt-get update -qq && run apt-get install -y -qq "$package"; } ||
        fail "$package is missing and cannot be fetched: is there a network?"
}
systemd_runs() { [ -d /run/systemd/system ]; }
# units_of FOLDER: the units of the release that this folder is from.
units_of() {
    for each in "$1"/*.target "$1"/*.service "$1"/*.socket "$1"/*.path; do basename "$each"; done
}
has_library() { ldconfig -p | grep -q "$1"; }
has_headers() { [ -e "$("$python" -I -c 'from sysconfig import get_path; print(get_path("include"))')/Python.h" ]; }
has_package() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

check_machine() {
    if [ ! "$dry" ] && [ "$(id -u)" != 0 ]; then fail "needs root: sudo $0"; fi
    if [ ! "$dry" ] && [ "$start" ] && ! systemd_runs; then
        fail "systemd does not run this machine; --no-start installs all the same"
    fi
    # One release under the feet of another, and books copied while they are written.
    if [ ! "$dry" ] && [ ! "$start" ] && systemd_runs && systemctl is-active -q cabinet.service cabinet-screen.service; then
        fail "the cabinet runs: stop it before --no-start (systemctl stop cabinet.target), or leave --no-start out"
    fi
    need python3 command -v "$python"
    [ ! -x "$(command -v "$python")" ] || "$python" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "Python 3.11 or newer is needed, $python is $("$python" -V 2>&1); name another: PYTHON=python3.12 $0"
    need python3-venv "$python" -I -c 'import venv, ensurepip'
    need libgbm1 has_library libgbm.so.1
    need libegl1 has_library libEGL.so.1
    need libgles2 has_library libGLESv2.so.2
    need libasound2 has_library libasound.so.2
    need libgl1-mesa-dri has_package libgl1-mesa-dri
    # The voice for people who do not see the screen, and headphones for it.
    (need espeak-ng command -v espeak-ng && need alsa-utils command -v aplay) ||
        say "without espeak-ng and alsa-utils nobody is spoken to; all else works"
    # SDL loads the last two, and cage of Debian 12 does not start without Xwayland.
    if [ "$with_cage" ]; then for each in cage seatd xwayland libwayland-egl1 libwayland-cursor0; do need "$each" has_package "$each"; done; fi
    find_lgpio
    room=$(df -Pk /opt | awk 'NR == 2 { print $4 }')
    [ "$room" -gt 400000 ] || fail "/opt has $((room / 1024)) MB left; a release takes 400 MB"
}

# From Python 3.13 on nobody offers lgpio to pip; Raspberry Pi OS has it as a package.
# Without it pins are reached through gpiod, which pip has for 64-bit processors.
find_lgpio() {
    shared=''
    if ! grep -qs 'Raspberry Pi' "${MODEL:-/proc/device-tree/model}" || grep -qsE '^ +backend: *(serial|sim)' $etc/cabinet.yaml || "$python" -I -c 'import sys; sys.exit(sys.version_info >= (3, 13))'; then return; fi
    shared=--system-site-packages
    if (need python3-lgpio "$python" -I -c 'import lgpio; lgpio.gpiochip_open') 2>/dev/null; then return; fi
    shared=''
    case ${MACHINE:-$(uname -m)} in
    aarch64 | x86_64) say "there is no python3-lgpio; pins are reached through gpiod" ;;
    *) fail "python3-lgpio is missing, and without it no program reaches the pins of a 32-bit Pi from $("$python" -V): Raspberry Pi OS has it (is there a network?), Debian itself has not. Use a 64-bit system, Raspberry Pi OS, or a board (io.backend: serial in $etc/cabinet.yaml)" ;;
    esac
}

# The version, a few letters that are others when any file is another, and a few that are
# others when a package or Python is: an environment is good for one Python.
release_name() {
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$source/pyproject.toml")
    letters=$(cd "$source" && find cabinet firmware_bridge saucer_rain tools/dice_sim systemd config pyproject.toml -type f \
        ! -path '*/__pycache__/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-8)
    needs=$( (cat "$source/locks/run.txt" "$source/locks/compile.txt" && "$python" -I -c 'import sys; print(sys.version_info[:2])') | sha256sum | cut -c1-8)
    echo "$version-$letters-$needs"
}

# The file with the key to check a release with.
choose_key() {
    key=$trust/release.pub
    if [ ! -e "$key" ]; then
        [ "$given_key" ] || fail "no key is pinned yet: name it with --key FILE, and get it from elsewhere than the release"
        key=$given_key
    elif [ "$given_key" ] && ! cmp -s "$given_key" "$key"; then
        fail "another key is pinned in $key; if this one is right: $0 --pin $given_key"
    fi
}

# fact NAME: what the verified release says of itself.
fact() { sed -n "s/^$1: //p" "$incoming/release.txt"; }

refuse_older() {
    newest=$(cat "$trust/newest" 2>/dev/null || echo 0)
    serial=$(fact serial)
    case $serial in '' | *[!0-9]*) fail "release.txt: serial: expected a number, not '$serial'" ;; esac
    if [ "$serial" -lt "$newest" ] && [ ! "$older" ]; then
        fail "this release ($(fact version), serial $serial) is older than one that was here (serial $newest); --older takes it all the same"
    fi
}

# pin KEY: releases are signed with it from now on.
pin() {
    openssl pkey -pubin -in "$1" -noout -text 2>/dev/null | grep -q '^ED25519' || fail "'$1' is no public Ed25519 key (PEM)"
    if cmp -s "$1" "$trust/release.pub"; then return; fi
    run install -d -m 755 "$trust"
    run install -m 644 "$1" "$trust/release.pub.new"
    run mv "$trust/release.pub.new" "$trust/release.pub"
    say "releases are signed with $(openssl pkey -pubin -in "$1" -outform DER | sha256sum | cut -c1-64) from now on"
}

# What a release that is in use leaves behind: its key, or the one it names as the next,
# and the number below which none is taken.
remember_trust() {
    pin "$key"
    if [ -e "$incoming/next-key.pub" ]; then pin "$incoming/next-key.pub"; fi
    if [ "$dry" ] || [ "$serial" -le "$newest" ]; then return; fi
    echo "$serial" >"$trust/newest.new"
    mv "$trust/newest.new" "$trust/newest"
}

# install_release OPTION…: checks the release in $given, and has its own script install it.
install_release() {
    if [ ! "$dry" ] && [ "$(id -u)" != 0 ]; then fail "needs root: sudo $0"; fi
    need openssl command -v openssl
    choose_key
    # Checked where nobody else can change it any more, the key too.
    if [ "$dry" ]; then within=$(mktemp -d); else within=$opt/checking && rm -rf "$within" && mkdir -p "$within"; fi
    incoming=$within/release
    cp "$key" "$within/key.pub"
    key=$within/key.pub
    trap 'rm -rf "$within"' EXIT
    sh "$here/verify.sh" "$given" "$key" "$incoming" || fail "nothing was changed"
    [ "$(fact name)" = arkade-cabinet ] || fail "$given is a release of something else: '$(fact name)'"
    refuse_older
    mkdir "$incoming/tree"
    tar -xzf "$incoming/arkade-cabinet-$(fact version).tar.gz" -C "$incoming/tree" --strip-components=1 --no-same-owner
    code=0
    sh "$incoming/tree/systemd/install.sh" --signed "$incoming" "$@" || code=$?
    if [ $code = 0 ]; then remember_trust; fi
    exit $code
}

# The pins were there before the rules.
mind_the_rules() {
    if [ "$dry" ] || [ -e /run/udev/control ]; then run udevadm control --reload && run udevadm trigger --settle --subsystem-match=gpio --subsystem-match=input --subsystem-match=misc; fi
}

# make_accounts FOLDER, make_folders FOLDER: the accounts of a release, and what they own.
# Folders change hands when the release does: the one before has to go on until then.
make_accounts() {
    put "$1/sysusers.conf" /etc/sysusers.d/cabinet.conf
    run systemd-sysusers /etc/sysusers.d/cabinet.conf
}
make_folders() {
    put "$1/tmpfiles.conf" /etc/tmpfiles.d/cabinet.conf
    run systemd-tmpfiles --create /etc/tmpfiles.d/cabinet.conf
}

install_accounts() {
    say "1/5 accounts, folders, journal"
    make_accounts "$here"
    if [ ! -e $opt/current ]; then make_folders "$here"; fi
    put "$here/journald.conf" /etc/systemd/journald.conf.d/cabinet.conf
    if ! cmp -s "$here/gpio.rules" $rules; then put "$here/gpio.rules" $rules && mind_the_rules; fi
    if [ ! -e $etc/cabinet.yaml ]; then
        run install -m 640 -o cabinet -g cabinet "$source/config/cabinet.yaml" $etc/cabinet.yaml
    fi
}

# as_builder COMMAND…: with an account that owns nothing but what it builds.
as_builder() { (cd / && run runuser -u $builder -- env HOME="$copy" "$@"); }

# What is installed from: the builder may not read where we lie, and writes beside it.
copy_source() {
    run rm -rf "$copy"
    run mkdir -p "$copy"
    for each in cabinet firmware_bridge saucer_rain tools config locks systemd pyproject.toml README.md; do run cp -r "$source/$each" "$copy"; done
    if [ -d "$source/build/compiled" ]; then run mkdir "$copy/build" && run cp -r "$source/build/compiled" "$copy/build"; fi
    if [ "$wheels" ]; then
        run mkdir "$copy/wheels"
        run cp -P "$wheels"/*.whl "$copy/wheels" || fail "no packages (*.whl) in $wheels"
    fi
    if [ "$signed" ]; then run cp "$signed"/arkade_cabinet-*.whl "$copy"; fi
    run chown -hR $builder: "$copy"
}

# Into $release, which is the builder's until all of it is there. Packages are those of the
# lock, ready-made and with its hashes: none of their code runs while they are installed.
install_packages() {
    as_builder "$python" -I -m venv $shared "$release" || return 1
    pip="$release/bin/python -I -m pip install --disable-pip-version-check --no-cache-dir --quiet"
    where=''
    if [ "$wheels" ]; then where="--no-index --find-links $copy/wheels"; fi
    # shellcheck disable=SC2086  # several words each
    as_builder $pip $where --require-hashes --only-binary :all: --requirement "$copy/locks/run.txt" || return 1
    if [ "$signed" ]; then ours=$(echo "$copy"/arkade_cabinet-*.whl); else ours="--no-build-isolation $copy"; fi
    # shellcheck disable=SC2086
    as_builder $pip --no-index --no-deps $ours || return 1
    as_builder "$release/bin/python" -I -m compileall -q "$(echo "$release"/lib/python3*/site-packages)"
}

build_release() {
    say "2/5 release $name"
    if [ -e "$release/.complete" ]; then return; fi
    run rm -rf "$release"
    run mkdir -p "$opt/releases"
    run install -d -o $builder -g $builder "$release"
    copy_source
    if ! install_packages; then
        rm -rf "$release" "$copy"
        fail "the packages could not be installed; nothing was changed"
    fi
    run chown -hR root:root "$release"
    run install -d "$release/share/cabinet/systemd"
    run cp "$here"/*.service "$here"/*.socket "$here"/*.target "$here"/*.path "$here"/*.conf "$here"/*.sh "$release/share/cabinet/systemd"
    if [ -e "$source/docs/appliance.md" ]; then run cp "$source/docs/appliance.md" "$release/share/cabinet"; fi
    run touch "$release/.complete"
}

# Rules and search as machine code, where that is not done yet.
compile_release() {
    site=$(echo "$release"/lib/python3*/site-packages)
    if [ -d "$site/build/compiled" ]; then return; fi
    if [ ! -d "$source/build/compiled" ] && ! command -v gcc >/dev/null; then
        say "compile.sh finds no compiler; for faster bots: apt-get install gcc python3-dev, and install again"
        return
    fi
    if [ ! "$dry" ] && [ ! -d "$copy" ]; then copy_source; fi
    # The builder can install no package of the system.
    (need python3-dev has_headers) >/dev/null 2>&1 || :
    run install -d -o $builder -g $builder "$site/build"
    as_builder sh "$copy/systemd/compile.sh" "$release" "$copy" ${wheels:+"$copy/wheels"} || say "bots think in plain Python, which is slower"
    run chown -hR root:root "$site/build"
}

try_release() {
    say "3/5 trying it on a copy of settings and books"
    if [ "$dry" ]; then
        printf '  would run: %s\n' "try.sh $release $etc $state"
    # From the release: the cabinet's account may not read the tree we lie in.
    elif ! sh "$release/share/cabinet/systemd/try.sh" "$release" $etc $state ||
        ! web=$("$release/bin/cabinet" config --config $etc/cabinet.yaml get web) ||
        ! listen=$(echo "$web" | sh "$here/address.sh") ||
        ! listen_phones=$(echo "$web" | sh "$here/address.sh" phones); then
        if [ "$(readlink $opt/current)" = "$release" ]; then
            fail "release $name, which is in use, does not work any more (see above); nothing was changed"
        fi
        rm -rf "$release"
        fail_as 3 "release $name does not work here (see above); the cabinet goes on with what it had"
    fi
}

# remove_unit UNIT: stopped and gone. Drop-ins that are not ours stay where they are.
remove_unit() {
    if [ ! -e "$installed/$1" ]; then return; fi
    run systemctl disable -q --now "$1" || :
    run rm -f "$installed/$1" "$installed/$1.d/address.conf"
    if [ -d "$installed/$1.d" ]; then run rmdir --ignore-fail-on-non-empty "$installed/$1.d"; fi
}

# place_units FOLDER: the units of the release in this folder and no others of ours, and
# what follows from the settings.
place_units() {
    for unit in $(units_of "$here") $old_units; do
        if [ ! -e "$1/$unit" ]; then remove_unit "$unit"; fi
    done
    for unit in $(units_of "$1"); do put "$1/$unit" "$installed/$unit"; done
    if [ "$with_cage" ]; then
        put "$1/cage.conf" "$cage"
        if [ -e "$1/cage-safe.conf" ]; then put "$1/cage-safe.conf" "$cage_safe"; fi
    fi
    for socket in "$1"/*.socket; do
        case $socket in */cabinet-games.socket | */cabinet-programs.socket) continue ;; esac # files
        if [ "$dry" ]; then continue; fi
        address=$installed/$(basename "$socket").d/address.conf
        mkdir -p "$(dirname "$address")"
        case $socket in */cabinet-phones.socket) at=$listen_phones ;; *) at=$listen ;; esac
        wanted=$(printf '[Socket]\nListenStream=\nListenStream=%s' "$at")
        if [ "$(cat "$address" 2>/dev/null)" != "$wanted" ]; then printf '%s\n' "$wanted" >"$address"; fi
    done
    if systemd_runs; then run systemctl daemon-reload; fi
}

point_to() {
    run ln -sfn "$1" $opt/next
    run mv -T $opt/next $opt/current
}

# begin FOLDER: everything anew, with the units of the release in this folder; whether all
# of it is well after that.
begin() {
    systemctl reset-failed 'cabinet*' 2>/dev/null || :
    # shellcheck disable=SC2046  # several names
    systemctl restart $(units_of "$1" | grep 'socket$') cabinet.target || :
    sh "$1/healthy.sh"
}

# copy_for ACCOUNT UMASK OLD NEW: what a release before this one kept under another
# account. Of two files the newer one is right; the old one stays, for going back. What
# belongs to an account is written as that account, and no link of it is followed.
copy_for() {
    old=$3 new=$4
    if [ ! -f "$old" ] || { [ -e "$new" ] && [ ! "$(find "$old" -newer "$new")" ]; }; then return; fi
    if [ "$dry" ]; then printf '  would copy: %s\n' "$old to $new" && return; fi
    # shellcheck disable=SC2016  # the inner shell's own
    dd if="$old" iflag=nofollow status=none |
        runuser -u "$1" -- sh -c 'umask "$2"; cat >"$1.copy" && [ -s "$1.copy" ] && mv "$1.copy" "$1"' sh "$new" "$2" ||
        say "$old could not be copied to $new: pair again, and look at fleet.json" >&2
}

# What former releases kept where another account writes now: the console's passwords,
# which are the counter's, and how far the broker has been told.
copy_kept() {
    copy_for cabinet 027 $state/office/access.json $state/access/access.json
    copy_for cabinet 027 $state/web/access.json $state/access/access.json
    copy_for cabinet-fleet 077 $state/fleet.json $state/fleet/fleet.json
}

# Files of other programs, from when the till had one account with the screen and the
# fleet. A link is taken for what it is (-h), and nothing is followed.
own_files() {
    for each in screen fleet; do
        for file in $state/log/$each.log $state/log/$each.old $state/reports/crash-$each.txt /run/cabinet-roll/$each; do
            if [ -f "$file" ] && [ ! -L "$file" ]; then run chown -h cabinet-$each:cabinet-bus "$file"; fi
        done
    done
    if [ -d $state/shots ]; then run find $state/shots -type f -user cabinet -exec chown -h cabinet-screen {} +; fi
    # A broker's password that the group of the till could read is for the fleet now.
    secret=$(sed -n 's/^ *password_file: *"\{0,1\}\([^" #]*\).*/\1/p' $etc/cabinet.yaml 2>/dev/null | head -n 1)
    if [ -f "$secret" ] && [ "$(stat -c %G "$secret")" = cabinet ]; then run chgrp -h cabinet-fleet "$secret"; fi
}

# The same for going back to a release whose screen and fleet were the till's account.
give_files_back() {
    if grep -q '^u cabinet-screen ' "$1/sysusers.conf"; then return; fi
    for each in screen fleet; do
        for file in $state/log/$each.log $state/log/$each.old $state/reports/crash-$each.txt /run/cabinet-roll/$each; do
            if [ -f "$file" ] && [ ! -L "$file" ]; then run chown -h cabinet:cabinet "$file"; fi
        done
    done
}

# The counter itself begins anew in a moment in which nobody plays, and is stopped before
# anybody can: no match is cut off, paid or not.
wait_until_idle() {
    if [ ! "$idle" ] || [ "$dry" ] || ! systemctl is-active -q cabinet.service; then return; fi
    say "waiting until nobody plays"
    if ! $opt/current/bin/cabinet restart --state $state --wait "$patience"; then
        if [ "$(readlink $opt/current)" != "$release" ]; then rm -rf "$release"; fi
        fail_as 6 "somebody has played for $((patience / 3600)) hours; nothing was changed"
    fi
}

switch() {
    say "4/5 $opt/current is $name"
    before=$(readlink $opt/current || :)
    # shellcheck disable=SC2086  # several names
    if [ "$start" ] && [ ! "$dry" ]; then systemctl stop $programs 2>/dev/null || :; fi
    kept=$state/before-$name
    if [ "$before" ] && [ "$before" != "$release" ]; then
        run rm -rf "$kept"
        run install -d -o cabinet -g cabinet -m 750 "$kept"
        if [ -e $state/books.sqlite3 ]; then run cp -a $state/books.sqlite3* "$kept"; fi
    fi
    make_folders "$here"
    copy_kept
    own_files
    point_to "$release"
    if [ ! -e "$command" ]; then run ln -sfn $opt/current/bin/cabinet "$command"; fi
    place_units "$here"
}

roll_back() {
    say "the cabinet is not well with $name; going back to $(basename "$before")" >&2
    journalctl --no-pager -n 20 -u 'cabinet*' -o cat >&2 || :
    # shellcheck disable=SC2086
    systemctl stop $programs || :
    point_to "$before"
    make_accounts "$before/share/cabinet/systemd" || :
    make_folders "$before/share/cabinet/systemd" || :
    give_files_back "$before/share/cabinet/systemd" || :
    place_units "$before/share/cabinet/systemd"
    # Books that the new one has brought up to date may be beyond the one before.
    if [ -e $state/books.sqlite3 ] && ! runuser -u cabinet -- $opt/current/bin/cabinet --state $state books verify >/dev/null; then
        say "the books of $name are kept in $kept/after; those from before it are in use again" >&2
        install -d -o cabinet -g cabinet -m 750 "$kept/after"
        mv $state/books.sqlite3* "$kept/after"
        # There were none, where the cabinet was installed and never started.
        if [ -e "$kept/books.sqlite3" ]; then cp -a "$kept"/books.sqlite3* $state; fi
    fi
    rm -rf "$release"
    begin "$before/share/cabinet/systemd" || fail_as 5 "and it is not well with $(basename "$before") either: journalctl -u 'cabinet*'"
    fail_as 4 "went back to $(basename "$before"), which is well; settings and books are as they were"
}

start_it() {
    run systemctl enable -q cabinet.target
    if [ ! "$start" ]; then
        say "5/5 not started, as asked: systemctl start cabinet.target"
        return
    fi
    say "5/5 starting"
    run systemctl restart systemd-journald
    if [ "$dry" ]; then
        printf '  would run: %s\n' "systemctl restart cabinet.target"
    elif ! begin "$here"; then
        if [ "$before" ] && [ "$before" != "$release" ] && [ -d "$before" ]; then roll_back; fi
        fail_as 5 "the cabinet does not run; the slot is shut. See: journalctl -u 'cabinet*'"
    fi
    for old in "$opt"/releases/*; do
        case $old in "$release" | "$before" | "$opt/releases/*") ;; *) run rm -rf "$old" ;; esac
    done
    say "done: the cabinet runs, and starts with the machine"
}

uninstall() {
    say "removing the programs"
    run systemctl disable -q --now cabinet.target || :
    # shellcheck disable=SC2086
    run systemctl stop $programs cabinet-web.socket cabinet-phones.socket cabinet-games.socket cabinet-programs.socket cabinet-power-off.path cabinet-end-screen.path cabinet-address.path cabinet-alerts.path cabinet-network.path cabinet-clock.path cabinet-reboot.path cabinet-update.path || :
    for unit in $old_units $(units_of "$here"); do remove_unit "$unit"; done
    run rm -rf "$(dirname "$cage")" "$(dirname "$cage_safe")" $opt
    run rm -f /etc/sysusers.d/cabinet.conf /etc/tmpfiles.d/cabinet.conf \
        /etc/systemd/journald.conf.d/cabinet.conf $rules
    if [ "$(readlink "$command")" = $opt/current/bin/cabinet ]; then run rm -f "$command"; fi
    mind_the_rules
    if systemd_runs; then run systemctl daemon-reload; fi
    run systemctl reset-failed 'cabinet*' || :
    say "settings ($etc) and books ($state) are kept, and so are the accounts they belong to."
    accounts=$(cut -d: -f1 /etc/passwd | grep -E '^cabinet(-screen|-web|-fleet|-alerts|-games|-office)?$' | sort -r | sed 's/^/; userdel /' | tr -d '\n')
    if grep -q '^cabinet-bus:' /etc/group; then accounts="$accounts; groupdel cabinet-bus"; fi
    if getent passwd $builder >/dev/null; then run userdel $builder; fi
    if [ -d "$trust" ]; then say "the key that signs releases stays pinned in $trust"; fi
    say "To remove those too: rm -r $etc $state$accounts"
}

while [ $# -gt 0 ]; do
    case $1 in
    --dry-run) dry=yes ;;
    --uninstall) what=uninstall ;;
    --cage) with_cage=yes ;;
    --boot) boot=yes ;;
    --no-start) start='' no_start=--no-start ;;
    --when-idle) idle=yes ;;
    --older) older=yes ;;
    --unsigned) unsigned=yes ;;
    --release | --key | --pin | --signed)
        [ -r "${2:-}" ] || fail "$1 needs a file or folder that can be read, '${2:-}' is none"
        case $1 in
        --release) given=$(cd "$2" && pwd) || fail "--release needs the folder of a release, '$2' is none" ;;
        --key) given_key=$2 ;;
        --pin) what=pin given_key=$2 ;;
        --signed) signed=$(cd "$2" && pwd) ;; # from the script that has checked it
        esac
        shift
        ;;
    --wheels)
        [ -d "${2:-}" ] || fail "--wheels needs a folder with packages, '${2:-}' is none"
        wheels=$(cd "$2" && pwd)
        shift
        ;;
    -h | --help) usage && exit ;;
    *) fail "'$1' is no option of this script; --help lists them" ;;
    esac
    shift
done
if [ $what = uninstall ]; then
    if [ ! "$dry" ] && [ "$(id -u)" != 0 ]; then fail "needs root: sudo $0 --uninstall"; fi
    uninstall
    exit
fi
if [ $what = pin ]; then
    if [ ! "$dry" ] && [ "$(id -u)" != 0 ]; then fail "needs root: sudo $0 --pin $given_key"; fi
    pin "$given_key"
    exit
fi
# Two at once would build into one folder. Who has checked a release holds it already.
if [ ! "$dry" ] && [ ! "$signed" ] && [ "$(id -u)" = 0 ]; then
    exec 9>"${LOCK:-/run/cabinet-install.lock}"
    flock -n 9 || fail "another installation runs (journalctl -u cabinet-update): wait until it has ended"
fi
if [ "$given" ]; then
    install_release ${dry:+--dry-run} ${wheels:+--wheels "$wheels"} ${with_cage:+--cage} ${boot:+--boot} ${idle:+--when-idle} $no_start
fi
[ -e "$source/pyproject.toml" ] || fail "this is the script of an installed release: --release DIR names the one to install"
if [ -e "$trust/release.pub" ] && [ ! "$signed" ] && [ ! "$unsigned" ]; then
    fail "this cabinet takes signed releases (a key is pinned in $trust): --release DIR; --unsigned installs this tree all the same"
fi
# Who chose cage once has it until it is removed.
if [ -e "$cage" ]; then with_cage=yes; fi
check_machine
name=$(release_name)
release=$opt/releases/$name
install_accounts
build_release
compile_release
run rm -rf "$copy"
try_release
# Before the first start, which may fail. What somebody wished for already stays.
if [ "$boot" ] && ! grep -qs '^# cabinet: begin' /boot/firmware/config.txt /boot/config.txt; then
    sh "$here/boot.sh" ${dry:+--dry-run} --strict-gpiod --watchdog --memory-limits
fi
wait_until_idle
switch
start_it
