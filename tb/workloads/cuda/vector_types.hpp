// SPDX-License-Identifier: Apache-2.0
#pragma once

// Vectors of 2, 3 and 4 elements with CUDA's names and alignments, and make_*.

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1)
      : x(x_), y(y_), z(z_) {}
};

#define HEDDLE_VECTORS(element, name)                                                                        \
  struct alignas(2 * sizeof(element)) name##2 {                                                              \
    element x, y;                                                                                            \
  };                                                                                                         \
  struct name##3 {                                                                                           \
    element x, y, z;                                                                                         \
  };                                                                                                         \
  struct alignas(4 * sizeof(element) < 16 ? 4 * sizeof(element) : 16) name##4 {                              \
    element x, y, z, w;                                                                                      \
  };                                                                                                         \
  __host__ __device__ static __forceinline__ name##2 make_##name##2(element x, element y) { return {x, y}; } \
  __host__ __device__ static __forceinline__ name##3 make_##name##3(element x, element y, element z) {       \
    return {x, y, z};                                                                                        \
  }                                                                                                          \
  __host__ __device__ static __forceinline__ name##4 make_##name##4(element x, element y, element z,         \
                                                                    element w) {                             \
    return {x, y, z, w};                                                                                     \
  }

HEDDLE_VECTORS(signed char, char)
HEDDLE_VECTORS(unsigned char, uchar)
HEDDLE_VECTORS(short, short)
HEDDLE_VECTORS(unsigned short, ushort)
HEDDLE_VECTORS(int, int)
HEDDLE_VECTORS(unsigned, uint)
HEDDLE_VECTORS(float, float)
HEDDLE_VECTORS(double, double)

#undef HEDDLE_VECTORS
