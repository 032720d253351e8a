#!/usr/bin/env bash
# Installs a build below a scratch prefix and uses it with nothing but what was installed.
# Usage: install_test.sh BINARY_DIR
set -euo pipefail

prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$1" --prefix "$prefix" >/dev/null
export HEDDLE_DATA=$prefix/share/heddle # else a missing file would be found in the source tree
cd "$prefix"

fail() {
  printf 'FAILED: %s\n' "$1"
  exit 1
}
bin/heddle run vectoradd --small --with warped_compression --out "$prefix/result" >report ||
  fail "the installed program runs a workload"
grep -q cycles report || fail "the report names the cycles"
[[ -s result/stats.json && -s result/stats.csv ]] || fail "the folder of results is written"
[[ -s lib/heddle/bdi_compressor.so ]] || fail "the Verilated RTL is installed"

# RTL that differs from the installed one is Verilated and compiled on the spot, from installed sources alone.
{ cat share/heddle/rtl_ref/warped_compression/bdi_compressor.sv && echo "module mine; endmodule"; } >mine.sv
HEDDLE_CACHE=$prefix/cache bin/heddle cosim bdi_compressor --rtl mine.sv --vectors 2000 --no-rates >report 2>&1 || {
  cat report
  fail "the installed program takes RTL of the user's own"
}
[[ -n $(find cache -name '*.so') ]] || fail "RTL of the user's own is compiled, not taken from the build"
echo "install: all as it should be"
