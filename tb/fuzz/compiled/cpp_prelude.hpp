// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::fuzz {

/// The text ahead of a random kernel in C++. The host runs one thread at a time and switches to the next at
/// `barrier`; clang makes PTX of the same text (-x cuda).
inline constexpr const char* cpp_prelude = R"(
typedef unsigned char u8;
typedef signed char s8;
typedef unsigned short u16;
typedef short s16;
typedef unsigned u32;
typedef int s32;
typedef unsigned long long u64;
typedef long long s64;

#ifdef __CUDA__
#define DEVICE static __attribute__((device))
#define CONSTANT __attribute__((constant))
#define SHARED static __attribute__((shared))
#define KERNEL extern "C" __attribute__((global))
#define tid_x __nvvm_read_ptx_sreg_tid_x()
#define tid_y __nvvm_read_ptx_sreg_tid_y()
#define ntid_x __nvvm_read_ptx_sreg_ntid_x()
#define ctaid_x __nvvm_read_ptx_sreg_ctaid_x()
#define nctaid_x __nvvm_read_ptx_sreg_nctaid_x()
#define laneid __nvvm_read_ptx_sreg_laneid()
#define barrier() __syncthreads()
#define group_barrier(number, threads) __nvvm_barrier_sync_cnt(number, threads)
#define ATOMIC(name, type, ctype, builtin, host) \
  DEVICE inline type name(type* p, type v) { return (type)builtin((ctype*)p, (ctype)v); }
#else
#define DEVICE static
#define CONSTANT static
#define SHARED static
#define KERNEL static
extern "C" {
u32 tid_x, tid_y, ntid_x, ctaid_x, nctaid_x, laneid;
void (*barrier)();
}
#define group_barrier(number, threads) barrier()
#define ATOMIC(name, type, ctype, builtin, host) \
  inline type name(type* p, type v) {            \
    type old = *p;                               \
    ctype a = (ctype)old, b = (ctype)v;          \
    *p = (type)(host);                           \
    return old;                                  \
  }
#endif

ATOMIC(add_u32, u32, int, __nvvm_atom_add_gen_i, (u32)a + (u32)b)
ATOMIC(add_s32, u32, int, __nvvm_atom_add_gen_i, (u32)a + (u32)b)
ATOMIC(add_u64, u64, s64, __nvvm_atom_add_gen_ll, (u64)a + (u64)b)
ATOMIC(and_b32, u32, int, __nvvm_atom_and_gen_i, a & b)
ATOMIC(and_b64, u64, s64, __nvvm_atom_and_gen_ll, a & b)
ATOMIC(or_b32, u32, int, __nvvm_atom_or_gen_i, a | b)
ATOMIC(or_b64, u64, s64, __nvvm_atom_or_gen_ll, a | b)
ATOMIC(xor_b32, u32, int, __nvvm_atom_xor_gen_i, a ^ b)
ATOMIC(xor_b64, u64, s64, __nvvm_atom_xor_gen_ll, a ^ b)
ATOMIC(min_u32, u32, u32, __nvvm_atom_min_gen_ui, b < a ? b : a)
ATOMIC(max_u32, u32, u32, __nvvm_atom_max_gen_ui, b > a ? b : a)
ATOMIC(min_s32, u32, int, __nvvm_atom_min_gen_i, b < a ? b : a)
ATOMIC(max_s32, u32, int, __nvvm_atom_max_gen_i, b > a ? b : a)
ATOMIC(min_u64, u64, u64, __nvvm_atom_min_gen_ull, b < a ? b : a)
ATOMIC(max_u64, u64, u64, __nvvm_atom_max_gen_ull, b > a ? b : a)
ATOMIC(min_s64, u64, s64, __nvvm_atom_min_gen_ll, b < a ? b : a)
ATOMIC(max_s64, u64, s64, __nvvm_atom_max_gen_ll, b > a ? b : a)
ATOMIC(exch_b32, u32, int, __nvvm_atom_xchg_gen_i, b)
ATOMIC(exch_b64, u64, s64, __nvvm_atom_xchg_gen_ll, b)
ATOMIC(inc_u32, u32, u32, __nvvm_atom_inc_gen_ui, a >= b ? 0 : a + 1)
ATOMIC(dec_u32, u32, u32, __nvvm_atom_dec_gen_ui, a == 0 || a > b ? b : a - 1)

// The same value; what it comes from is not seen. clang 14 makes of a truth value, extended by its sign and
// converted to floating point, 1 and not -1 when it makes PTX.
DEVICE inline u32 opaque(u32 v) { asm("" : "+r"(v)); return v; }
DEVICE inline s32 opaque(s32 v) { asm("" : "+r"(v)); return v; }
#ifdef __CUDA__
DEVICE inline u64 opaque(u64 v) { asm("" : "+l"(v)); return v; }
DEVICE inline s64 opaque(s64 v) { asm("" : "+l"(v)); return v; }
#else
DEVICE inline u64 opaque(u64 v) { return v; }
DEVICE inline s64 opaque(s64 v) { return v; }
#endif
DEVICE inline u32 bits_of(float f) { return __builtin_bit_cast(u32, f); }
DEVICE inline u64 bits_of(double f) { return __builtin_bit_cast(u64, f); }
DEVICE inline float float_of(u32 w) { return __builtin_bit_cast(float, w); }
DEVICE inline double float_of(u64 w) { return __builtin_bit_cast(double, w); }
)";

}  // namespace heddle::fuzz
