// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/ptx/library/device_library.hpp"

namespace heddle::ptx {
namespace {

constexpr std::uint64_t heap_bytes = std::uint64_t{8} << 20;  ///< CUDA's default
constexpr std::uint64_t heap_header = 8192;
constexpr std::uint64_t bytes_in_blocks = heap_header - 8;  ///< where it stands

/// The heap begins with the heads of the lists of free blocks, of each class one for each lane, so that the
/// lanes of a warp do not wait for one another (u64 each: the offset of the first block, or 0, and above it
/// how often the list has changed, so that a head never returns to an earlier value), and ends that header
/// with the bytes that have been made blocks. A block has 32 << class bytes: class, state, next in its list,
/// 4 unused bytes, then what malloc gives out: of the own list, else a new block, else of another lane's
/// list. What a list holds is read past the L1, which is not coherent.
constexpr std::string_view heap_text = R"(
.weak
.func (.param .b$ pointer) malloc(.param .b$ size)
{
  .reg .b$ %p, %heap, %list;
  .reg .b64 %bytes, %block, %head, %new, %old;
  .reg .b32 %class, %low, %next, %word, %lane, %last;
  .reg .pred %q;
  ld.param.u$ %p, [size];
  cvt.u64.u$ %bytes, %p;
  mov.u$ %p, 0;
  setp.gt.u64 %q, %bytes, #BYTES;
  @%q bra OUT;
  add.u64 %bytes, %bytes, 15;
  shr.u64 %bytes, %bytes, 5;
  cvt.u32.u64 %class, %bytes;
  clz.b32 %class, %class;
  sub.u32 %class, 32, %class;
  mov.u64 %block, 32;
  shl.b64 %block, %block, %class;
  mov.u$ %heap, __heddle_heap;
  mov.u32 %lane, %laneid;
  add.u32 %last, %lane, 32;
LIST:
  shl.b32 %word, %class, 5;
  and.b32 %low, %lane, 31;
  or.b32 %word, %word, %low;
  shl.b32 %word, %word, 3;
  cvt.u$.u32 %list, %word;
  add.u$ %list, %list, %heap;
  ld.volatile.global.u64 %head, [%list];
POP:
  cvt.u32.u64 %low, %head;
  setp.eq.u32 %q, %low, 0;
  @%q bra EMPTY;
  cvt.u$.u32 %p, %low;
  add.u$ %p, %p, %heap;
  ld.volatile.global.u32 %next, [%p+8];
  shr.u64 %new, %head, 32;
  add.u64 %new, %new, 1;
  shl.b64 %new, %new, 32;
  cvt.u64.u32 %old, %next;
  or.b64 %new, %new, %old;
  atom.global.cas.b64 %old, [%list], %head, %new;
  setp.eq.u64 %q, %old, %head;
  mov.u64 %head, %old;
  @%q bra FOUND;
  bra POP;
EMPTY:
  ld.volatile.global.u64 %old, [%heap+#BLOCKS];
  add.u64 %new, %old, %block;
  setp.gt.u64 %q, %new, #BYTES;
  @%q bra OTHER;
  atom.global.add.u64 %old, [%heap+#BLOCKS], %block;
  add.u64 %new, %old, %block;
  setp.gt.u64 %q, %new, #BYTES;
  @%q bra OTHER;
  cvt.u$.u64 %p, %old;
  add.u$ %p, %p, %heap;
  add.u$ %p, %p, #HEADER;
  bra FOUND;
OTHER:
  mov.u$ %p, 0;
  add.u32 %lane, %lane, 1;
  setp.lt.u32 %q, %lane, %last;
  @%q bra LIST;
  bra OUT;
FOUND:
  st.volatile.global.u32 [%p], %class;
  st.volatile.global.u32 [%p+4], #USED;
  add.u$ %p, %p, 16;
OUT:
  st.param.b$ [pointer], %p;
  ret;
}

.weak
.func free(.param .b$ pointer)
{
  .reg .b$ %p, %heap, %list, %at;
  .reg .b64 %head, %new, %old;
  .reg .b32 %class, %low, %next, %state, %lane;
  .reg .pred %q;
  ld.param.u$ %p, [pointer];
  setp.eq.u$ %q, %p, 0;
  @%q bra OUT;
  mov.u$ %heap, __heddle_heap;
  sub.u$ %p, %p, 16;
  sub.u$ %at, %p, %heap;
  cvt.u32.u$ %low, %at;
  sub.u$ %at, %at, #HEADER;
  setp.ge.u$ %q, %at, #BYTES;
  @%q bra BAD;
  and.b$ %at, %at, 31;
  setp.ne.u$ %q, %at, 0;
  @%q bra BAD;
  atom.global.exch.b32 %state, [%p+4], #FREE;
  setp.ne.u32 %q, %state, #USED;
  @%q bra BAD;
  ld.volatile.global.u32 %class, [%p];
  shl.b32 %class, %class, 5;
  mov.u32 %lane, %laneid;
  or.b32 %class, %class, %lane;
  shl.b32 %class, %class, 3;
  cvt.u$.u32 %list, %class;
  add.u$ %list, %list, %heap;
  ld.volatile.global.u64 %head, [%list];
PUSH:
  cvt.u32.u64 %next, %head;
  st.volatile.global.u32 [%p+8], %next;
  membar.gl;
  shr.u64 %new, %head, 32;
  add.u64 %new, %new, 1;
  shl.b64 %new, %new, 32;
  cvt.u64.u32 %old, %low;
  or.b64 %new, %new, %old;
  atom.global.cas.b64 %old, [%list], %head, %new;
  setp.eq.u64 %q, %old, %head;
  mov.u64 %head, %old;
  @%q bra OUT;
  bra PUSH;
BAD:
  trap;  // not a pointer that malloc gave, or free had it before
OUT:
  ret;
}
)";

}  // namespace

std::string heap_library(unsigned address_bits) {
  return fmt::format("\n.global .align 16 .b8 __heddle_heap[{}];\n{}", heap_header + heap_bytes,
                     library_text(heap_text, address_bits,
                                  {{"#BYTES", heap_bytes},
                                   {"#BLOCKS", bytes_in_blocks},
                                   {"#HEADER", heap_header},
                                   {"#USED", 0x55534544},
                                   {"#FREE", 0x46524545}}));
}

}  // namespace heddle::ptx
