// SPDX-License-Identifier: Apache-2.0
#pragma once

// What clang reads ahead of a .cu file that `heddle compile` compiles without a CUDA SDK: the C headers that
// such files use on the host, the device side of CUDA C++ as Heddle's own kernels have it, and the runtime,
// which nvcc includes, too.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cuda.hpp"

#include "cuda_runtime.h"

extern "C" __attribute__((device)) int printf(const char*, ...);
