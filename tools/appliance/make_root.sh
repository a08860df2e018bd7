#!/bin/sh
# make_root.sh FOLDER: a bare Debian with systemd as FOLDER/root.tar, to install the
# appliance in; SUITE names which, bookworm or trixie. Takes some minutes and half a
# gigabyte, once for each.
set -eu
folder=${1:?the folder for root.tar}
suite=${SUITE:-bookworm}
packages=systemd,systemd-sysv,dbus,udev,procps,iproute2,ca-certificates
# What systemd/install.sh would fetch: the machine it is tried on has no network.
packages=$packages,python3,python3-venv,libgbm1,libegl1,libgles2,libgl1-mesa-dri,libasound2
packages=$packages,espeak-ng,alsa-utils
packages=$packages,cage,seatd,xwayland,libwayland-egl1,libwayland-cursor0
# Somebody to look at what cage shows.
packages=$packages,grim
# Networks as Raspberry Pi OS manages them.
packages=$packages,network-manager
# A broker beside it, for the fleet.
packages=$packages,mosquitto,mosquitto-clients

if [ -e "$folder/root.tar" ] && [ "$(cat "$folder/packages" 2>/dev/null)" = "$suite $packages" ]; then exit; fi
mkdir -p "$folder"
mmdebstrap --quiet --format=tar --variant=minbase --include="$packages" "$suite" "$folder/root.tar.part"
mv "$folder/root.tar.part" "$folder/root.tar"
echo "$suite $packages" >"$folder/packages"
