#include "hw/register_virtualization/renaming_table/renaming_table.hpp"

#include "models/base/random.hpp"
#include "tb/cosim/cosim_entry.hpp"
#include "tb/register_virtualization/renaming_table/renaming_table_coverage.hpp"

namespace heddle {
namespace {

/// Accesses and mappings that are spread, that meet in a few rows, that fill and drain the table, or whose
/// numbers obey no rule. What is mapped is seen at the outputs, so that most accesses find something.
class RenamingTableBench final : public BlockBench {
 public:
  using Block = RenamingTable;
  RenamingTableBench(const RenamingTableConfig& config, std::uint64_t seed)
      : random_(seed), rows_(config.entries / table_banks) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  enum class Mood { spread, meet, fill, drain, ends, lawless, idle, count };
  std::uint16_t draw_row(unsigned bank, bool wants_mapped);
  std::uint16_t draw_register();

  Random random_;
  unsigned rows_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0;
  unsigned row_ = 0;  // where rows meet, or how far the table is filled
  const MappedEntries* shown_ = nullptr;
};

std::uint16_t RenamingTableBench::draw_row(unsigned bank, bool wants_mapped) {
  switch (mood_) {
    case Mood::meet:
      return static_cast<std::uint16_t>((row_ + random_.below(3)) % rows_);
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

std::uint16_t RenamingTableBench::draw_register() {
  if (random_.one_in(8)) return random_.one_in(2) ? 0 : table_register_mask;
  const auto reg = static_cast<std::uint16_t>(random_());
  return random_.one_in(2) ? reg : reg & table_register_mask;
}

bool RenamingTableBench::stimulate(DrivenPins in, PinValues out) {
  TableAccesses& access = reinterpret_cast<Level<TableAccesses>*>(in[0])->payload;
  TableMappings& map = reinterpret_cast<Level<TableMappings>*>(in[1])->payload;
  shown_ = &reinterpret_cast<const Level<TableState>*>(out[1])->payload.entries;
  if (left_ == 0) {
    // What is released must not end other mappings, so that there have to be many when that is done.
    const bool filled = mood_ == Mood::fill && !random_.one_in(4);
    mood_ = filled ? Mood::drain : static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
    left_ = mood_ == Mood::idle   ? 1 + random_.below(10)
            : mood_ == Mood::fill ? (random_.one_in(3) ? rows_ + 20 : 100 + random_.below(150))
                                  : 20 + random_.below(150);
    row_ = random_.below(rows_);
  }
  --left_;
  access = {};
  map = {};
  if (mood_ == Mood::idle) return false;
  const auto lanes = [&](unsigned chance) {
    return static_cast<std::uint8_t>(random_.one_in(chance) ? 15 : random_.below(16) & random_.below(16));
  };
  access.valid.value = mood_ == Mood::fill && !random_.one_in(4) ? 0 : lanes(4);
  // Releases that nobody sends an access for mean nothing.
  access.release.value = static_cast<std::uint8_t>(mood_ == Mood::drain  ? 15
                                                   : mood_ == Mood::fill ? 0
                                                                         : random_.below(16));
  map.valid.value = mood_ == Mood::fill ? 15 : mood_ == Mood::drain ? 0 : lanes(8);
  for (unsigned b = 0; b < table_banks; ++b) {
    access.rows[b] = draw_row(b, true);
    map.rows[b] = mood_ == Mood::fill      ? static_cast<std::uint16_t>(row_)
                  : !random_.one_in(4)     ? draw_row(b, false)
                  : mood_ == Mood::lawless ? draw_row(b, true)
                                           : access.rows[b];
    map.registers[b] = draw_register();
  }
  if (mood_ == Mood::fill) row_ = (row_ + 1) % rows_;
  return access.valid.value != 0 || map.valid.value != 0;
}

const Registration<CosimEntry> registration{cosim_entry<RenamingTableBench, RenamingTableCoverage>()};

}  // namespace
}  // namespace heddle
