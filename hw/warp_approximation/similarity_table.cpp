// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/similarity_table.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "hw/sim/block_entry.hpp"
#include "hw/sm/types/sm_config.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace {

std::string name_of(const char* pins, unsigned number) {
  return fmt::format("similar_register_table_{}_{}", number, pins);
}

}  // namespace

SimilarityTable::Table::Table(unsigned number, const SmTechniqueParts& parts)
    : update_pins(name_of("update", number).c_str()),
      change_pins(name_of("path", number).c_str()),
      known(name_of("similarity", number).c_str()),
      paths(name_of("paths", number).c_str()),
      block(make_block<SimilarRegisterTable>(fmt::format("similar_register_table_{}", number).c_str(), {},
                                             parts.blocks)) {
  block->io.clk(parts.clock);
  block->io.rst_n(parts.rst_n);
  block->io.update.port(update_pins);
  block->io.path.port(change_pins);
  block->io.similarity.port(known);
  block->io.paths.port(paths);
}

SimilarityTable::SimilarityTable(const SmTechniqueParts& parts)
    : direct_(parts.blocks.watcher == nullptr && parts.clock.skipping()), written_(parts.config.warps) {
  for (unsigned w = 0; w < parts.config.warps; ++w) {
    tables_.push_back(std::make_unique<Table>(w, parts));
    auto* const model = dynamic_cast<SimilarRegisterTable*>(tables_.back()->block.get());
    shown_.push_back({.direct = model});
    direct_ = direct_ && model != nullptr;
  }
  for (unsigned w = 0; w < parts.config.warps; ++w)
    if (Shown& s = shown_[w]; direct_) {
      s.entries = &s.direct->table().entries();
      s.paths = &s.direct->table().paths();
    } else {
      s = {&tables_[w]->known.shown().payload.entries, &tables_[w]->paths.shown().payload, nullptr};
    }
}

void SimilarityTable::fail_representative(unsigned w, unsigned lane) const {
  throw Error({.place = tables_[w]->block->name(),
               .what = "a path is represented by a lane that there is not",
               .value = std::to_string(lane),
               .legal = fmt::format("0 to {}", warp_size - 1)});
}

void SimilarityTable::begin_cycle() {
  if (under_way_ == 0) return;
  under_way_ = under_way_ << 1 & 7;
  if (!direct_) clear_pins();
  turn_ ^= 1;
  if (direct_)
    for (const Sent& s : sent_[turn_]) shown_[s.warp].direct->take(s.updates, s.change);
  sent_[turn_].clear();
}

/// Those of the cycle before.
void SimilarityTable::clear_pins() {
  for (const Sent& s : sent_[turn_]) {
    if (s.count != 0) {
      tables_[s.warp]->update_pins.staged().payload.valid.value = 0;
      tables_[s.warp]->update_pins.commit();
    }
    tables_[s.warp]->change_pins.idle();
  }
}

SimilarityTable::Sent& SimilarityTable::sending(unsigned w) {
  for (Sent& s : sent_[turn_])
    if (s.warp == w) return s;
  sent_[turn_].push_back({.warp = w});
  return sent_[turn_].back();
}

void SimilarityTable::update(unsigned w, unsigned r, unsigned path, RegisterSimilarity s) {
  written_[w] |= std::uint64_t{1} << r;
  Sent& sent = sending(w);
  if (sent.count == similarity_updates)
    throw Error(
        {.place = tables_[w]->block->name(), .what = "more results come in a cycle than it has lanes"});
  SimilarityUpdates& u = direct_ ? sent.updates : tables_[w]->update_pins.staged().payload;
  const auto bit = static_cast<std::uint8_t>(1u << sent.count);
  u.valid.value |= bit;
  if (path != 0)
    u.path.value |= bit;
  else
    u.path.value &= static_cast<std::uint8_t>(~bit);
  u.registers[sent.count] = static_cast<std::uint8_t>(r);
  u.entries[sent.count++] = s.pins();
}

void SimilarityTable::change(unsigned w, const PathUpdate& u) {
  if (u.lanes[1] != 0 && lanes(w, 1) == 0) written_[w] = 0;
  sending(w).change = {u, true};
}

void SimilarityTable::end_cycle() {
  if (sent_[turn_].empty()) return;
  under_way_ |= 1;
  if (direct_) return;
  for (const Sent& s : sent_[turn_]) {
    if (s.count != 0) tables_[s.warp]->update_pins.commit();
    if (s.change.valid) tables_[s.warp]->change_pins.write(s.change);
  }
}

}  // namespace heddle
