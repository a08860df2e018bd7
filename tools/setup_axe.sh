#!/bin/sh
# axe-core, which reads pages as assistive technology does, for the tests in a browser:
# one file in build/axe, from the package that npm has. It is never part of a release.
set -eu
version=4.14.0
hash=f564d9c448ec67b6f5dd31fc24f99b576cfc0876e5f34ff6866dd73c41b826035d40b2bcd480515e64b11df3003a44aa41e4714ffd1dc0d0f3d863a6df3ce971
target=build/axe
[ -f "$target/axe-$version.js" ] && exit 0
skip() {
    printf 'setup: no axe-core, pages will NOT be checked: %s\n' "$*" >&2
    exit 0
}
command -v npm >/dev/null || skip "install npm with your system's package manager"
mkdir -p "$target"
(
    cd "$target"
    npm pack --silent "axe-core@$version" >/dev/null
    printf '%s  axe-core-%s.tgz\n' "$hash" "$version" | sha512sum -c --quiet -
    tar -xzf "axe-core-$version.tgz" package/axe.min.js
    mv package/axe.min.js "axe-$version.js"
    rmdir package
    rm "axe-core-$version.tgz"
) || skip "it could not be fetched as it should be"
