#!/bin/sh
# verify.sh RELEASE KEY INTO: copies the release in the folder RELEASE to the new folder
# INTO, if it is whole and signed with the Ed25519 key whose public half is in the file
# KEY. Says what is wrong and ends with 1 otherwise; INTO is gone then. Needs openssl 3.
#
# What is checked is the copy, which nobody else can write to, and nothing is unpacked or
# run before all of it has been checked: the signature is that of the list of checksums,
# and the list names every file, no more and no fewer.
set -eu
release=$1 key=$2 into=$3
list=SHA256SUMS
# The list is a few lines, a release some ten megabytes.
most_list=20000 most=200000000
made=''

wrong() {
    printf 'verify: %s\n' "$*" >&2
    if [ "$made" ]; then rm -rf "$into"; fi
    exit 1
}

# take NAME MOST: copies a plain file of the release; a link could lead anywhere.
take() {
    if [ -L "$release/$1" ] || [ ! -f "$release/$1" ]; then wrong "$1 is missing in $release, or no plain file"; fi
    if [ "$(stat -c %s "$release/$1")" -gt "$2" ]; then wrong "$1 has more than $2 bytes"; fi
    head -c "$2" "$release/$1" >"$into/$1" || wrong "$1 cannot be read"
}

[ -d "$release" ] || wrong "'$release' is no folder; name the one that has $list in it"
command -v openssl >/dev/null || wrong "openssl is missing: apt-get install openssl"
openssl pkey -pubin -in "$key" -noout -text 2>/dev/null | grep -q '^ED25519' ||
    wrong "'$key' is no public Ed25519 key (PEM)"
(umask 077 && mkdir "$into") || wrong "$into cannot be made"
made=yes

take $list $most_list
take $list.sig 64
openssl pkeyutl -verify -pubin -inkey "$key" -rawin -in "$into/$list" -sigfile "$into/$list.sig" >/dev/null 2>&1 ||
    wrong "the signature of $release is not that of the key in $key; nothing of it was run"

# From here on the list is the signer's. It must still name plain files, in this folder.
if grep -qvE '^[0-9a-f]{64}  [A-Za-z0-9][A-Za-z0-9._-]*$' "$into/$list"; then wrong "$list has a line that names no file"; fi
names=$(cut -c 67- "$into/$list" | LC_ALL=C sort)
found=$(cd "$release" && find . -mindepth 1 ! -name $list ! -name $list.sig | cut -c 3- | LC_ALL=C sort)
if [ "$names" != "$found" ]; then
    for each in $names; do [ -e "$release/$each" ] || wrong "$each is missing in $release"; done
    wrong "there is a file in $release that its list does not name: keep a release in a folder of its own"
fi
for each in $names; do take "$each" $most; done
(cd "$into" && sha256sum --check --strict --quiet $list >/dev/null 2>&1) ||
    wrong "a file in $release is not the one that was signed: $(cd "$into" && sha256sum --check $list 2>/dev/null | grep -v ': OK$' | tr '\n' ' ')"
printf 'verify: %s is whole, and signed with %s\n' "$release" "$(openssl pkey -pubin -in "$key" -outform DER | sha256sum | cut -c1-16)"
