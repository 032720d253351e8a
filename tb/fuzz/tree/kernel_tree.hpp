// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/ptx/load.hpp"

/// Random kernels: a kernel as a tree of statements, from which PTX text is printed (ptx_printer.hpp), which
/// a scalar interpreter executes (scalar_interpreter.hpp) and from which subtrees are cut (shrink.hpp).
namespace heddle::fuzz {

/// Classes of virtual registers: predicates, untyped words, floats.
enum class Kind : std::uint8_t { pred, b16, b32, b64, f16, f32, f64 };
inline constexpr unsigned kinds = 7;

/// Bits of a register of the kind; 1 for a predicate.
constexpr unsigned bits_of(Kind k) {
  constexpr unsigned bits[] = {1, 16, 32, 64, 16, 32, 64};
  return bits[static_cast<unsigned>(k)];
}
constexpr bool is_float(Kind k) { return k >= Kind::f16; }

struct Reg {
  Kind kind = Kind::b32;
  std::uint16_t number = 0;
  bool operator==(const Reg&) const = default;
};

/// A register or a literal; a predicate may be negated where it guards or is chosen by.
struct Operand {
  bool is_register = true;
  bool negated = false;
  Reg reg{};
  std::uint64_t bits = 0;  ///< literal, in the operand's width
};

/// The special values of a thread; the last three are computed from the others.
enum class Special : std::uint8_t { tid_x, tid_y, ntid_x, ctaid_x, nctaid_x, laneid, local_id, global_id };

/// Where an access goes. `input`, `constant`: read-only, any place. `output`, `shared`, `local`: places that
/// belong to the thread. `parameter`: a scalar argument.
enum class Region : std::uint8_t { input, constant, output, shared, local, parameter };

/// The elements of a load or store: "u8", "b64", ...
struct Element {
  const char* text = "b32";
  std::uint8_t bytes = 4;
  bool sign = false;
};

/// Where in its region: byte ((index * scale + offset) & mask) for `input`, `constant` and `local`, where
/// mask keeps it inside and aligned; slot `offset` (8 bytes each) for the others.
struct Place {
  Region region = Region::input;
  std::uint8_t buffer = 0;  ///< which input, or which parameter
  Operand index{};
  std::uint32_t scale = 4, offset = 0;
};

struct Form;
struct Collective;

/// What a statement does; `registers` are results first.
struct Statement {
  enum class Kind : std::uint8_t {
    compute,  ///< results = form(sources)
    special,  ///< results[0] = `special`
    load,     ///< results = elements at `place`
    store,    ///< elements at `place` = sources
    copy,     ///< the first `copied` bytes of the element at `place`, and zeros, to the thread's shared slot
              ///< `copied_to`, asynchronously
    atomic,   ///< form `text` on the cell that sources[1] selects, with sources[0]; nobody sees the old value
    own,      ///< the same on the thread's output slot place.offset; results[0] = the old value
    exchange,  ///< through shared memory: results[0] = sources[0] of the thread `place.offset` further on
    group_exchange,  ///< the same among the warps of a group (KernelTree::group_threads), at its barrier
    reduce,      ///< atomics on shared cells between barriers; results[0] = the cell that sources[2] selects
    collective,  ///< results = collective(sources); one source more is the member mask (else: all of the
                 ///< warp). A barrier's number is place.offset, place.scale the threads that it names
    branch,      ///< `body` where the guard holds, else `otherwise`
    loop,        ///< `body` sources[0] & place.offset times; registers[0] counts down
    leave,       ///< out of the innermost loop, where the guard holds
    exit,        ///< the thread ends, where the guard holds
    call         ///< results = function `callee`(sources)
  } kind = Kind::compute;
  std::uint32_t id = 0;  ///< never changes, so that what is left prints the same when others are cut
  bool guarded = false;
  Operand guard{};  ///< a predicate
  const Form* form = nullptr;
  const Collective* collective = nullptr;
  Special special{};
  Element element{};
  const char* text = "";  ///< atomic operation "add.u32", or an access's cache operator ".cg"
  Place place{};
  std::uint8_t callee = 0;
  std::uint8_t copied = 0, copied_to = 0;
  std::vector<Reg> results{};
  std::vector<Operand> sources{};
  std::vector<Statement> body{}, otherwise{};
};

/// A device function: arguments arrive in `arguments`, registers of its own.
struct DeviceFunction {
  std::vector<Reg> arguments{};
  Reg result{};
  std::vector<Statement> body{};
};

/// How the values of a buffer are made.
enum class Pattern : std::uint8_t { zero, equal, similar, affine, narrow, random, floats, special_floats };
inline constexpr unsigned patterns = 8;

struct InputBuffer {
  std::uint32_t bytes = 4096;  ///< a power of two
  Pattern pattern{};
  std::uint64_t seed = 1;
};

struct ScalarArgument {
  Kind kind = Kind::b32;
  std::uint64_t bits = 0;
};

/// How addresses and indices are computed: once, or again at each use.
enum class Remake : std::uint8_t { kept, always, mixed };

struct Shape {
  std::uint32_t grid = 1, cta_x = 32, cta_y = 1;
  std::uint32_t threads() const { return cta_x * cta_y; }
  std::uint32_t all_threads() const { return grid * threads(); }
};

/// A kernel with its launch.
struct KernelTree {
  Shape shape{};
  bool wide_addresses = true;   ///< 64-bit PTX
  bool blocked_slots = false;   ///< a thread's output slots lie side by side, not the threads' slots
  bool blocked_shared = false;  ///< the same of its slots in shared memory
  bool generic = false;         ///< global memory by generic addresses
  Remake remake = Remake::kept;
  std::uint32_t max_registers = ptx::most_registers;  ///< fewer where the machine has fewer
  std::uint32_t slots = 1;                            ///< of 8 bytes, a thread, in the output
  bool shared = false;              ///< has shared memory: a slot of 8 bytes a thread for `exchange`, and
  std::uint32_t shared_slots = 0;   ///< of 8 bytes, a thread, its own
  std::uint32_t group_threads = 0;  ///< whole warps that share a barrier, for `group_exchange`; 0: no groups
  std::uint32_t shared_cells = 0;   ///< of 4 bytes, for `reduce`; a power of two or 0
  bool mbarrier = false;          ///< in shared memory: half of the exchanges wait at it instead of bar.sync
  std::uint32_t local_bytes = 0;  ///< a power of two or 0
  std::uint32_t cells = 0;        ///< of 8 bytes, for `atomic`; a power of two or 0
  std::uint32_t constant_bytes = 0;  ///< a power of two or 0
  InputBuffer constants{};
  std::vector<InputBuffer> inputs{};
  std::vector<ScalarArgument> scalars{};
  std::vector<DeviceFunction> functions{};
  std::vector<Statement> body{};

  /// The barriers of groups; those below are the whole CTA's.
  static constexpr std::uint32_t first_group_barrier = 8, group_barriers = 8;

  std::uint32_t output_bytes() const { return 8 * slots * shape.all_threads(); }
  std::uint32_t shared_bytes() const {
    if (mbarrier) return mbarrier_at() + 8;
    return shared ? 8 * shape.threads() * (1 + shared_slots) + 4 * shared_cells : 0;
  }
  /// The offset of the mbarrier in shared memory: behind the rest, aligned.
  std::uint32_t mbarrier_at() const {
    return (8 * shape.threads() * (1 + shared_slots) + 4 * shared_cells + 7) / 8 * 8;
  }
};

/// The bytes of a buffer, the same for the same description.
std::vector<std::byte> content_of(const InputBuffer& buffer);

/// Statements, those inside others included.
std::size_t count_statements(const std::vector<Statement>& statements);
std::size_t count_statements(const KernelTree& kernel);

}  // namespace heddle::fuzz
