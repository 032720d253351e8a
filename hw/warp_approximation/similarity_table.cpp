#include "hw/warp_approximation/similarity_table.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "hw/sim/block_entry.hpp"
#include "hw/sm/sm_config.hpp"
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

SimilarityTable::SimilarityTable(const SmTechniqueParts& parts) {
  for (unsigned w = 0; w < parts.config.warps; ++w) tables_.push_back(std::make_unique<Table>(w, parts));
}

void SimilarityTable::fail_representative(unsigned w, unsigned lane) const {
  throw Error({.place = tables_[w]->block->name(),
               .what = "a path is represented by a lane that there is not",
               .value = std::to_string(lane),
               .legal = fmt::format("0 to {}", warp_size - 1)});
}

void SimilarityTable::begin_cycle() {
  for (WarpMask rest = std::exchange(sent_, 0); rest != 0; rest &= rest - 1) {
    Table& t = *tables_[static_cast<unsigned>(std::countr_zero(rest))];
    if (t.count != 0) {
      t.updates.payload.valid.value = 0;
      t.count = 0;
      t.update_pins.write(t.updates);
    }
    t.change.valid = false;
    t.change_pins.write(t.change);
  }
  under_way_ = under_way_ << 1 & 7;
}

void SimilarityTable::update(unsigned w, unsigned r, unsigned path, RegisterSimilarity s) {
  Table& t = *tables_[w];
  if (t.count == similarity_updates)
    throw Error({.place = t.block->name(), .what = "more results come in a cycle than it has lanes"});
  SimilarityUpdates& u = t.updates.payload;
  const auto bit = static_cast<std::uint8_t>(1u << t.count);
  u.valid.value |= bit;
  if (path != 0)
    u.path.value |= bit;
  else
    u.path.value &= static_cast<std::uint8_t>(~bit);
  u.registers[t.count] = static_cast<std::uint8_t>(r);
  u.entries[t.count++] = s.pins();
  sent_ |= WarpMask{1} << w;
}

void SimilarityTable::change(unsigned w, const PathUpdate& u) {
  tables_[w]->change = {u, true};
  sent_ |= WarpMask{1} << w;
}

void SimilarityTable::end_cycle() {
  for (WarpMask rest = sent_; rest != 0; rest &= rest - 1) {
    Table& t = *tables_[static_cast<unsigned>(std::countr_zero(rest))];
    if (t.count != 0) t.update_pins.write(t.updates);
    if (t.change.valid) t.change_pins.write(t.change);
  }
  if (sent_ != 0) under_way_ |= 1;
}

}  // namespace heddle
