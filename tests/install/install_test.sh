#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a build below a scratch prefix and uses it with nothing but what was installed: the program, the package, the
# examples, and the tutorials' steps.
# Usage: install_test.sh BINARY_DIR
set -euo pipefail

source=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../..")
prefix=$(mktemp -d)
examples=$prefix/share/heddle/examples
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
bin/heddle run vectoradd --small --functional --ptx nvcc13 >report || fail "it runs what another compiler has made"
bin/heddle report result --out page.html >report && grep -q plot page.html || fail "it writes a page of the results"
bin/heddle compile share/heddle/configs/launches/saxpy.cu --compiler clang++ --out mine.ptx >report || fail "it compiles CUDA C++"
bin/heddle sweep mine.ptx --launch share/heddle/configs/launches/saxpy.yaml --set sms=1,2 --perturb 1 >report ||
  fail "it sweeps a kernel of the user's own"
[[ -s results/sweeps/mine/chart.svg ]] || fail "a sweep has a chart"
bin/heddle dpi bdi_compressor --out dpi >report && [[ -s dpi/heddle_client.h ]] || fail "it writes a model for a testbench"
bash -n share/bash-completion/completions/heddle || fail "completion for bash is installed"
[[ -s lib/heddle/bdi_compressor.so ]] || fail "the Verilated RTL is installed"

# RTL that differs from the installed one is Verilated and compiled on the spot, from installed sources alone.
{ cat share/heddle/rtl_ref/register_virtualization/freed_register_queue.sv && echo "module mine; endmodule"; } >mine.sv
HEDDLE_CACHE=$prefix/cache bin/heddle cosim freed_register_queue --rtl mine.sv --vectors 2000 --no-rates >report 2>&1 || {
  cat report
  fail "the installed program takes RTL of the user's own"
}
[[ -n $(find cache -name '*.so') ]] || fail "RTL of the user's own is compiled, not taken from the build"

# The examples, as projects of their own that know nothing but the prefix.
example() { # NAME: configures and builds it
  cmake -S "$examples/$1" -B "$1" -DCMAKE_PREFIX_PATH="$prefix" >log 2>&1 && cmake --build "$1" >>log 2>&1 || {
    cat log
    fail "the example $1 is built"
  }
}
expect() { # WHAT PATTERN: the report has it
  grep -qE "$2" report || {
    cat report
    fail "$1"
  }
}
export CMAKE_BUILD_TYPE=Release CXXFLAGS="-Wall -Wextra -Wpedantic -Werror"
if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$prefix CCACHE_NOHASHDIR=1; fi

# Each library links whole with those before it alone.
mkdir layers
echo 'int main() {}' >layers/main.cpp
cat >layers/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.25)
project(layers LANGUAGES CXX)
find_package(heddle 0.2 REQUIRED)
foreach(layer models sim memory gpu cosim benches run)
  add_executable(with_${layer} main.cpp)
  target_link_libraries(with_${layer} PRIVATE heddle::${layer})
endforeach()
EOF
{ cmake -S layers -B layers/build -DCMAKE_PREFIX_PATH="$prefix" && cmake --build layers/build; } >log 2>&1 || {
  grep -E 'error|undefined' log | head -20
  fail "each library needs only those before it"
}

# The tutorials: every command of their blocks, in a folder with the examples and the RTL, as a reader would.
tutorial() { # FILE
  mkdir -p reader && ln -sfn "$prefix"/share/heddle/{examples,rtl_ref} reader
  sed -n '/^```$/,/^```$/{/^```$/!p}' "$source/$1" | sed "s#~/heddle#$prefix#g" >steps
  [[ -s steps ]] || fail "$1 has steps"
  (cd reader && PATH=$prefix/bin:$PATH HEDDLE_CACHE=$prefix/cache bash -euo pipefail ../steps) >report 2>&1 || {
    tail -40 report
    fail "the steps of $1 work"
  }
}
tutorial docs/your_rtl.md
expect "the copy is equal" 'equal: every output at every cycle'
expect "the fault is found" 'it differs, and w.fst shows where'
[[ -s reader/w.gtkw ]] || fail "there is a view of the waves"
tutorial examples/block_plugin/README.md
expect "the RTL of a block in an hour is its model, in both sets" '2 of 2 co-simulations equal'
expect "its energy is that of its stimulus" 'requests as its co-simulation draws them'
tutorial examples/memory_codec_plugin/README.md
expect "lines are compressed by a codec of the user's own" 'compressed lines +[1-9]'
expect "it stands beside Heddle's codecs" '^ *zero_words '
tutorial examples/technique_plugin/README.md
expect "fewer warps are slower" 'It takes [0-9.]+ % more cycles'

example scheduler_plugin
bin/heddle run pathfinder --small --no-out --plugin scheduler_plugin/libfewest_issued.so --set sm.scheduler=fewest_issued >report ||
  fail "a scheduler of the user's own is taken"

plugin=(--plugin reader/build/block/libzero_lane_counter.so)
bin/heddle serve zero_lane_counter "${plugin[@]}" --set latency=9 >report 2>&1 && fail "its parameters have limits"
expect "the limits are told" '1 .. 4'

example block_in_systemc
block_in_systemc/block_in_systemc >report || fail "a block works on an sc_clock"
expect "a block works on an sc_clock" '1000 \+ 0 i: encoding <4,0>, after 2 cycles'
expect "the block compresses" '1000 \+ 100000 i: encoding uncompressed, after 2 cycles'

example memory_behind_l2
memory_behind_l2/memory_behind_l2 >report || fail "a memory is bound behind the L2"
expect "reads come from the memory once" '^8 reads, 4 of them hits in the L2; 4 accesses of the memory'

example host_program
HEDDLE_DATA='' host_program/host_program >report 2>&1 || {
  cat report
  fail "a host program runs, and finds what it reads in the installation"
}
expect "the kernel's result is right" 'result as expected'

warp_limit=reader/build/technique/libwarp_limit.so
with_plugin() { bin/heddle run pathfinder --small --set sms=1 --no-out --plugin "$warp_limit" "$@" >report 2>&1; }
cycles() { sed -nE 's/^ *cycles +([0-9,]+) .*/\1/p' report | tr -d ,; }
with_plugin || fail "a plug-in is loaded"
free=$(cycles)
with_plugin --with warp_limit,warped_compression --set warp_limit.warps=1 || {
  cat report
  fail "a plug-in's technique works beside another"
}
((2 * $(cycles) > 3 * free)) || fail "one CTA at a time, whose barriers open, is slower: $(cycles) cycles against $free"
# Into a file first: grep ends with the first line that it finds, and the program would lose its reader.
bin/heddle run --help --plugin "$warp_limit" >help
grep -q warp_limit help || fail "the help names it"

refused() { # WHAT PATTERN OPTION...: one error, status 1
  local what=$1 pattern=$2 status=0
  shift 2
  bin/heddle run vectoradd --small --no-out "$@" >report 2>&1 || status=$?
  [[ $status == 1 && $(wc -l <report) == 1 ]] || {
    cat report
    fail "$what is refused with one line and status 1, not $status"
  }
  expect "$what is refused" "$pattern"
}
refused "a technique that nothing brings" "unknown technique: 'warp_limit'" --with warp_limit
refused "a value out of range" '0.*1 \.\. 64' --plugin "$warp_limit" --with warp_limit --set warp_limit.warps=0
refused "a plug-in that is not there" 'nothing.so: there is no such plug-in' --plugin nothing.so
refused "a file of another kind" 'demo.yaml: the plug-in cannot be loaded' --plugin=share/heddle/configs/demo.yaml
refused "a shared object that is no plug-in" 'no plug-in of Heddle' --plugin lib/heddle/bdi_compressor.so
other() { # SOURCE NAME: a plug-in of this text
  printf '%s\n' "$1" >"$2.cpp"
  g++ -std=c++20 -shared -fPIC -DSC_CPLUSPLUS=201703L -DSC_INCLUDE_DYNAMIC_PROCESSES -DHEDDLE_VERSION='"0.0.1"' -Iinclude/heddle "$2.cpp" -o "$2.so"
}
other '#include "models/base/plugin.hpp"
HEDDLE_PLUGIN' old
refused "a plug-in for another version" "old.so: .*another version: '0.0.1'" --plugin old.so
cp "$warp_limit" twice.so
refused "a name that is taken" "twice.so: two techniques register the same name: 'warp_limit'" \
  --plugin "$warp_limit" --plugin twice.so
echo "install: all as it should be"
