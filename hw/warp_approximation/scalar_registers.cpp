#include "hw/warp_approximation/scalar_registers.hpp"

#include <fmt/format.h>

#include "hw/sm/sm_config.hpp"
#include "hw/warp_approximation/approximation_stats.hpp"

namespace heddle {

ScalarRegisters::ScalarRegisters(SimilarityTable& table, const SmTechniqueParts& parts)
    : table_(table),
      owners_(parts.config.registers),
      broadcasts_(approximation_stats(parts).counter("broadcast_reads", "warp registers",
                                                     "scalars that were read from one lane for all")) {
  for (unsigned c = 0; c < clusters; ++c)
    broadcasters_.emplace_back(fmt::format("value_broadcaster_{}", c), ValueBroadcasterConfig{}, parts.clock,
                               parts.rst_n, parts.blocks);
}

void ScalarRegisters::attach(Clocked& sm, const InstructionSource& moves) {
  moves_ = &moves;
  for (auto& b : broadcasters_) b.response.add_reader(sm);
}

void ScalarRegisters::begin_cycle() {
  if (!driven_) return;
  driven_ = false;
  for (auto& b : broadcasters_) b.idle();
}

const WarpRegister* ScalarRegisters::read_done(unsigned cluster) {
  const Beat<SpreadOperand>& beat = broadcasters_[cluster].response.read();
  if (!beat.valid) return nullptr;
  --reads_;
  return &beat.payload.data;
}

void ScalarRegisters::start_read(unsigned cluster, const InFlight& f, unsigned k, const WarpRegister& bytes) {
  const unsigned path = table_.path_of(f.warp, f.lanes.active);
  const bool scalar = decodes(f) && table_.of(f.warp, f.instruction->sources[k], path).stored;
  if (scalar) ++broadcasts_;
  broadcasters_[cluster].start(
      {bytes, scalar, {static_cast<std::uint8_t>(table_.representative(f.warp, path))}});
  driven_ = true;
  ++reads_;
}

LaneMask ScalarRegisters::read_lanes(const InFlight& f, unsigned k) const {
  if (!decodes(f) || !known(f, f.instruction->sources[k]).stored) return f.lanes.read;
  return table_.representative_mask(f.warp, table_.path_of(f.warp, f.lanes.active));
}

WarpRegister ScalarRegisters::peek(const RegisterBanks& banks, RegisterId r) const {
  WarpRegister value = banks.read(r, all_banks);
  const auto [w, reg] = owners_[r];
  for (unsigned path = 0; path < divergence_paths; ++path) {
    if (!table_.of(w, reg, path).stored) continue;
    const std::uint32_t scalar = value[table_.representative(w, path)];
    for (unsigned lane = 0; lane < warp_size; ++lane)
      if ((table_.lanes(w, path) >> lane & 1) != 0) value[lane] = scalar;
  }
  return value;
}

}  // namespace heddle
