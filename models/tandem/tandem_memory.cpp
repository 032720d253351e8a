// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "models/host/fault.hpp"
#include "models/ptx/program/async_copy.hpp"
#include "models/ptx/program/texture.hpp"
#include "models/tandem/loaded_bytes.hpp"
#include "models/tandem/tandem.hpp"

/// Tandem execution of loads, stores, atomics and texture fetches.
namespace heddle {
namespace {

/// Returns the number of the thread within its launch.
std::uint64_t thread_of(const MemoryAgent& a, unsigned lane) {
  return std::uint64_t{a.warp} * warp_size + lane;
}

using ptx::Instruction;
using ptx::Space;
using Bytes = LoadedBytes;

bool meet(std::uint64_t a, std::size_t a_bytes, std::uint64_t b, std::size_t b_bytes) {
  return a < b + b_bytes && b < a + a_bytes;
}

}  // namespace

void Tandem::access(TandemWarp& w, const TandemRecord& r, const Instruction& i) {
  const unsigned address_words =
      i.operand[0].kind == ptx::OperandRef::Kind::slot ? i.memory.address_bits / 32u : 0;
  LaneMask unset_data = 0, unset_address = 0;
  for (unsigned k = 0; k < i.source_count; ++k)
    (k < address_words ? unset_address : unset_data) |= r.mask & ~w.defined[i.sources[k]];
  const bool needs_address =
      i.memory.space == Space::generic || i.memory.space == Space::texture || i.memory.update != nullptr;
  if (unset_address != 0 && needs_address)
    fail_undefined(*kernel_, w, i, "its address", static_cast<unsigned>(std::countr_zero(unset_address)));
  local_defined_ = all_lanes;
  if (i.memory.space == Space::texture) return sample(w, r, i);
  if (ptx::is_copy(i)) return copy(w, r, i, unset_address | unset_data);
  ptx::LaneAddresses addresses{};
  effective_addresses(i, operands_, addresses);
  if (i.memory.mbarrier != ptx::MbarrierAccess::none) return mbarrier(w, r, i, addresses);
  for (LaneMask rest = r.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    ptx::Location at = ptx::resolve(i.memory.space, addresses[lane]);
    const bool unset = (unset_data >> lane & 1) != 0;
    if ((unset_address >> lane & 1) != 0) {
      at.offset = r.addresses[lane];
      ++loads_.unset[i.line];
    }
    if (unset && i.memory.update != nullptr) fail_undefined(*kernel_, w, i, "the value that it writes", lane);
    compare_address(w, r, lane, at.offset);
    if (i.memory.update != nullptr)
      atomic_lane(w, r, i, lane, at);
    else if (i.memory.store)
      store_lane(w, r, lane, at, !unset);
    else
      load_lane(w, r, i, lane, at);
  }
}

void Tandem::compare_address(const TandemWarp& w, const TandemRecord& r, unsigned lane,
                             std::uint64_t expected) const {
  if (expected == r.addresses[lane]) return;
  fail_tandem(*kernel_, w, &r,
              {.what = "the address of the access",
               .lane = lane,
               .expected = fmt::format("{:#x}", expected),
               .got = fmt::format("{:#x}", r.addresses[lane])});
}

/// An asynchronous copy is a load and then a store, when the platform has finished it: a program that reads
/// what it copies has waited until then.
void Tandem::copy(TandemWarp& w, const TandemRecord& r, const Instruction& i, LaneMask unset) {
  if ((unset & r.mask) != 0)
    fail_undefined(*kernel_, w, i, "an operand", static_cast<unsigned>(std::countr_zero(unset & r.mask)));
  ptx::LaneAddresses from{}, to{};
  ptx::effective_addresses(i, operands_, from);
  ptx::copy_addresses(i, operands_, to);
  Cta& cta = cta_of(w);
  for (LaneMask rest = r.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    compare_address(w, r, lane, to[lane]);
    const unsigned read = ptx::bytes_read(i, operands_, lane);
    Bytes value = loaded_bytes(i, r, lane);
    if (read != 0)
      check_loaded(w, r, lane, {Space::global, from[lane]}, std::span<const std::byte>(value).first(read));
    std::fill(value.begin() + read, value.end(), std::byte{0});
    const auto bytes = std::span<const std::byte>(value).first(ptx::copy_bytes(i));
    note_overtaking(cta, cta.shared, to[lane], bytes, w.agent, i.line);
    cta.shared.write(to[lane], bytes, w.agent);
  }
}

/// A value that the kernel has never set may be anything: memory gets what the platform has collected.
void Tandem::store_lane(TandemWarp& w, const TandemRecord& r, unsigned lane, ptx::Location at, bool defined) {
  const Instruction& i = kernel_->code[r.pc];
  Bytes value;
  if (defined) {
    ptx::store_value(i, operands_, lane, value.data());
  } else {
    auto collected = r.sources;
    ptx::Operands theirs;
    for (unsigned k = 0; k < i.source_count; ++k) theirs.source.bind(k, collected[k]);
    ptx::store_value(i, theirs, lane, value.data());
  }
  const std::span<const std::byte> bytes(value.data(), unsigned{i.memory.width} * i.memory.elements);
  if (at.space == Space::local) {
    std::memcpy(w.local.data() + std::size_t{lane} * kernel_->local_bytes + at.offset, bytes.data(),
                bytes.size());
    for (std::size_t k = 0; k < bytes.size(); ++k) {
      LaneMask& known = w.local_defined[at.offset + k];
      known = (known & ~(LaneMask{1} << lane)) | LaneMask{defined} << lane;
    }
  } else {
    if (!defined) ++loads_.unset[i.line];
    Cta& cta = cta_of(w);
    ShadowMemory& memory = at.space == Space::shared ? cta.shared : global_;
    note_overtaking(cta, memory, at.offset, bytes, w.agent, i.line);
    memory.write(at.offset, bytes, w.agent);
    if (at.space == Space::shared || atomics_.empty()) return;
    for (std::size_t k = 0; k < bytes.size(); ++k)
      if (std::uint64_t begin = 0; atomics_.find(at.offset + k, begin) != nullptr)
        atomics_.word(begin).plain = true;
  }
}

/// Counts a write to bytes that other warps have loaded, if no barrier orders it behind these loads. After a
/// fence of the CTA nothing is counted, since the fence may order them.
void Tandem::note_overtaking(const Cta& cta, const ShadowMemory& memory, std::uint64_t address,
                             std::span<const std::byte> bytes, const MemoryAgent& by, std::uint32_t line) {
  if (!cta.unfollowed && memory.overtakes(address, bytes, by)) ++loads_.overtaking[line];
}

/// Loads from local memory, where exactly one value is right. Returns false when the program has not written
/// it.
bool Tandem::load_local(TandemWarp& w, const Instruction& i, unsigned lane, std::uint64_t offset,
                        std::size_t bytes) {
  for (std::size_t k = 0; k < bytes; ++k)
    if ((w.local_defined[offset + k] >> lane & 1) == 0) return false;
  const std::byte* own = w.local.data() + std::size_t{lane} * kernel_->local_bytes + offset;
  ptx::load_value(i, operands_, lane, own);
  return true;
}

void Tandem::load_lane(TandemWarp& w, const TandemRecord& r, const Instruction& i, unsigned lane,
                       ptx::Location at) {
  const Bytes got = loaded_bytes(i, r, lane);
  const std::span<const std::byte> bytes(got.data(), unsigned{i.memory.width} * i.memory.elements);
  if (at.space == Space::local) {
    ++loads_.all;
    if (!load_local(w, i, lane, at.offset, bytes.size())) local_defined_ &= ~(LaneMask{1} << lane);
    ++loads_.exact;
    return;
  }
  check_loaded(w, r, lane, at, bytes);
  // The platform's value equals the right one where only one is right; elsewhere the executor continues with
  // it.
  ptx::load_value(i, operands_, lane, bytes.data());
}

/// Compares what the lane has loaded from global or shared memory.
void Tandem::check_loaded(TandemWarp& w, const TandemRecord& r, unsigned lane, ptx::Location at,
                          std::span<const std::byte> bytes) {
  const Instruction& i = kernel_->code[r.pc];
  ++loads_.all;
  ShadowMemory& memory = at.space == Space::shared ? cta_of(w).shared : global_;
  memory.note_read(at.offset, bytes.size(), w.agent);
  const LoadVerdict verdict = memory.check(at.offset, bytes, w.agent);
  if (verdict == LoadVerdict::exact ||
      (verdict == LoadVerdict::different && as_own_atomics_left(w, lane, at, bytes))) {
    ++loads_.exact;
  } else if (verdict == LoadVerdict::possible || concurrent(w, lane, at, bytes.size())) {
    ++(may_be_ordered(w, i, at, bytes.size()) ? loads_.unfollowed : loads_.races)[i.line];
  } else {
    Bytes expected{};
    memory.read(at.offset, std::span(expected).first(bytes.size()), w.agent);
    const auto hex = [&](std::span<const std::byte> value) {
      std::string text;
      for (std::size_t k = bytes.size(); k-- > 0;)
        text += fmt::format("{:02x}", std::to_integer<unsigned>(value[k]));
      return "0x" + text;
    };
    fail_tandem(
        *kernel_, w, &r,
        {.what = fmt::format("the value loaded from {} memory at {:#x}",
                             at.space == Space::shared ? "shared" : "global", at.offset),
         .lane = lane,
         .expected = hex(expected) +
                     (verdict == LoadVerdict::different ? "" : ", or another value that was written there"),
         .got = hex(bytes)});
  }
}

/// Returns whether `got` is the value that the thread's own atomics have left in a word of shared memory.
/// Atomics on shared memory reach the shadow memory only at the next barrier.
bool Tandem::as_own_atomics_left(const TandemWarp& w, unsigned lane, ptx::Location at,
                                 std::span<const std::byte> got) {
  if (at.space != Space::shared || got.size() > 8) return false;
  Cta& cta = cta_of(w);
  std::uint64_t value = 0, loaded = 0;
  std::memcpy(&loaded, got.data(), got.size());
  if (!cta.shared.read(at.offset, std::as_writable_bytes(std::span(&value, 1)).first(got.size()), w.agent))
    return false;
  for (const SharedAtomic& a : cta.atomics) {
    if (!meet(a.address, a.operation.width, at.offset, got.size())) continue;
    if (!a.of(w.agent.warp, lane, at.offset, got.size())) return false;
    value = a.operation.update(value, a.operation.b, a.operation.c);
  }
  return value == loaded;
}

/// Returns whether another thread writes to these bytes with an instruction that the executor has not
/// reached. Only the platform decides the order of such an instruction and this load.
bool Tandem::concurrent(const TandemWarp& w, unsigned lane, ptx::Location at, std::size_t bytes) {
  const bool shared = at.space == Space::shared;
  std::uint64_t begin = 0;
  for (std::size_t k = 0; !shared && k < bytes; ++k)
    if (const AtomicLog::Word* word = atomics_.find(at.offset + k, begin);
        word != nullptr && (!word->followed() || word->thread != thread_of(w.agent, lane)))
      return true;
  if (shared)
    for (const SharedAtomic& a : cta_of(w).atomics)
      if (meet(a.address, a.operation.width, at.offset, bytes) && !a.of(w.agent.warp, lane, at.offset, bytes))
        return true;
  for (TandemWarp& other : warps_) {
    if (!other.live || &other == &w || (shared && (other.sm != w.sm || other.cta_slot != w.cta_slot)))
      continue;
    for (TandemRecord* r : other.queue) {
      const Instruction& i = kernel_->code[r->pc];
      if (r->collected == 0 || !ptx::writes_memory(i)) continue;
      const bool copies = ptx::is_copy(i);
      ptx::Operands operands;
      for (unsigned k = 0; k < i.source_count; ++k) operands.source.bind(k, r->sources[k]);
      ptx::LaneAddresses addresses{};
      copies ? copy_addresses(i, operands, addresses) : effective_addresses(i, operands, addresses);
      for (LaneMask rest = r->mask; rest != 0; rest &= rest - 1) {
        const ptx::Location to = ptx::resolve(copies ? Space::shared : i.memory.space,
                                              addresses[static_cast<unsigned>(std::countr_zero(rest))]);
        if ((to.space == Space::shared) == shared && to.space != Space::local &&
            meet(to.offset, unsigned{i.memory.width} * i.memory.elements, at.offset, bytes))
          return true;
      }
    }
  }
  return false;
}

/// Returns whether something that the executor does not follow may order the load behind the writes to its
/// bytes. A load that bypasses the L1 is meant to see concurrent writes, so it counts as a race.
bool Tandem::may_be_ordered(TandemWarp& w, const Instruction& i, ptx::Location at, std::size_t bytes) {
  if (i.memory.cache == ptx::CacheOperator::global) return false;
  if (cta_of(w).unfollowed) return true;
  // Atomics by the load's own CTA before a barrier are ordered as memory served them, which the executor does
  // not know.
  if (at.space == Space::shared || !global_.written_before(at.offset, bytes, w.agent)) return false;
  std::uint64_t begin = 0;
  for (std::size_t k = 0; k < bytes; ++k)
    if (atomics_.find(at.offset + k, begin) != nullptr) return true;
  return false;
}

void Tandem::atomic_lane(TandemWarp& w, const TandemRecord& r, const Instruction& i, unsigned lane,
                         ptx::Location at) {
  const unsigned width = i.memory.width;
  AtomicOperation op{.update = i.memory.update,
                     .width = width,
                     .b = ptx::operand_bits(i, operands_, 1, width, lane),
                     .c = ptx::operand_bits(i, operands_, 2, width, lane)};
  const bool returns = i.destination_count != 0;
  if (returns) {
    const Bytes got = loaded_bytes(i, r, lane);
    std::memcpy(&op.old, got.data(), width);
    ptx::load_value(i, operands_, lane, got.data());
  }
  if (at.space == Space::shared) {
    cta_of(w).atomics.push_back({r.served, lane, at.offset, op, returns, i.line, &w.agent});
    return;
  }
  // The value is right if no other warp accesses the word; otherwise end_launch() checks the log of the
  // served atomics.
  std::uint64_t value = op.old;
  if (!returns) global_.read(at.offset, std::as_writable_bytes(std::span(&value, 1)).first(width), w.agent);
  value = op.update(value, op.b, op.c);
  const auto now = std::as_bytes(std::span(&value, 1)).first(width);
  note_overtaking(cta_of(w), global_, at.offset, now, w.agent, i.line);
  global_.write(at.offset, now, w.agent);
  AtomicLog::Word& word = atomics_.word(at.offset);
  word.line = i.line;
  word.add(thread_of(w.agent, lane));
  word.executed_sum += AtomicLog::mark(op.b, op.c);
  if (!returns) return;
  ++word.returned;
  word.returned_olds += AtomicLog::mark(op.old, 0);
}

/// Replays the atomics of a CTA on its shared memory since the last barrier, in the order in which they were
/// served: each must find the value that the one before it has left.
void Tandem::replay_atomics(Cta& cta) {
  std::stable_sort(cta.atomics.begin(), cta.atomics.end(), [](const auto& a, const auto& b) {
    return std::tie(a.served, a.lane) < std::tie(b.served, b.lane);
  });
  const auto number = static_cast<std::uint32_t>(cta.number);
  const MemoryAgent by{
      .warp = ~0u, .cta = number, .time = cta.clocks.now(), .seen_of_all = cta.clocks.last_whole()};
  for (const SharedAtomic& a : cta.atomics) {
    const AtomicOperation& op = a.operation;
    std::uint64_t old = 0;
    // A store since the same barrier is not ordered with the atomic.
    const bool exact =
        cta.shared.read(a.address, std::as_writable_bytes(std::span(&old, 1)).first(op.width), by);
    if (a.returns && exact && old != op.old)
      throw Error({.place = place_of(a.line),
                   .what = fmt::format("check: an atomic on shared memory at {:#x} found what the one before "
                                       "it has not left",
                                       a.address),
                   .value = fmt::format("{:#x}", op.old),
                   .legal = fmt::format("{:#x}", old)});
    const std::uint64_t now = op.update(a.returns ? op.old : old, op.b, op.c);
    const auto bytes = std::as_bytes(std::span(&now, 1)).first(op.width);
    note_overtaking(cta, cta.shared, a.address, bytes, *a.agent, a.line);
    cta.shared.write(a.address, bytes, by, exact);
  }
  cta.atomics.clear();
}

/// Memory has served an atomic.
void Tandem::served(std::uint64_t address, const AtomicOperation& op) {
  AtomicLog::Word& word = atomics_.word(address);
  const auto fits = [&](std::uint64_t value) {
    return global_.check(address, std::as_bytes(std::span(&value, 1)).first(op.width), outsider) <=
           LoadVerdict::possible;
  };
  if (word.width == 0) {
    word.width = op.width;
    word.value = op.old;
    word.plain = !fits(op.old);
    if (word.plain) word.unexplained.push_back(op.old);
    word.values.push_back(op.old);
  } else if (!word.plain && op.old != word.value) {
    // A store may have come between the two atomics; whether it explains the value is known when its warp has
    // been executed.
    word.plain = true;
    word.unexplained.push_back(op.old);
  }
  word.value = op.update(op.old, op.b, op.c);
  word.values.push_back(word.value);
  ++word.served;
  word.served_sum += AtomicLog::mark(op.b, op.c);
  word.served_olds += AtomicLog::mark(op.old, 0);
}

/// Checks a texture fetch. The texture cache need not see the stores of this launch, so a texel that the
/// launch has written is not compared.
void Tandem::sample(TandemWarp& w, const TandemRecord& r, const Instruction& i) {
  for (LaneMask rest = r.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const ptx::Texture* texture = texture_of(i, w.context, operands_, lane);
    if (texture == nullptr) continue;  // the platform reports the missing texture
    const ptx::TextureSample sample = texture_sample(i, *texture, operands_, lane);
    const unsigned bytes = texel_bytes(*texture);
    ptx::TexelBytes texels{};
    bool exact = true;
    for (unsigned k = 0; k < sample.count; ++k)
      if (sample.inside[k]) {
        global_.note_read(sample.address[k], bytes, w.agent);
        exact &= global_.read(sample.address[k], std::as_writable_bytes(std::span(texels[k])).first(bytes),
                              w.agent);
      }
    ++loads_.all;
    if (exact) {
      ++loads_.exact;
      texture_value(i, *texture, sample, texels, operands_, lane);
    } else {
      ++loads_.races[i.line];
      for (unsigned k = 0; k < i.destination_count; ++k)
        operands_.destination[k][lane] = r.delivered[k][lane];
    }
  }
}

}  // namespace heddle
