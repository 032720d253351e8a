// SPDX-License-Identifier: Apache-2.0
#pragma once

// Exchange and votes between the lanes of a warp. `width` is that of the groups that exchange: a power of
// two.

#define HEDDLE_SHUFFLE(name, mode, clamp)                                                                    \
  __device__ static __forceinline__ int name(unsigned mask, int value, int lane, int width = 32) {           \
    return __nvvm_shfl_sync_##mode##_i32(mask, value, lane, ((32 - width) << 8) | (clamp));                  \
  }                                                                                                          \
  __device__ static __forceinline__ unsigned name(unsigned mask, unsigned value, int lane, int width = 32) { \
    return static_cast<unsigned>(name(mask, static_cast<int>(value), lane, width));                          \
  }                                                                                                          \
  __device__ static __forceinline__ float name(unsigned mask, float value, int lane, int width = 32) {       \
    return __nvvm_shfl_sync_##mode##_f32(mask, value, lane, ((32 - width) << 8) | (clamp));                  \
  }

HEDDLE_SHUFFLE(__shfl_sync, idx, 0x1f)
HEDDLE_SHUFFLE(__shfl_up_sync, up, 0)
HEDDLE_SHUFFLE(__shfl_down_sync, down, 0x1f)
HEDDLE_SHUFFLE(__shfl_xor_sync, bfly, 0x1f)

#undef HEDDLE_SHUFFLE

__device__ static __forceinline__ unsigned __ballot_sync(unsigned mask, int predicate) {
  return static_cast<unsigned>(__nvvm_vote_ballot_sync(mask, predicate != 0));
}
__device__ static __forceinline__ int __any_sync(unsigned mask, int predicate) {
  return __nvvm_vote_any_sync(mask, predicate != 0);
}
__device__ static __forceinline__ int __all_sync(unsigned mask, int predicate) {
  return __nvvm_vote_all_sync(mask, predicate != 0);
}
__device__ static __forceinline__ void __syncwarp(unsigned mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
