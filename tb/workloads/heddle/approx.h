#pragma once

// Approximate regions in CUDA C++, for clang and nvcc (Wong2016, 4.1). A region is all between
//
//     heddle::approx_begin(values...);   // the variables that enter
//     heddle::approx_end(values...);     // those that leave
//
// and HEDDLE_APPROX_LEVEL(d) says how many low bits a comparison ignores in regions that follow. For example:
//
//     float centre = row[x], east = row[x + 1];
//     HEDDLE_APPROX_LEVEL(6);
//     heddle::approx_begin(centre, east, x);
//     float sum = centre + 0.5f * (east - centre);
//     heddle::approx_end(sum);
//     out[x] = sum;
//
// Name every variable that enters, and every result that leaves: the compiler moves what depends on none of
// them into the region or out of it. Indexes that are used behind the region enter, too, so that addresses
// are not made inside; a pointer would lose its address space. Variables are numbers of 16, 32 or 64 bits,
// float, double, pointers. In PTX the marks are pragmas, which models/warp_approximation/region_marks.hpp
// describes; they become no instructions. Elsewhere than in device code they say nothing.

#ifdef __CUDA_ARCH__
#define HEDDLE_APPROX_ASM(...) asm volatile(__VA_ARGS__)
#else
#define HEDDLE_APPROX_ASM(...) ((void)0)
#endif

/// d is a literal from 0 to 31.
#define HEDDLE_APPROX_LEVEL(d) HEDDLE_APPROX_ASM(".pragma \"heddle.approxLevel " #d "\";")

namespace heddle {

// The compiler must have the value before, and does not know it behind: what needs it cannot be done before,
// what makes it cannot be done behind. These statements keep their order.
__device__ __forceinline__ void approx_tie(float& value) { HEDDLE_APPROX_ASM("" : "+f"(value)); }
__device__ __forceinline__ void approx_tie(double& value) { HEDDLE_APPROX_ASM("" : "+d"(value)); }
template <class T>
__device__ __forceinline__ void approx_tie(T& value) {
  static_assert(sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                "a number of 16, 32 or 64 bits, or a pointer");
  if constexpr (sizeof(T) == 2) {
    HEDDLE_APPROX_ASM("" : "+h"(value));
  } else if constexpr (sizeof(T) == 4) {
    HEDDLE_APPROX_ASM("" : "+r"(value));
  } else {
    HEDDLE_APPROX_ASM("" : "+l"(value));
  }
}

/// A result that leaves a region as part of an expression: for example `out[x] = approx_result(a + b);`.
template <class T>
__device__ __forceinline__ T approx_result(T value) {
  approx_tie(value);
  return value;
}

template <class... Values>
__device__ __forceinline__ void approx_begin(Values&... values) {
  HEDDLE_APPROX_ASM(".pragma \"heddle.approxBegin\";");
  (approx_tie(values), ...);
}

template <class... Values>
__device__ __forceinline__ void approx_end(Values&... values) {
  (approx_tie(values), ...);
  HEDDLE_APPROX_ASM(".pragma \"heddle.approxEnd\";");
}

}  // namespace heddle
