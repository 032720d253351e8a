// SPDX-License-Identifier: Apache-2.0
#pragma once

// The approximate regions of the workloads of Wong2016's Table 1. Their marks say something in the variant
// that is compiled for it (compile_ptx --approx) and nothing in the others, whose code they leave as it is.
// A region begins behind the values that enter it (APPROX_BEGIN), and ends behind its results (APPROXIMATED):
// see heddle/approx.h.

#ifdef HEDDLE_APPROX

#include "heddle/approx.h"

#define APPROX_LEVEL(d) HEDDLE_APPROX_LEVEL(d)
#define APPROX_BEGIN(...) heddle::approx_begin(__VA_ARGS__)
#define APPROXIMATED(value) heddle::approx_result(value)
#define APPROX_END() heddle::approx_end()

#else

#define APPROX_LEVEL(d)
#define APPROX_BEGIN(...)
#define APPROXIMATED(value) value
#define APPROX_END()

#endif
