// SPDX-License-Identifier: Apache-2.0
#pragma once

// What clang reads ahead of a .cu file that `heddle compile` compiles without a CUDA SDK: the C headers that
// such files use on the host, then the device side of CUDA C++ as Heddle's own kernels have it.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cuda.hpp"

extern "C" __attribute__((device)) int printf(const char*, ...);
