#!/bin/busybox sh
# The first program of the machine that `make gpio` boots. Makes a chip with the lines of
# a Pi's, runs what /order says, tells what came of it on the second serial line, and is off.
set -eu
/bin/busybox --install -s /bin
export PATH=/bin:/usr/bin

mkdir -p /proc /sys /dev /run /tmp
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
mount -t tmpfs none /run
trap 'reboot -f' EXIT
ip link set lo up
printf 'root:x:0:0::/:\ncabinet:x:990:990::/:\n' >/etc/passwd
printf 'root:x:0:\ncabinet:x:990:\ngpio:x:997:cabinet\ninput:x:996:cabinet\n' >/etc/group
insmod /modules/configfs.ko
insmod /modules/sim.ko
insmod /modules/evdev.ko
insmod /modules/joydev.ko
insmod /modules/uinput.ko
mount -t configfs none /sys/kernel/config

# As on a Pi the lines have names, and whoever is in the group gpio may use them.
chip=/sys/kernel/config/gpio-sim/pi
mkdir -p "$chip/bank"
echo 54 >"$chip/bank/num_lines"
echo pinctrl-bcm2711 >"$chip/bank/label"
for line in $(seq 0 53); do
    mkdir "$chip/bank/line$line"
    echo "GPIO$line" >"$chip/bank/line$line/name"
done
echo 1 >"$chip/live"
ln -s "/sys/devices/platform/$(cat "$chip/dev_name")/$(cat "$chip/bank/chip_name")" /run/pins
chown root:gpio /dev/gpiochip0
chmod 660 /dev/gpiochip0
mkdir -p /dev/input

# gpiozero asks which Pi it is on. This is none; all that it takes from the answer is which
# lines a header has and on which chip they are, so it is told the number of a Pi 4 B.
{
    cat /proc/cpuinfo
    printf 'Revision\t: c03115\n'
} >/run/cpuinfo
mount -o bind /run/cpuinfo /proc/cpuinfo

stty -F /dev/ttyS1 raw
sh /order || echo "gpio: the order ended with $?"
cat /run/results >/dev/ttyS1
