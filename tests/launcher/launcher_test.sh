#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the launcher in a scratch checkout whose tools are stand-ins that record their calls:
# when it installs, configures, builds and keeps quiet. Usage: launcher_test.sh SOURCE_DIR
set -euo pipefail

unset HEDDLE_APT HEDDLE_JOBS HEDDLE_CONFIGURE # whoever runs the tests may have set them
source=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export CALLS=$scratch/calls
mkdir -p "$scratch/checkout/cmake" "$scratch/bin" "$scratch/elsewhere" "$scratch/home"
cp "$source/heddle" "$source/CMakePresets.json" "$scratch/checkout"
cp "$source/cmake/packages.txt" "$scratch/checkout/cmake"
cd "$scratch/elsewhere"

stand_in() { # name, body
  printf '#!/bin/bash\necho "%s $*" >>"$CALLS"\n%s\n' "$1" "$2" >"$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}
stand_in dpkg-query 'shift 3; for p; do [[ $p == "${ABSENT:-}" ]] || printf " %s=installed " "$p"; done'
stand_in apt-get 'exit "${APT_EXIT:-0}"'
stand_in cmake 'mkdir -p build/release; touch build/release/build.ninja
  echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >build/release/CMakeCache.txt; exit "${CMAKE_EXIT:-0}"'
stand_in ninja 'echo "ninja: no work to do."; exit "${NINJA_EXIT:-0}"'
stand_in ctest 'echo ctest ran'

# Each of these starts from an empty list of calls and leaves status, out, err.
launch() {
  : >"$CALLS"
  status=0
  env "${environment[@]}" "$launcher" "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
  out=$(<"$scratch/out") err=$(<"$scratch/err")
}
fail() {
  printf 'FAILED: %s\nstatus %s\nstdout: %s\nstderr: %s\ncalls:\n%s\n' "$1" "$status" "$out" "$err" "$(<"$CALLS")"
  exit 1
}
calls() { grep -c "^$1 $2" "$CALLS" || true; } # tool, start of its arguments
reset() {
  rm -rf "$scratch/checkout/build"
  mkdir -p "$scratch/checkout/build/release"
  cp "$scratch/program" "$scratch/checkout/build/release/heddle"
  cp "$scratch/program" "$scratch/checkout/build/release/heddle_demo"
}

printf '#!/bin/bash\necho "program $*"\nexit 7\n' >"$scratch/program"
chmod +x "$scratch/program"
environment=("PATH=$scratch/bin:/usr/bin:/bin" "HOME=$scratch/home")
launcher=$scratch/checkout/heddle

reset
launch run "two words"
[[ $status == 7 && $out == "program run two words" ]] || fail "arguments, output and exit status are the program's"
[[ $(calls cmake "--preset release") == 1 && $(calls ninja "") == 1 ]] || fail "the first call configures and builds"
[[ $(calls apt-get "") == 0 ]] || fail "apt is called though nothing is missing"
launch run
[[ $(calls cmake "") == 0 && $(calls ninja "") == 1 && -z $err ]] || fail "a second call is quiet and does not configure"

ln -s "$launcher" "$scratch/elsewhere/link"
launcher=$scratch/elsewhere/link
launch run
[[ $status == 7 && $(calls cmake "") == 0 ]] || fail "a symbolic link leads to the checkout"

environment+=("HEDDLE_CONFIGURE=-DX=1 -DY=2")
launch run
[[ $(calls cmake "--preset release -DX=1 -DY=2") == 1 ]] || fail "new options configure again"
launch run
[[ $(calls cmake "") == 0 ]] || fail "the same options do not configure again"
unset 'environment[-1]'
launch run
[[ $(calls cmake "") == 0 ]] || fail "options are kept until others are given"

stand_in ninja 'sleep 0.2; echo "ninja ends" >>"$CALLS"'
: >"$CALLS"
for i in 1 2 3; do env "${environment[@]}" "$launcher" run >"$scratch/out$i" 2>/dev/null & done
wait
[[ $(grep ^ninja "$CALLS" | cut -c1-9 | uniq -c | wc -l) == 6 ]] || fail "builds of one checkout do not overlap"
[[ $(cat "$scratch"/out? | grep -c '^program run$') == 3 ]] || fail "who waited for a build runs too"
stand_in ninja 'echo "ninja: no work to do."; exit "${NINJA_EXIT:-0}"'

sed -i 's,=.*,=/moved/from/here,' "$scratch/checkout/build/release/CMakeCache.txt"
launch build
[[ $status == 0 && $(calls cmake "") == 1 ]] || fail "a moved checkout is configured anew"

reset
launch test -R base
[[ $status == 0 && $out == "ctest ran" && $(calls ninja ".*all") == 1 ]] || fail "test builds everything and runs ctest"
grep -q -- "--output-on-failure .*-R base" "$CALLS" || fail "test passes its arguments on to ctest"

environment+=(NINJA_EXIT=1)
launch run
[[ $status == 1 && -z $out && $err == *"build failed"* ]] || fail "after a failed build nothing runs"
unset 'environment[-1]'
reset
environment+=(CMAKE_EXIT=1)
launch run
[[ $status == 1 && -z $out && $(calls ninja "") == 0 ]] || fail "after a failed configure step nothing is built"
unset 'environment[-1]'
launch run
[[ $status == 7 && $(calls cmake "") == 1 ]] || fail "a failed configure step is repeated"

environment+=(ABSENT=yosys HEDDLE_APT=0)
launch run
[[ $status == 1 && $err == *"missing: yosys" && $(calls apt-get "") == 0 ]] || fail "HEDDLE_APT=0 names what is missing"
launch demo
[[ $status == 7 && $out == "program demo" ]] || fail "the demo does not wait for packages that it does not need"
[[ $(calls ninja ".*heddle_demo$") == 1 ]] || fail "the demo does not wait for parts of the program that it does not need"
unset 'environment[-1]' 'environment[-1]'
environment+=(ABSENT=verilator HEDDLE_APT=0)
launch demo
[[ $status == 1 && $err == *"missing: verilator" ]] || fail "the demo names what it needs"
unset 'environment[-1]' 'environment[-1]'
environment+=(ABSENT=yosys HEDDLE_APT=0)
unset 'environment[-1]'
plain_user=()
if ((EUID == 0)); then
  launch run
  [[ $status == 7 && $(calls apt-get ".*update") == 1 && $(calls apt-get ".*install .*yosys$") == 1 ]] ||
    fail "what is missing is installed, and only that"
  environment+=(APT_EXIT=100)
  launch run
  [[ $status == 1 && -z $out && $err == *"apt-get install"* && $(calls ninja "") == 0 ]] ||
    fail "after a failed installation nothing is built"
  unset 'environment[-1]'
  chmod -R a+rwX "$scratch"
  plain_user=(setpriv --reuid 65534 --clear-groups)
fi
# A PATH without sudo: the tools that the launcher needs, and the stand-ins.
for tool in bash env readlink dirname nproc mkdir flock sed grep cat; do ln -sf "$(command -v "$tool")" "$scratch/bin/"; done
environment=("PATH=$scratch/bin" "HOME=$scratch/home" ABSENT=yosys)
launcher=$scratch/checkout/heddle
: >"$CALLS"
status=0
"${plain_user[@]}" "$(command -v env)" "${environment[@]}" "$launcher" run >"$scratch/out" 2>"$scratch/err" || status=$?
out=$(<"$scratch/out") err=$(<"$scratch/err")
[[ $status == 1 && $err == *"root or sudo"*"apt-get install --no-install-recommends yosys" ]] ||
  fail "without root and sudo one message tells the command"
[[ $(calls apt-get "") == 0 ]] || fail "without root and sudo apt is not called"
echo "launcher: all as it should be"
