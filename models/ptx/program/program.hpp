// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/warp_register.hpp"
#include "models/ptx/program/code_generation.hpp"
#include "models/ptx/program/divergence.hpp"
#include "models/ptx/program/operation.hpp"
#include "models/ptx/program/texture.hpp"
#include "models/ptx/program/types.hpp"

/// The output of the front end: a kernel in architected registers, with its semantics attached.
namespace heddle::ptx {

struct Kernel;

inline constexpr unsigned max_sources = 6;       ///< st.v4.b32 on a 64-bit address: 2 + 4 warp registers
inline constexpr unsigned max_destinations = 4;  ///< ld.v4.b32, ld.v2.b64
inline constexpr unsigned max_predicates = 64;
inline constexpr unsigned max_operands = 5;

/// Where an instruction executes; `line`: accesses of Space::line. None is made for `scalar`: an SM may have
/// such pipelines, of one lane, which take some of those for `sp`.
enum class Unit : std::uint8_t { sp, sfu, dp, ldst, control, line, scalar };
inline constexpr unsigned units = 6;  ///< for which instructions are made
/// `call` and `ret`: see SimtStack; `fence`: what the warp has sent to memory must be done; `trap`: the
/// kernel fails; `gather`: with independent threads, the lanes of operand[0] execute what follows together;
/// `commit`: the warp's asynchronous copies since its last commit become a group; `await`: all of its groups
/// but the latest ones, as many as operand[0] says, must be complete.
enum class Control : std::uint8_t {
  none,
  branch,
  exit,
  barrier,
  call,
  ret,
  fence,
  trap,
  gather,
  commit,
  await
};
/// See memory_windows.hpp. `constant` and `parameter` are read through the constant cache; `line` is the
/// memory line that an assist warp works on, which kernels of programs do not have
/// (BuildOptions::line_space).
enum class Space : std::uint8_t { none, global, shared, local, generic, texture, constant, parameter, line };
/// What an access asks of the caches (PTX ISA, "Cache Operators"). `all`: .ca, .wb and what says nothing;
/// `global`: past the L1, which is not coherent: .cg, .cv, .wt, .volatile, and .relaxed, .acquire, .release
/// for more than the CTA; `streaming`: .cs and .lu, likely not used again.
enum class CacheOperator : std::uint8_t { all, global, streaming };
enum class Rounding : std::uint8_t { nearest, zero, down, up };
enum class Combine : std::uint8_t { none, conjunction, disjunction, exclusive };

/// Some warp registers, wherever they lie.
template <unsigned count>
class RegisterRefs {
 public:
  WarpRegister& operator[](std::size_t k) { return *at_[k]; }
  const WarpRegister& operator[](std::size_t k) const { return *at_[k]; }
  void bind(std::size_t k, WarpRegister& to) { at_[k] = &to; }

 private:
  std::array<WarpRegister*, count> at_{};
};

/// The values of one warp instruction: what the collectors delivered, what it produced.
/// `source` and `destination` run parallel to Instruction::sources and ::destinations. A 64-bit operand is
/// two consecutive slots, low word first. Lanes that do not execute keep whatever `destination` held before.
/// A destination may be the same register as a source: all sources are read before a destination is written.
struct Operands {
  RegisterRefs<max_sources> source;
  RegisterRefs<max_destinations> destination;
  /// Parallel to Instruction::operand: what the predicate register held, for those that are predicates.
  std::array<LaneMask, max_operands> predicate_source{};
  /// Parallel to Instruction::predicate_destinations; only active lanes count.
  std::array<LaneMask, 2> predicate{};
  /// WarpContext::barrier_result when the instruction was issued: the warp's next barrier may come sooner
  /// than its execution.
  std::uint32_t barrier_result = 0;
  /// What stands in the constant bank where Instruction::constant says, zero-extended.
  std::uint64_t constant = 0;
  /// The memory line that the instruction's context works on (Space::line); empty where it has none.
  std::span<std::byte> line{};
  /// Tables that it reads at the port of its line (`read_tables`); empty where it has none.
  std::span<const std::byte> tables{};
};

/// Operands with registers of their own.
struct OwnOperands : Operands {
  OwnOperands() {
    for (unsigned k = 0; k < max_sources; ++k) source.bind(k, registers[k]);
    for (unsigned k = 0; k < max_destinations; ++k) destination.bind(k, registers[max_sources + k]);
  }
  OwnOperands(const OwnOperands&) = delete;
  OwnOperands& operator=(const OwnOperands&) = delete;

 private:
  std::array<WarpRegister, max_sources + max_destinations> registers;
};

/// The predicate registers of a warp, a bit a lane. The carry flag is one of them.
using PredicateFile = std::array<LaneMask, max_predicates>;

/// What an instruction sees of its warp besides its operands.
struct WarpContext {
  const Kernel* kernel = nullptr;     ///< that the warp runs
  std::array<WarpRegister, 3> tid{};  ///< threadIdx.x, .y, .z of each lane
  std::array<std::uint32_t, 3> ntid{}, ctaid{}, nctaid{};
  std::uint32_t warp_id = 0;                ///< within the CTA
  std::span<const std::byte> parameters{};  ///< the launch's parameter block
  std::span<const std::byte> constants{};   ///< the module's .const variables as the launch found them
  std::uint64_t constant_address =
      0;                             ///< where they lie in device memory, which is what pointers to them hold
  std::uint32_t barrier_result = 0;  ///< of the warp's last bar.red
  std::uint32_t sm = 0, slot = 0;    ///< %smid, and the warp's place in that SM
  std::uint32_t sm_count = 1;        ///< %nsmid
  std::uint32_t shared_bytes = 0, dynamic_shared_bytes = 0;  ///< of the CTA: all of it, and the launch's part
  const std::uint64_t* cycle = nullptr;                      ///< %clock: counts on while the kernel runs
  std::span<const Texture> textures{};                       ///< handle h means element h - 1
};

struct Instruction;
/// Computes the destinations (and predicates) of `active` lanes from the sources. Never touches memory.
/// Throws Error without a place, which ptx::execute adds.
using Execute = void (*)(const Instruction&, const WarpContext&, LaneMask active, Operands&);

/// Where an execute function finds one operand.
struct OperandRef {
  /// `constant`: what Instruction::constant says.
  enum class Kind : std::uint8_t { none, slot, immediate, special, predicate, constant } kind = Kind::none;
  std::uint8_t index = 0;       ///< first slot, special register number, or predicate number
  bool negated = false;         ///< of a predicate
  std::uint64_t immediate = 0;  ///< bit pattern in the instruction's type; also see AsyncCopy
};

/// What an opcode's suffixes change about its result; each execute function reads what its opcode allows.
struct Modifiers {
  Rounding rounding = Rounding::nearest;
  bool flush = false;               ///< .ftz: subnormal inputs and results become zero of the same sign
  bool saturate = false;            ///< .sat
  bool negate = false;              ///< of a comparison: the opposite holds
  Combine combine = Combine::none;  ///< of a comparison: with its predicate operand
  bool relu = false;                ///< .relu: negative results become +0
  bool propagate = false;           ///< .NaN of min and max: NaN wins
  bool exclusive_sign = false;      ///< .xorsign of min and max: the sign is the xor of the operands' signs
  bool magnitude = false;           ///< .abs of min and max: of the operands
  bool finite = false;              ///< .satfinite: the largest number instead of infinity
  bool any() const { return rounding != Rounding::nearest || flush || saturate; }
};

/// What an atomic leaves in memory, given the `old` bits there and the instruction's operands b and c (cas),
/// all zero-extended from the access's width.
using AtomicUpdate = std::uint64_t (*)(std::uint64_t old, std::uint64_t b, std::uint64_t c);

/// What an access does to an mbarrier (mbarrier.hpp); each but `read` is an atomic.
enum class MbarrierAccess : std::uint8_t { none, create, end, expect, arrive, read };

/// A load, a store or an atomic. Address = 32- or 64-bit register operand or none, plus offset. Reads of
/// parameters and constants (ld.param, ld.const) also have an execute function, for executors without a
/// constant cache; accesses of the line space have no other.
struct MemoryAccess {
  Space space = Space::none;
  CacheOperator cache = CacheOperator::all;  ///< of a fence: `global` when the L1 must forget what it holds
  bool store = false;
  bool sign_extend = false;
  std::uint8_t width = 0;          ///< bytes of one element: 1, 2, 4, 8
  std::uint8_t elements = 1;       ///< 1, 2, 4 (.v2, .v4)
  std::uint8_t address_bits = 64;  ///< 32 or 64: addresses wrap there
  /// atom and red (those without a destination): operand[1] is b, operand[2] is c.
  AtomicUpdate update = nullptr;
  MbarrierAccess mbarrier = MbarrierAccess::none;
};

/// Of cp.async: a load from global memory, of MemoryAccess::elements words, whose bytes go to shared memory.
/// operand[1] is the place there: an immediate, or a register with the immediate added. operand[2] says how
/// many bytes are read, the others being zero: a number (none: all), or a predicate for none at all.
struct AsyncCopy {
  std::uint8_t address_bits = 0;  ///< of operand[1]: 32 or 64; 0: the instruction is no such copy
  /// It is an atomic instead, which is done when all copies that the warp has issued before it are complete.
  bool arrives = false;
  bool any() const { return address_bits != 0 || arrives; }
};

/// A bar or barrier instruction: operand[0] is its number (0 to 15), operand[1] the threads that take part
/// (none: the whole CTA), operand[2] the predicate of a reduction, whose outcome goes to
/// WarpContext::barrier_result.
struct Barrier {
  enum class Reduction : std::uint8_t { none, count, all, any } reduction = Reduction::none;
  bool waits = true;  ///< false: bar.arrive
};

/// An operand that lies in the constant bank at an address that the instruction names, as in Fermi's c[0][32]
/// (NVIDIA, "CUDA Binary Utilities", Instruction Set Reference). An instruction has one at most.
struct ConstantOperand {
  Space space = Space::none;  ///< parameter, constant, or none: there is no such operand
  std::uint8_t bytes = 0;     ///< 4 or 8
  /// Of a parameter: in the kernel's parameter block. Of a constant: in device memory.
  std::uint64_t address = 0;
  bool any() const { return space != Space::none; }
};

struct Instruction {
  Execute execute = nullptr;  ///< null for control and for most memory accesses
  Unit unit = Unit::sp;
  Operation operation = Operation::int_add;  ///< decides about latency and initiation interval
  Control control = Control::none;
  std::uint8_t source_count = 0, destination_count = 0, predicate_count = 0;
  std::array<std::uint8_t, max_sources> sources{};            ///< architected registers to read
  std::array<std::uint8_t, max_destinations> destinations{};  ///< architected registers to write
  std::array<std::uint8_t, 2> predicate_destinations{};
  std::uint8_t upper_words = 0;       ///< bit k: destination k is the upper word of a 64-bit register
  bool packed = false;                ///< a destination holds several narrow values
  bool made = false;                  ///< by the register allocator or a pass: the PTX file has none such
  std::uint64_t predicate_reads = 0;  ///< bit p: predicate p is read, the guard included (scoreboard)
  std::int8_t guard = -1;             ///< predicate that gates the lanes, or -1
  bool guard_negated = false;
  bool exchanges_lanes = false;  ///< a lane's result depends on other lanes: votes, shuffles, activemask
  MemoryAccess memory{};
  AsyncCopy copy{};
  Modifiers modifiers{};
  Barrier barrier{};
  ConstantOperand constant{};
  /// Of a tex instruction, whose space is Space::texture: operand[0] is the texture's handle (of
  /// MemoryAccess::address_bits), operand[1] and on are TextureCoordinates.
  TextureFetch texture{};
  std::array<OperandRef, max_operands>
      operand{};                    ///< for execute; operand[0] is the address of a memory access
  std::int64_t offset = 0;          ///< added to the address of a memory access
  std::uint32_t target = 0;         ///< of a branch or call: index into Kernel::code
  std::uint32_t reconvergence = 0;  ///< of a branch: its immediate post-dominator; code.size() = at exit
  std::uint32_t line = 0;           ///< in the PTX file
  bool merged = false;              ///< it stands for instructions of other lines, too (pass tail_merge)
};

/// A string of a `.pragma` among a function's statements. It is not executed.
struct Pragma {
  /// It stands ahead of Kernel::code[instruction]: who comes there has met it.
  std::uint32_t instruction = 0;
  std::uint32_t line = 0;  ///< in the PTX file
  std::string text;        ///< without the quotation marks; the front end gives it no meaning
  /// The branches to `instruction` whose label stands behind the pragma: whoever takes them does not meet it.
  std::vector<std::uint32_t> passed_by{};
};

struct Parameter {
  std::string name;
  std::uint32_t offset = 0, size = 0;  ///< bytes in the parameter block
};

class JoinedFiles;

/// A kernel ready to run.
struct Kernel {
  std::string name, file;
  std::vector<Instruction> code;
  std::vector<Pragma> pragmas;  ///< in the order of the code, then of the text; not those of the module
  std::vector<Parameter> parameters;
  std::uint32_t parameter_bytes = 0;
  std::uint32_t registers = 0;  ///< architected 32-bit registers a thread
  std::uint32_t predicates = 0;
  std::uint32_t shared_bytes = 0;       ///< static shared memory a CTA; dynamic shared memory lies behind it
  std::uint32_t local_bytes = 0;        ///< local memory a thread, the call stack included
  std::uint32_t spilled_registers = 0;  ///< virtual registers that live in local memory for want of registers
  Divergence divergence = Divergence::stack;  ///< for which it is compiled
  CodeGeneration code_generation{};           ///< the same
  std::uint32_t max_threads = 0;              ///< of a CTA, as .maxntid or .reqntid says; 0 = not said
  CtaExtents required_cta{};                  ///< that each launch must have, as .reqntid says
  std::shared_ptr<const std::vector<std::string>>
      text;                                    ///< the PTX source lines, for messages ((*text)[line - 1])
  std::uint32_t file_lines = ~0u;              ///< of `text`; what follows them is the device library
  std::shared_ptr<const JoinedFiles> files{};  ///< of which `text` consists; null: of `file`

  /// The file and the line in it that a line of `text` is: "b.ptx:12".
  std::string place_of(std::uint32_t line) const;
  /// "12" for a line of the kernel's own file, else as `place_of`.
  std::string line_name(std::uint32_t line) const;
  /// The line of `text` that is line `line` of the kernel's own file.
  std::uint32_t joined_line(std::uint32_t line) const;
};

using LaneAddresses = std::array<std::uint64_t, warp_size>;

/// Is it a store, an atomic or an asynchronous copy?
inline bool writes_memory(const Instruction& i) {
  return i.memory.store || i.memory.update != nullptr || i.copy.address_bits != 0;
}

/// Lanes of `active` that pass the guard.
inline LaneMask guarded(const Instruction& i, const PredicateFile& predicates, LaneMask active) {
  if (i.guard < 0) return active;
  const LaneMask p = predicates[static_cast<unsigned>(i.guard)];
  return active & (i.guard_negated ? ~p : p);
}

/// Predicates are operands: takes those that the instruction reads, besides its guard, out of the file.
inline void collect_predicates(const Instruction& i, const PredicateFile& predicates, Operands& operands) {
  if (i.predicate_reads == 0) return;
  for (unsigned k = 0; k < max_operands; ++k)
    if (i.operand[k].kind == OperandRef::Kind::predicate)
      operands.predicate_source[k] = predicates[i.operand[k].index];
}
/// The same for an operand in the constant bank. Throws Error without a place for one outside of it.
void collect_constant(const Instruction&, const WarpContext&, Operands&);
/// Writes the predicates that the instruction has produced in `lanes`.
inline void commit_predicates(const Instruction& i, const Operands& operands, LaneMask lanes,
                              PredicateFile& predicates) {
  for (unsigned k = 0; k < i.predicate_count; ++k) {
    LaneMask& p = predicates[i.predicate_destinations[k]];
    p = (p & ~lanes) | (operands.predicate[k] & lanes);
  }
}

/// Byte address of each lane of a memory access.
void effective_addresses(const Instruction&, const Operands&, LaneAddresses&);
/// Throws the error that an instruction of the kernel has thrown while it was executed, with the kernel's
/// file and line; without a kernel, with the line alone.
[[noreturn]] void throw_placed(const Error&, const Instruction&, const Kernel*);
/// Executes the instruction for `active` lanes; it is one of `code`, or with null of the context's kernel.
/// Throws Error, with file and line, for a read of what is not there.
inline void execute(const Instruction& i, const WarpContext& context, LaneMask active, Operands& operands,
                    const Kernel* code = nullptr) {
  try {
    i.execute(i, context, active, operands);
  } catch (const Error& error) {
    throw_placed(error, i, code != nullptr ? code : context.kernel);
  }
}

/// The bytes that lane `lane` stores (memory.width * memory.elements of them are written to `out`).
void store_value(const Instruction&, const Operands&, unsigned lane, std::byte* out);
/// Puts loaded bytes into the destinations of lane `lane`, extended to the registers' width.
void load_value(const Instruction&, Operands&, unsigned lane, const std::byte* in);
/// Operand k of lane `lane` where it is a register or a literal, of `bytes` (up to 8), zero-extended.
std::uint64_t operand_bits(const Instruction&, const Operands&, unsigned k, unsigned bytes, unsigned lane);

/// The texture that lane `lane` of a tex names, or null, and where it looks.
const Texture* texture_of(const Instruction&, const WarpContext&, const Operands&, unsigned lane);
/// The error when it is null: names the texture by its .texref where it has one, else by its handle; `use` is
/// a fetch or a query.
Problem missing_texture(const Instruction&, const WarpContext&, const Operands&, unsigned lane,
                        std::string_view use);
TextureSample texture_sample(const Instruction&, const Texture&, const Operands&, unsigned lane);
/// Puts the texels of lane `lane` through the filter and into the destinations.
void texture_value(const Instruction&, const Texture&, const TextureSample&, const TexelBytes&, Operands&,
                   unsigned lane);

}  // namespace heddle::ptx
