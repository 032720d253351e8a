// SPDX-License-Identifier: Apache-2.0
#pragma once

// Texture objects (a 64-bit handle, with 32-bit addresses too) and loads through the read-only cache.

using cudaTextureObject_t = unsigned long long;

#define HEDDLE_TEXTURE(vector, element, type, letter)                                                        \
  __device__ static __forceinline__ vector heddle_fetch(cudaTextureObject_t t, int x, vector*) {             \
    vector v;                                                                                                \
    asm("tex.1d.v4." type ".s32 {%0, %1, %2, %3}, [%4, {%5}];"                                               \
        : "=" letter(v.x), "=" letter(v.y), "=" letter(v.z), "=" letter(v.w)                                 \
        : "l"(t), "r"(x));                                                                                   \
    return v;                                                                                                \
  }                                                                                                          \
  __device__ static __forceinline__ element heddle_fetch(cudaTextureObject_t t, int x, element*) {           \
    return heddle_fetch(t, x, static_cast<vector*>(nullptr)).x;                                              \
  }                                                                                                          \
  __device__ static __forceinline__ vector heddle_sample(cudaTextureObject_t t, float x, float y, vector*) { \
    vector v;                                                                                                \
    asm("tex.2d.v4." type ".f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"                                           \
        : "=" letter(v.x), "=" letter(v.y), "=" letter(v.z), "=" letter(v.w)                                 \
        : "l"(t), "f"(x), "f"(y));                                                                           \
    return v;                                                                                                \
  }                                                                                                          \
  __device__ static __forceinline__ element heddle_sample(cudaTextureObject_t t, float x, float y,           \
                                                          element*) {                                        \
    return heddle_sample(t, x, y, static_cast<vector*>(nullptr)).x;                                          \
  }

HEDDLE_TEXTURE(float4, float, "f32", "f")
HEDDLE_TEXTURE(int4, int, "s32", "r")
HEDDLE_TEXTURE(uint4, unsigned, "u32", "r")

#undef HEDDLE_TEXTURE

__device__ static __forceinline__ unsigned char heddle_sample(cudaTextureObject_t t, float x, float y,
                                                              unsigned char*) {
  return static_cast<unsigned char>(heddle_sample(t, x, y, static_cast<unsigned*>(nullptr)));
}

/// Texel x of linear memory. T: float, int, unsigned or a vector of four of them.
template <class T>
__device__ static __forceinline__ T tex1Dfetch(cudaTextureObject_t texture, int x) {
  return heddle_fetch(texture, x, static_cast<T*>(nullptr));
}
/// T as for tex1Dfetch, or unsigned char.
template <class T>
__device__ static __forceinline__ T tex2D(cudaTextureObject_t texture, float x, float y) {
  return heddle_sample(texture, x, y, static_cast<T*>(nullptr));
}

__device__ static __forceinline__ float __ldg(const float* p) { return __nvvm_ldg_f(p); }
__device__ static __forceinline__ int __ldg(const int* p) { return __nvvm_ldg_i(p); }
__device__ static __forceinline__ unsigned __ldg(const unsigned* p) { return __nvvm_ldg_ui(p); }
__device__ static __forceinline__ unsigned char __ldg(const unsigned char* p) { return __nvvm_ldg_uc(p); }
