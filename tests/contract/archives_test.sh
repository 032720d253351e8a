#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Each archive of the tree agrees with its manifest, and tb/archive/archive keeps its promises.
# Usage: archives_test.sh SOURCE_DIR
set -euo pipefail
tool=$1/tb/archive/archive
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  printf 'FAILED: %s\n' "$1"
  exit 1
}
"$1/tests/hardware/recordings" check || fail "the recordings agree with their manifest"
"$tool" "$1/tb/workloads/other_compilers.zip" check || fail "other compilers' PTX agrees with its manifest"
"$1/tests/hardware/recordings" unpack "$scratch/recordings" aes_ttable
[[ $(cd "$scratch/recordings" && echo */*) == "aes_ttable/aes_ttable.bin aes_ttable/aes_ttable.json aes_ttable/aes_ttable.ptx" ]] ||
  fail "one recording is unpacked alone"

# The same contents, added in another order, at another time, by another user's rights: the same bytes.
cd "$scratch"
add() { # ARCHIVE DATE FOLDER...
  "$tool" "$1" add --source README.md --date "$2" "${@:3}"
}
mkdir a b
for file in a/1 a/2 b/1; do seq 1000 >"$file"; done
add one.zip 2026-11-27 a b
touch -d 2001-01-01 a/1
chmod 600 b/1
add two.zip 2026-11-27 b
add two.zip 2026-11-27 a
cmp one.zip two.zip && cmp one.manifest two.manifest || fail "the same contents give the same archive"

# A file that is as it was keeps its date.
echo more >>a/1
add one.zip 2026-11-28 a b
[[ $(grep -v '^#' one.manifest | cut -d' ' -f2,3 | paste -sd,) == "2026-11-28 a/1,2026-11-27 a/2,2026-11-27 b/1" ]] ||
  fail "new files have the new date, others their own"

# What disagrees is named.
refuses() { # WHAT PATTERN COMMAND...
  if "$tool" "${@:3}" 2>errors; then fail "$1"; fi
  grep -q "$2" errors || { cat errors && fail "$1: says so"; }
}
sed -i 's/^[0-9a-f]\{8\}\(.* a\/2 \)/00000000\1/' one.manifest
refuses "a wrong hash is found" 'a/2 has another sha256' one.zip check
sed -i '/ a\/2 /d' one.manifest
refuses "a member without a line is found" 'a/2 is in the archive alone' one.zip check
add two.zip 2026-11-27 a
sed -i 's/README.md/no_such_file/' two.manifest
refuses "a source that is gone is found" 'a/1 was made from no_such_file' two.zip check
refuses "a source must be there" "is no file of the tree: 'none'" two.zip add --source none a
refuses "a folder must have files" "no files in 'empty'" two.zip add --source README.md empty
refuses "a member must be there" "has no 'c'" two.zip list c
