// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/renaming_table/renaming_table.hpp"

#include "models/base/random.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/register_virtualization/renaming_table/renaming_table_coverage.hpp"

namespace heddle {
namespace {

/// Instructions and releases whose rows are spread or meet in a few, that crowd one bank, that stream through
/// a full queue, that fill and drain the table, or that obey no rule; and an allocator that answers mostly as
/// it is asked. What is mapped is seen at the outputs, so that most lookups find something.
class RenamingTableBench final : public BlockBench {
 public:
  using Block = RenamingTable;
  RenamingTableBench(const RenamingTableConfig& config, std::uint64_t seed)
      : random_(seed), tags_(~seed), rows_(config.entries / table_banks) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  enum class Mood { spread, meet, crowd, stream, fill, drain, ends, lawless, idle, count };
  void change_mood();
  std::uint16_t draw_row(unsigned bank, bool wants_mapped);
  std::uint16_t draw_entry(bool wants_mapped);
  RegisterId draw_register();
  void enter(EnteringInstructions& e, unsigned slot);
  void fill(EnteringInstructions& e);
  void release(TableReleases& r);
  void grant(AllocatedRegisters& g);

  Random random_, tags_;
  unsigned rows_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0;
  unsigned row_ = 0;                   // where rows meet, or how far the table is filled
  unsigned bank_ = 0;                  // that is crowded
  unsigned asked_ = 0, answered_ = 0;  // requests at the outputs now, and a cycle ago
  const MappedEntries* shown_ = nullptr;
};

void RenamingTableBench::change_mood() {
  // What is released must not end other mappings, so that there have to be many when that is done.
  const bool filled = mood_ == Mood::fill && !random_.one_in(4);
  mood_ = filled ? Mood::drain : static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  left_ = mood_ == Mood::idle   ? 1 + random_.below(10)
          : mood_ == Mood::fill ? (random_.one_in(3) ? rows_ + 80 : 100 + random_.below(150))
                                : 20 + random_.below(150);
  row_ = random_.below(rows_);
  bank_ = random_.below(table_banks);
}

std::uint16_t RenamingTableBench::draw_row(unsigned bank, bool wants_mapped) {
  switch (mood_) {
    case Mood::meet:
      return static_cast<std::uint16_t>((row_ + random_.below(2)) % rows_);
    case Mood::ends:
      return static_cast<std::uint16_t>(random_.one_in(2) ? random_.below(3) : rows_ - 2 + random_.below(4));
    case Mood::lawless: {
      // A row of the table with one bit too many, or anything.
      const auto row = random_.one_in(3) ? random_() : random_.below(rows_) | 1u << random_.below(16);
      return static_cast<std::uint16_t>(row);
    }
    default:
      break;
  }
  unsigned row = random_.below(rows_);
  if (!wants_mapped || random_.one_in(4)) return static_cast<std::uint16_t>(row);
  for (unsigned tried = 0; tried < rows_; ++tried, row = (row + 1) % rows_) {
    const unsigned e = row * table_banks + bank;
    if ((*shown_)[e / 64] >> e % 64 & 1) break;
  }
  return static_cast<std::uint16_t>(row);
}

/// Its upper four bits do not matter.
std::uint16_t RenamingTableBench::draw_entry(bool wants_mapped) {
  const unsigned bank = mood_ == Mood::crowd && !random_.one_in(6) ? bank_ : random_.below(table_banks);
  const unsigned beyond = random_.one_in(4) ? random_.below(16) << 12 : 0;
  return static_cast<std::uint16_t>((draw_row(bank, wants_mapped) * table_banks + bank) | beyond);
}

RegisterId RenamingTableBench::draw_register() {
  if (random_.one_in(8)) return random_.one_in(2) ? 0 : table_register_mask;
  const auto reg = static_cast<RegisterId>(random_());
  return random_.one_in(2) ? reg : reg & table_register_mask;
}

void RenamingTableBench::enter(EnteringInstructions& e, unsigned slot) {
  unsigned registers = random_.below(1u << renamed_registers);
  if (!random_.one_in(8)) registers &= random_.below(1u << renamed_registers);
  if (mood_ == Mood::stream) registers = 1u << random_.below(renamed_registers);
  if (random_.one_in(16)) registers = (1u << renamed_registers) - 1;
  constexpr unsigned all_fresh = (1u << ptx::max_destinations) - 1;
  const unsigned fresh = mood_ == Mood::meet && random_.one_in(2) ? all_fresh : random_.below(all_fresh + 1);
  e.registers.value |= registers << renamed_registers * slot;
  e.fresh.value |= static_cast<std::uint8_t>(fresh << ptx::max_destinations * slot);
  e.units.value |= static_cast<std::uint8_t>(random_.below(16) << 4 * slot);
  e.rotations.value |= static_cast<std::uint8_t>(random_.below(4) << 2 * slot);
  for (unsigned k = 0; k < renamed_registers; ++k) {
    const bool fresh_one = k >= ptx::max_sources && (fresh >> (k - ptx::max_sources) & 1) != 0;
    e.entries[renamed_registers * slot + k] = draw_entry(!fresh_one);
  }
}

/// An instruction whose four destinations are the next row of all banks.
void RenamingTableBench::fill(EnteringInstructions& e) {
  const unsigned slot = random_.below(renamed_slots);
  constexpr unsigned destinations = (1u << ptx::max_destinations) - 1;
  e.registers.value = destinations << ptx::max_sources << renamed_registers * slot;
  e.fresh.value = static_cast<std::uint8_t>(destinations << ptx::max_destinations * slot);
  e.units.value = static_cast<std::uint8_t>(random_());
  e.rotations.value = static_cast<std::uint8_t>(random_.below(16));
  for (unsigned b = 0; b < table_banks; ++b)
    e.entries[renamed_registers * slot + ptx::max_sources + b] =
        static_cast<std::uint16_t>(row_ * table_banks + b);
  row_ = (row_ + 1) % rows_;
}

void RenamingTableBench::release(TableReleases& r) {
  const unsigned banks = random_.below(16);
  r.valid.value = static_cast<std::uint8_t>(mood_ == Mood::drain  ? (random_.one_in(8) ? banks : 15)
                                            : mood_ == Mood::fill ? 0
                                            : mood_ == Mood::meet ? banks
                                                                  : banks & random_.below(16));
  for (unsigned b = 0; b < table_banks; ++b) r.rows[b] = draw_row(b, true);
  r.tags.value = tags_() & ((std::uint64_t{1} << release_tag_bits * table_banks) - 1);
}

void RenamingTableBench::grant(AllocatedRegisters& g) {
  const bool strays = mood_ == Mood::lawless || (mood_ != Mood::fill && random_.one_in(16));
  g.valid.value = static_cast<std::uint8_t>(strays ? answered_ ^ (random_() & random_()) : answered_);
  for (unsigned i = 0; i < allocations; ++i)
    if (strays || (g.valid.value >> i & 1) != 0) g.registers[i] = draw_register();
}

bool RenamingTableBench::stimulate(DrivenPins in, PinValues out) {
  auto& e = reinterpret_cast<Level<EnteringInstructions>*>(in[0])->payload;
  auto& r = reinterpret_cast<Level<TableReleases>*>(in[1])->payload;
  auto& g = reinterpret_cast<Level<AllocatedRegisters>*>(in[2])->payload;
  shown_ = &reinterpret_cast<const Level<TableState>*>(out[3])->payload.entries;
  const unsigned waiting = reinterpret_cast<const Level<QueueState>*>(out[4])->payload.waiting.value;
  answered_ = asked_;
  asked_ = reinterpret_cast<const Level<AllocationRequests>*>(out[1])->payload.valid.value;
  if (left_ == 0) change_mood();
  --left_;
  e = {};
  r = {};
  g = {};
  grant(g);
  if (mood_ == Mood::idle) return false;
  if (mood_ == Mood::fill) {
    if (waiting < RenameQueue::places) fill(e);
  } else {
    const bool dense = mood_ == Mood::crowd || mood_ == Mood::stream;
    const unsigned chance = mood_ == Mood::drain ? 6 : mood_ == Mood::meet ? 4 : dense ? 1 : 2;
    const bool both = random_.one_in(16);
    for (unsigned s = 0; s < renamed_slots; ++s) {
      const bool room = waiting + s < RenameQueue::places || mood_ == Mood::lawless || mood_ == Mood::stream;
      if (room && (both || random_.one_in(chance))) enter(e, s);
    }
  }
  release(r);
  return e.registers.value != 0 || r.valid.value != 0;
}

const Registration<CosimEntry> registration{cosim_entry<RenamingTableBench, RenamingTableCoverage>()};

}  // namespace
}  // namespace heddle
