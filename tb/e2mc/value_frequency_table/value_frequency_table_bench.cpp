// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <bit>

#include "hw/e2mc/value_frequency_table/value_frequency_table.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/e2mc/code_stimulus.hpp"
#include "tb/e2mc/value_frequency_table/value_frequency_table_coverage.hpp"

namespace heddle {
namespace {

/// Samples of a few more values than a set holds, some of them often; of one value; of values that differ in
/// one bit; of all values in turn; of any. Reads of what was sampled not long ago, of its neighbours and of
/// all entries in turn. Clears are rare, since sets have to fill.
class ValueFrequencyTableBench final : public FeedForwardBench<FrequencyRequest, FrequencyAnswer> {
 public:
  using Block = ValueFrequencyTable;
  ValueFrequencyTableBench(const ValueFrequencyTableConfig& config, std::uint64_t seed)
      : FeedForwardBench(ValueFrequencyTable::latency, seed), shape_(config.shape()) {}

 private:
  enum class Mood { few, skewed, one, near, turn, read_out, any, count };

  void draw(BurstPlace place, FrequencyRequest& request) override;
  void change_mood();
  FrequencyOp draw_op();
  std::uint32_t draw_value();
  std::uint32_t draw_number();
  std::uint32_t value_of_set(unsigned n) const { return base_ + shape_.rows() * n; }

  const e2mc::FrequencyShape shape_;
  Mood mood_ = Mood::few;
  unsigned left_ = 0, sets_ = 1, values_ = 1, clear_in_ = 300;
  std::uint32_t base_ = 0, turn_ = 0;
  std::array<std::uint32_t, 16> sampled_{};  ///< values not long ago
  unsigned next_sampled_ = 0;
};

void ValueFrequencyTableBench::change_mood() {
  mood_ = static_cast<Mood>(random.below(static_cast<unsigned>(Mood::count)));
  left_ = mood_ == Mood::one ? 2 + random.below(60) : 20 + random.below(400);
  if (!random.one_in(3)) base_ = e2mc::random_symbol(32, random);
  sets_ = random.one_in(2) ? 1 : 1 + random.below(4);
  values_ = shape_.ways() + random.below(4);
  clear_in_ = random.one_in(4) ? 20 : random.one_in(2) ? 300 : 3000;
  turn_ = random.one_in(2) ? 0 : e2mc::random_symbol(32, random);
}

FrequencyOp ValueFrequencyTableBench::draw_op() {
  if (random.one_in(clear_in_)) return FrequencyOp::clear;
  if (random.one_in(40)) return FrequencyOp::total;
  return random.one_in(mood_ == Mood::read_out ? 2 : 8) ? FrequencyOp::read : FrequencyOp::sample;
}

std::uint32_t ValueFrequencyTableBench::draw_value() {
  const std::uint32_t recent = sampled_[random.below(sampled_.size())];
  switch (mood_) {
    case Mood::few:
      return value_of_set(random.below(values_)) + random.below(sets_);
    case Mood::skewed:  // the n-th value half as often as the one before
      return value_of_set(
                 static_cast<unsigned>(std::countr_zero(static_cast<std::uint32_t>(random()) | 1u << 12))) +
             random.below(sets_);
    case Mood::one:
      return random.one_in(24) ? value_of_set(1) : base_;
    case Mood::near:  // what was there, or one bit away from it
      return random.one_in(2) ? recent : recent ^ std::uint32_t{1} << random.below(32);
    case Mood::turn:
      return ++turn_;
    case Mood::read_out:
      return random.one_in(2) ? recent : value_of_set(random.below(values_));
    default:
      return random.one_in(4) ? recent : e2mc::random_symbol(32, random);
  }
}

/// What a read asks for: the entry of a value, any way of its set, or the next one.
std::uint32_t ValueFrequencyTableBench::draw_number() {
  const std::uint32_t recent = sampled_[random.below(sampled_.size())];
  if (shape_.direct() || random.one_in(8)) return random.one_in(4) ? recent + 1 : recent;
  if (mood_ == Mood::read_out && random.one_in(2)) return ++turn_;
  const std::uint32_t last = sampled_[(next_sampled_ + sampled_.size() - 1) % sampled_.size()];
  const std::uint32_t row = (random.one_in(2) ? last : recent) % shape_.rows();
  const std::uint32_t upper = random.one_in(2) ? 0 : static_cast<std::uint32_t>(random()) * shape_.entries;
  return upper + row + shape_.rows() * random.below(shape_.ways());
}

void ValueFrequencyTableBench::draw(BurstPlace, FrequencyRequest& request) {
  if (left_ == 0) change_mood();
  --left_;
  if (request.op != FrequencyOp::clear || !random.one_in(8)) request.op = draw_op();
  // Often the same tree, or all trees in turn.
  if (random.one_in(4)) request.tree.value = static_cast<std::uint8_t>(random.below(8));
  if (mood_ == Mood::turn) request.tree.value = (request.tree.value + 1) % 8;
  if (random.one_in(256)) {
    request.tree.value = 7;
    request.value = ~std::uint32_t{0};
  } else if (request.op == FrequencyOp::read) {
    request.value = draw_number();
  } else if (!random.one_in(6)) {  // else the value of the request before
    request.value = draw_value();
  }
  if (request.op != FrequencyOp::sample) return;
  if (shape_.symbol_bits < 32 && random.one_in(4))
    request.value ^= static_cast<std::uint32_t>(random()) << shape_.symbol_bits;
  sampled_[next_sampled_++ % sampled_.size()] = request.value;
}

const Registration<CosimEntry> registration{
    cosim_entry<ValueFrequencyTableBench, ValueFrequencyTableCoverage>()};

}  // namespace
}  // namespace heddle
