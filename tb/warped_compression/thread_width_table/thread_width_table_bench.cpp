// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/thread_width_table/thread_width_table.hpp"

#include <array>

#include "models/base/random.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/warped_compression/thread_width_table/thread_width_table_coverage.hpp"

namespace heddle {
namespace {

/// Writes of all lanes, of one or of any to rows that are spread, that are few, at the ends of the table, or
/// whose numbers obey no rule. Most reads are of rows that were written last, in the same cycle or before.
class ThreadWidthTableBench final : public BlockBench {
 public:
  using Block = ThreadWidthTable;
  ThreadWidthTableBench(const ThreadWidthTableConfig& config, std::uint64_t seed)
      : random_(seed), rows_(config.rows) {}

  bool stimulate(DrivenPins in, PinValues) override;

 private:
  enum class Mood { spread, few, ends, lawless, idle, count };
  void draw_mood();
  std::uint16_t draw_row();
  std::uint16_t draw_lanes();
  BankWidths draw_widths();

  Random random_;
  unsigned rows_;
  Mood mood_ = Mood::idle;
  unsigned left_ = 0;
  unsigned first_of_few_ = 0, reads_in_4_ = 0, writes_in_4_ = 0;
  std::array<std::uint16_t, 8> written_{};  ///< rows that were written last
  unsigned next_written_ = 0;
};

void ThreadWidthTableBench::draw_mood() {
  mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  // Now and then longer than a counter of eight bits.
  left_ = mood_ == Mood::idle ? 1 + random_.below(random_.one_in(16) ? 300 : 10)
                              : 20 + random_.below(random_.one_in(8) ? 800 : 100);
  first_of_few_ = random_.below(rows_);
  // From none to one at every edge.
  reads_in_4_ = mood_ == Mood::idle ? 0 : random_.below(5);
  writes_in_4_ = mood_ == Mood::idle ? 0 : random_.below(5);
}

std::uint16_t ThreadWidthTableBench::draw_row() {
  const auto drawn = [this]() -> std::uint64_t {
    switch (mood_) {
      case Mood::few:
        return (first_of_few_ + random_.below(3)) % rows_;
      case Mood::ends:
        return random_.one_in(2) ? random_.below(3) : rows_ - 2 + random_.below(4);
      case Mood::lawless:
        // A row of the table with one bit too many, or anything.
        return random_.one_in(3) ? random_() : random_.below(rows_) | 1u << random_.below(16);
      default:
        return random_.below(rows_);
    }
  };
  return static_cast<std::uint16_t>(drawn());
}

std::uint16_t ThreadWidthTableBench::draw_lanes() {
  const auto any = static_cast<std::uint16_t>(random_());
  switch (random_.below(8)) {
    case 0:
      return 0;
    case 1:
    case 2:
      return 0xffff;
    case 3:
    case 4:
      return static_cast<std::uint16_t>(1u << random_.below(bank_lanes));
    case 5:
      return static_cast<std::uint16_t>(~(1u << random_.below(bank_lanes)));
    default:
      return any;
  }
}

BankWidths ThreadWidthTableBench::draw_widths() {
  constexpr BankWidths one_each = 0x55555555;
  return random_.one_in(4) ? one_each * random_.below(widest_thread + 1) : static_cast<BankWidths>(random_());
}

bool ThreadWidthTableBench::stimulate(DrivenPins in, PinValues) {
  auto& read = *reinterpret_cast<Beat<WidthRead>*>(in[0]);
  auto& write = *reinterpret_cast<Beat<WidthWrite>*>(in[1]);
  if (left_ == 0) draw_mood();
  --left_;
  // What stands on the pins without a valid means nothing.
  write.payload = {draw_row(), draw_lanes(), draw_widths()};
  write.valid = random_.below(4) < writes_in_4_;
  if (write.valid) written_[next_written_++ % written_.size()] = write.payload.row;
  read.payload.row = random_.one_in(4) ? draw_row() : written_[random_.below(written_.size())];
  read.valid = random_.below(4) < reads_in_4_;
  return read.valid || write.valid;
}

const Registration<CosimEntry> registration{cosim_entry<ThreadWidthTableBench, ThreadWidthTableCoverage>()};

}  // namespace
}  // namespace heddle
