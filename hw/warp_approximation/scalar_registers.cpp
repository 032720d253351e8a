// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/scalar_registers.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "hw/sm/hooks/sm_hooks.hpp"
#include "hw/sm/types/sm_config.hpp"
#include "hw/sm/warps/warp_table.hpp"
#include "hw/warp_approximation/approximation_stats.hpp"
#include "models/base/error.hpp"

namespace heddle {

ScalarRegisters::ScalarRegisters(SimilarityTable& table, const LaneDecisions& decisions, bool own_file,
                                 const SmTechniqueParts& parts)
    : table_(table),
      decisions_(decisions),
      owners_(parts.config.registers),
      broadcasts_(approximation_stats(parts).counter("broadcast_reads", "warp registers",
                                                     "scalars that were read from one lane for all")) {
  if (own_file) file_.emplace(parts.config.registers, approximation_stats(parts));
  for (unsigned c = 0; c < clusters; ++c)
    broadcasters_.emplace_back(fmt::format("value_broadcaster_{}", c), ValueBroadcasterConfig{}, parts.clock,
                               parts.rst_n, parts.blocks);
}

void ScalarRegisters::begin_cycle() {
  for (unsigned rest = std::exchange(driven_, 0); rest != 0; rest &= rest - 1)
    broadcasters_[static_cast<unsigned>(std::countr_zero(rest))].idle();
}

void ScalarRegisters::enclose(RegisterEncoding& inner) {
  inner_ = &inner;
  encoded_ = inner.partial_writes() != PartialWrites::in_place;
  if (encoded_ && inner.partial_writes() != PartialWrites::after_move)
    throw Error({.what =
                     "warp_approximation holds scalars among encoded registers only where a MOV expands a "
                     "register of which some lanes are to be written",
                 .legal = "warped_compression.divergence=move"});
  if (file_ && (encoded_ || hooks_->mapper() != nullptr))
    throw Error(
        {.place = "warp_approximation.scalar_file",
         .what = "a register file of scalars does not go with techniques that compress or rename registers",
         .value = "true",
         .legal = "false"});
}

/// A MOV in place is the program's, or that of an assist warp, whose registers have the same numbers. It
/// expands a scalar in all lanes of a path; one that the encoding within wants is for all lanes of the warp,
/// with those that have no thread, and its register is no scalar.
bool ScalarRegisters::decodes(const InFlight& f) const {
  if (!f.injected() || f.source == moves_) return true;
  return f.in_place && f.context == &(*warps_)[f.warp].program &&
         (f.lanes.active == table_.lanes(f.warp, 0) || f.lanes.active == table_.lanes(f.warp, 1));
}

const WarpRegister* ScalarRegisters::read_done(unsigned cluster) {
  const SpreadOperand* const operand = broadcasters_[cluster].response();
  if (encoded_)
    if (const WarpRegister* decoded = inner_->read_done(cluster)) {
      spread(cluster, *decoded, decoding_[cluster].front());
      decoding_[cluster].pop();
    }
  if (operand == nullptr) return nullptr;
  --reads_;
  return &operand->data;
}

void ScalarRegisters::spread(unsigned cluster, const WarpRegister& value, const Spread& s) {
  FeedForwardUnit<ValueBroadcaster>& broadcaster = broadcasters_[cluster];
  ReadOperand& operand = broadcaster.staged();
  operand.data = value;
  operand.broadcast = s.scalar;
  operand.lane.value = s.representative;
  broadcaster.start();
  driven_ |= 1u << cluster;
}

void ScalarRegisters::start_read(unsigned cluster, const InFlight& f, unsigned k, const WarpRegister& bytes) {
  const Spread s{.scalar = reads_scalar(f, k), .representative = decisions_.of(f).representative.value};
  if (s.scalar) ++broadcasts_;
  ++reads_;
  if (s.scalar && file_) {
    WarpRegister word;
    word[s.representative] = file_->read(f.sources[k]);
    return spread(cluster, word, s);
  }
  if (!encoded_) return spread(cluster, bytes, s);
  decoding_[cluster].push(s);
  inner_->start_read(cluster, f, k, bytes);
}

LaneMask ScalarRegisters::read_lanes(const InFlight& f, unsigned k) const {
  if (!reads_scalar(f, k)) return f.lanes.read;
  return file_ ? 0 : LaneMask{1} << decisions_.of(f).representative.value;
}

/// MOVs at changes of paths and registers that come back from memory.
bool ScalarRegisters::stays_uncompressed(const RegisterWrite& w) const {
  return encoded_ && w.injected() && w.of_program &&
         (w.source == moves_ || table_.of(w.warp, w.architected, 0).stored ||
          table_.of(w.warp, w.architected, 1).stored);
}

void ScalarRegisters::writing(unsigned requester, const RegisterWrite& w) {
  owners_[w.reg] = {w.warp, w.architected, w.of_program};
  inner_->writing(requester, w);
}

void ScalarRegisters::store(RegisterBanks& banks, const RegisterWrite& w) {
  if (file_ && w.banks == 0)
    file_->write(w.reg, w.data[static_cast<unsigned>(std::countr_zero(w.lanes))]);
  else
    inner_->store(banks, w);
}

WarpRegister ScalarRegisters::peek(const RegisterBanks& banks, RegisterId r) const {
  WarpRegister value = inner_->peek(banks, r);
  const auto [w, reg, of_program] = owners_[r];
  if (!of_program) return value;
  for (unsigned path = 0; path < divergence_paths; ++path) {
    if (!table_.of(w, reg, path).stored) continue;
    const std::uint32_t scalar = file_ ? file_->peek(r) : value[table_.representative(w, path)];
    for (unsigned lane = 0; lane < warp_size; ++lane)
      if ((table_.lanes(w, path) >> lane & 1) != 0) value[lane] = scalar;
  }
  return value;
}

}  // namespace heddle
