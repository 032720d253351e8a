// SPDX-License-Identifier: Apache-2.0
#pragma once

// Atomic functions on global and shared memory; the compiler finds out which. Each returns the old value.

#define HEDDLE_ATOMIC(type, name, operation)                               \
  __device__ static __forceinline__ type name(type* address, type value) { \
    return static_cast<type>(operation);                                   \
  }
#define HEDDLE_SIGNED reinterpret_cast<int*>(address)

HEDDLE_ATOMIC(int, atomicAdd, __nvvm_atom_add_gen_i(address, value))
HEDDLE_ATOMIC(unsigned, atomicAdd, __nvvm_atom_add_gen_i(HEDDLE_SIGNED, static_cast<int>(value)))
HEDDLE_ATOMIC(float, atomicAdd, __nvvm_atom_add_gen_f(address, value))
HEDDLE_ATOMIC(int, atomicSub, __nvvm_atom_add_gen_i(address, -value))
HEDDLE_ATOMIC(unsigned, atomicSub, __nvvm_atom_add_gen_i(HEDDLE_SIGNED, -static_cast<int>(value)))
HEDDLE_ATOMIC(int, atomicMin, __nvvm_atom_min_gen_i(address, value))
HEDDLE_ATOMIC(unsigned, atomicMin, __nvvm_atom_min_gen_ui(address, value))
HEDDLE_ATOMIC(int, atomicMax, __nvvm_atom_max_gen_i(address, value))
HEDDLE_ATOMIC(unsigned, atomicMax, __nvvm_atom_max_gen_ui(address, value))
HEDDLE_ATOMIC(int, atomicExch, __nvvm_atom_xchg_gen_i(address, value))
HEDDLE_ATOMIC(unsigned, atomicExch, __nvvm_atom_xchg_gen_i(HEDDLE_SIGNED, static_cast<int>(value)))
HEDDLE_ATOMIC(int, atomicAnd, __nvvm_atom_and_gen_i(address, value))
HEDDLE_ATOMIC(unsigned, atomicAnd, __nvvm_atom_and_gen_i(HEDDLE_SIGNED, static_cast<int>(value)))
HEDDLE_ATOMIC(int, atomicOr, __nvvm_atom_or_gen_i(address, value))
HEDDLE_ATOMIC(unsigned, atomicOr, __nvvm_atom_or_gen_i(HEDDLE_SIGNED, static_cast<int>(value)))
HEDDLE_ATOMIC(int, atomicXor, __nvvm_atom_xor_gen_i(address, value))
HEDDLE_ATOMIC(unsigned, atomicXor, __nvvm_atom_xor_gen_i(HEDDLE_SIGNED, static_cast<int>(value)))

/// Stores `value` where `expected` is found.
__device__ static __forceinline__ int atomicCAS(int* address, int expected, int value) {
  return __nvvm_atom_cas_gen_i(address, expected, value);
}
__device__ static __forceinline__ unsigned atomicCAS(unsigned* address, unsigned expected, unsigned value) {
  return static_cast<unsigned>(
      __nvvm_atom_cas_gen_i(HEDDLE_SIGNED, static_cast<int>(expected), static_cast<int>(value)));
}

#undef HEDDLE_ATOMIC
#undef HEDDLE_SIGNED

__device__ static __forceinline__ void __threadfence() { __nvvm_membar_gl(); }
__device__ static __forceinline__ void __threadfence_block() { __nvvm_membar_cta(); }
