#!/bin/sh
# A Linux with a GPIO chip that is simulated, for `make gpio`: Debian's own kernel, as it
# is, and the module gpio-sim, which Debian leaves out, built from Debian's own sources.
# Nothing is installed of it; all of it is in the folder, and only the first run fetches
# anything. Remove the folder to begin anew.
#
#   tools/pins/make_kernel.sh FOLDER
set -eu
home=$1
here=$(cd "$(dirname "$0")" && pwd)
say() { printf 'gpio: %s\n' "$*"; }
fail() { printf 'gpio: NO KERNEL GPIO WAS TRIED: %s\n' "$*" >&2; exit 1; }

# shellcheck source=tools/packages.sh
. "$here/../packages.sh"
look() {
    need qemu-system-x86 command -v qemu-system-x86_64
    need xvfb command -v Xvfb
    need mednafen test -e /usr/games/mednafen
    need cc65 command -v ca65
    [ -e "$home/kernel/joydev.ko" ] && return
    need gcc-12 command -v gcc-12
    need make command -v make
    need xz-utils command -v xz
    need libelf1 test -e /usr/lib/x86_64-linux-gnu/libelf.so.1
}
fetch() {
    name=$(apt-cache depends linux-image-amd64 |
        sed -n 's/.*Depends: linux-image-\(6\.1\.[^ ]*\)-amd64.*/\1/p')
    [ -n "$name" ] || fail "apt knows no linux-image-amd64 of 6.1; sudo apt-get update may help"
    say "1/3 fetching Debian's Linux $name, its headers and its source (225 MB)"
    (
        cd "$work"
        apt-get download -qq "linux-image-$name-amd64" "linux-headers-$name-amd64" \
            "linux-headers-$name-common" linux-kbuild-6.1 linux-source-6.1 busybox-static
    ) 2>"$work/log" || fail "apt-get download: $(cat "$work/log")"
    for package in "$work"/*.deb; do
        dpkg-deb -x "$package" "$work/tree"
        rm "$package"
    done
}

# Debian's build files name each other by where they would be installed.
build() {
    say "2/3 building gpio-sim for it"
    sources=$work/tree/usr/src
    mkdir "$work/module"
    tar -C "$work/module" --strip-components=3 -xJf "$sources/linux-source-6.1.tar.xz" \
        linux-source-6.1/drivers/gpio/gpio-sim.c linux-source-6.1/drivers/gpio/gpiolib.h \
        linux-source-6.1/kernel/irq/irq_sim.c
    cp "$here/sim_irqs.c" "$work/module/"
    printf 'obj-m := sim.o\nsim-y := gpio-sim.o sim_irqs.o\n' >"$work/module/Kbuild"
    sed -i "s|/usr/src|$sources|" "$sources/linux-headers-$name-amd64/Makefile"
    make -C "$sources/linux-headers-$name-amd64" M="$work/module" modules \
        >"$work/log" 2>&1 || fail "gpio-sim does not build: $(cat "$work/log")"
}

keep() {
    mkdir "$work/kernel"
    cp "$work/tree/boot/vmlinuz-$name-amd64" "$work/kernel/vmlinuz"
    cp "$work/tree/bin/busybox" "$work/kernel/"
    modules=$work/tree/lib/modules/$name-amd64/kernel
    cp "$modules/fs/configfs/configfs.ko" "$modules/drivers/input/evdev.ko" \
        "$modules/drivers/input/misc/uinput.ko" "$modules/drivers/input/joydev.ko" "$work/module/sim.ko" "$work/kernel/"
    echo "$name" >"$work/kernel/made"
    rm -rf "$home/kernel"
    mv "$work/kernel" "$home/kernel"
    rm -rf "$work"
}

[ "$(uname -s)/$(uname -m)" = Linux/x86_64 ] || fail "this is made of Debian's packages for amd64"
command -v apt-get >/dev/null || fail "this is made of Debian's packages, and there is no apt here"
mkdir -p "$home"
home=$(cd "$home" && pwd)
provide "the simulated machine"
if [ ! -e "$home/kernel/joydev.ko" ]; then
    work=$home/work
    rm -rf "$work"
    mkdir "$work"
    fetch
    build
    keep
fi
say "3/3 Linux $(cat "$home/kernel/made") with gpio-sim is there"
