#!/bin/sh
# The tests on the processor of a Raspberry Pi: a 64-bit ARM Python and its packages,
# unpacked under build/arm and run by an emulator, process by process. Nothing is
# installed into the unpacked system, nothing is mounted, and only the first run
# fetches anything. Remove build/arm to begin anew.
#
# What it finds: a package without a build for the Pi, another width or sign of a
# number, another rounding, another picture. What it cannot find: wires, speed.
#
#   tools/test_arm.sh [PYTEST ARGUMENTS]
set -eu
cd "$(dirname "$0")/.."
venv=${VENV:-.venv}
home=$PWD/build/arm
tree=$home/tree
packages=$home/packages
python=$home/python
compiled=tests/tabletop/search/test_compiled.py::
compiled=${compiled}test_where_gcc_is_the_compiled_code_is_tested_too

say() { printf 'test-arm: %s\n' "$*"; }
fail() { printf 'test-arm: %s\n' "$*" >&2; exit 1; }

# shellcheck source=tools/packages.sh
. tools/packages.sh
look() {
    need qemu-user-static command -v qemu-aarch64-static
    need mmdebstrap command -v mmdebstrap
}
# This system's own release and mirrors, for another processor.
unpack() {
    # shellcheck source=/dev/null
    release=$(. /etc/os-release && printf %s "${VERSION_CODENAME:-}")
    [ -n "$release" ] || fail "/etc/os-release names no release to take ARM packages of"
    sources=
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources \
        /etc/apt/sources.list.d/ubuntu.sources; do
        [ ! -s "$file" ] || sources="$sources $file"
    done
    say "1/3 unpacking Python for arm64 from $release (80 MB)"
    rm -rf "$tree"
    # shellcheck disable=SC2086  # a list of files
    mmdebstrap --quiet --variant=extract --arch=arm64 \
        --include=python3,libstdc++6,libasound2 "$release" "$tree" $sources ||
        fail "this system's package sources gave no arm64 packages of $release"
    # The emulator looks here first: what is not here is taken from this machine.
    rm -rf "${tree:?}/dev" "$tree/tmp" "$tree/run" "${tree:?}/var" "${tree:?}/home" "$tree/root"
}

# A command that other programs can start as they would start a Python.
wrap() {
    binary=$(readlink -f "$tree/usr/bin/python3")
    cat >"$home/python.new" <<END
#!/bin/sh
exec qemu-aarch64-static -L '$tree' '$binary' "\$@"
END
    chmod +x "$home/python.new"
    printf '%s\nimport sys; sys.executable = "%s"\n' "$packages" "$python" \
        >"$tree/usr/lib/python3/dist-packages/cabinet.pth"
    mv "$home/python.new" "$python"
}

# What the lock names, in its builds for ARM.
fetch() {
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    cksum locks/work.txt >"$home/now"
    ! cmp -s "$home/now" "$home/fetched" || return 0
    say "2/3 fetching the packages for arm64, Python $version (60 MB)"
    rm -rf "$packages" "$home/fetched"
    "$venv/bin/python" -m pip install --disable-pip-version-check --quiet \
        --target "$packages" --only-binary=:all: \
        --platform manylinux2014_aarch64 --platform manylinux_2_28_aarch64 \
        --platform manylinux_2_34_aarch64 --python-version "$version" \
        --no-deps --require-hashes --requirement locks/work.txt ||
        fail "a package has no build for 64-bit ARM and Python $version: see above"
    mv "$home/now" "$home/fetched"
}

[ -x "$venv/bin/python" ] || fail "$venv is not there; run make setup first"
provide "emulating a Pi"
mkdir -p "$home"
if [ ! -x "$python" ] || [ ! -e "$tree/usr/lib/aarch64-linux-gnu/libasound.so.2" ]; then
    unpack
    wrap
fi
fetch
say "3/3 $("$python" -c 'import platform, sys
print("Python", platform.python_version(), "on", platform.machine(), "as", sys.executable)')"
# Not under the emulator: tests/hil loads the chip's simulator, built for this
# machine, into Python; and a compiler of this machine makes no modules for ARM.
export CABINET_TESTS_SLOWER=8
exec "$python" -m pytest -p no:cacheprovider -n 2 -m 'not soak' --ignore tests/hil \
    --deselect "$compiled" "$@"
