// SPDX-License-Identifier: Apache-2.0
#include "tb/e2mc/value_frequency_table/value_frequency_table_coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace heddle {
namespace {

constexpr std::array<const char*, 4> op_names{"a sample", "a read", "a clear", "a total"};

Arises by_values() { return by_chance("the values of a workload decide"); }
Arises when_read_out() { return by_chance("whoever makes the codes decides when it reads and clears"); }

unsigned number(FrequencyOp op) { return static_cast<unsigned>(op); }

}  // namespace

ValueFrequencyTableCoverage::ValueFrequencyTableCoverage(const ValueFrequencyTableConfig& config)
    : shape_(config.shape()),
      table_(shape_),
      used_(shape_.rows()),
      used_before_(shape_.rows()),
      of_tree_(coverage.points("a sample of tree {}", 0, e2mc::trees_of(shape_.symbol_bits) - 1)),
      hit_at_(coverage.points("a sample of a value in way {}", 0, shape_.ways() - 1, by_values())),
      enters_free_(
          coverage.points("a value takes way {}, which was free", 0, shape_.ways() - 1, by_values())),
      same_value_(coverage.point("a sample right behind one of its value", by_values())),
      same_row_(coverage.point("a sample right behind one of another request's row", by_values())),
      entered_again_(coverage.point("a sample right behind the one that entered its value", by_values())),
      two_behind_(coverage.point("a sample two cycles behind one of its value", by_values())),
      two_behind_of_row_(
          coverage.point("of three samples in a row the outer ones of one value, the middle one "
                         "of another",
                         by_values())),
      idle_between_(coverage.point("of two samples of a value an idle cycle between", by_values())),
      blank_behind_clear_(coverage.point("a sample right behind a clear", when_read_out())),
      old_row_after_clear_(
          coverage.point("the first sample behind a clear of a row that was used before", when_read_out())),
      read_of_blank_(coverage.point("a read of a row without any entry", when_read_out())),
      read_of_free_(coverage.point("a read of a free entry", when_read_out())),
      read_of_entry_(coverage.point("a read of an entry that counts more than one", when_read_out())),
      upper_bits_(coverage.point("a request with all bits of its pins",
                                 never_in_system("whoever samples knows how long a symbol is"))),
      full_total_(coverage.point("a clear of a table with entries", when_read_out())),
      reset_in_flight_(coverage.point("reset with a request in each stage", only_a_bench_resets())),
      reset_with_entries_(coverage.point("reset of a table with entries", only_a_bench_resets())),
      back_to_back_(coverage.point("back to back")),
      isolated_(coverage.point("isolated")) {
  for (unsigned op = 0; op < ops; ++op)
    for (unsigned before = 0; before < ops; ++before)
      behind_[before][op] = &coverage.point(
          fmt::format("{} right behind {} of its row", op_names[op], op_names[before]), when_read_out());
  if (shape_.counter_bits <= 4) {
    saturating_ = &coverage.point("a counter reaches its highest number", by_values());
    saturated_ = &coverage.point("a sample of a value whose counter is at its highest number", by_values());
  }
  if (shape_.most_total() < 1000)
    total_stays_ = &coverage.point("a sample with the total at its highest number", by_values());
  if (shape_.direct()) return;
  least_at_ = coverage.points("of a full set way {} counts least", 0, shape_.ways() - 1, by_values());
  near_ = coverage.points("a value that is not there, but is but for bit {}",
                          static_cast<unsigned>(std::countr_zero(shape_.rows())), shape_.symbol_bits - 1,
                          by_values());
  read_way_ = coverage.points("a read of way {}", 0, shape_.ways() - 1, when_read_out());
  tie_ = &coverage.point("of a full set several ways count least", by_values());
  if (shape_.policy == e2mc::FrequencyPolicy::decay) {
    decays_ = &coverage.point("an entry is counted down", by_values());
    decays_to_nothing_ = &coverage.point("an entry that counts one is replaced", by_values());
    decayed_hit_ =
        &coverage.point("a sample right behind one that has counted down an entry of its row", by_values());
    decayed_again_ = &coverage.point("a value counts down the same set twice in a row", by_values());
  } else {
    replaces_more_than_one_ = &coverage.point("an entry that counts more than one is replaced", by_values());
  }
}

const e2mc::FrequencyEntry* ValueFrequencyTableCoverage::held(unsigned row, e2mc::Symbol value) const {
  for (unsigned way = 0; way < shape_.ways(); ++way)
    if (const auto& e = table_.at(row, way); e.count != 0 && e.value == value) return &e;
  return nullptr;
}

void ValueFrequencyTableCoverage::see(const Beat<FrequencyRequest>& in, const Beat<FrequencyAnswer>&,
                                      bool rst_n) {
  if (!rst_n) {
    see_reset();
    return;
  }
  history_ = history_ << 1 | in.valid;
  back_to_back_ += (history_ & 3) == 3;
  isolated_ += (history_ & 15) == 4;
  if (in.valid) {
    const FrequencyRequest& request = in.payload;
    const unsigned row = table_.row_of(request.tree.value, request.value);
    upper_bits_ += request.tree.value == 7 && request.value == ~std::uint32_t{0};
    see_behind(request, row);
    const bool decayed = std::exchange(decayed_, false);
    if (decayed_hit_ != nullptr && last_[0])
      *decayed_hit_ += decayed && request.op == FrequencyOp::sample &&
                       table_.row_of(last_[0]->tree.value, last_[0]->value) == row;
    entered_ = false;
    if (request.op == FrequencyOp::sample) see_sample(request, row);
    if (decayed_again_ != nullptr && last_[0])
      *decayed_again_ += decayed && decayed_ && last_[0]->value == request.value;
    if (request.op == FrequencyOp::read) see_read(request);
    act(request);
  } else {
    entered_ = decayed_ = false;
  }
  last_[1] = last_[0];
  last_[0] = in.valid ? std::optional(in.payload) : std::nullopt;
}

void ValueFrequencyTableCoverage::see_behind(const FrequencyRequest& request, unsigned row) {
  const auto same_row = [&](const FrequencyRequest& other) {
    return table_.row_of(other.tree.value, other.value) == row;
  };
  const auto same_sample = [&](const std::optional<FrequencyRequest>& other) {
    return other && other->op == FrequencyOp::sample && request.op == FrequencyOp::sample &&
           same_row(*other) && ((other->value ^ request.value) & e2mc::lower_bits(shape_.symbol_bits)) == 0;
  };
  const bool sampled_between = last_[0] && last_[0]->op == FrequencyOp::sample && !same_sample(last_[0]);
  if (last_[0] && same_row(*last_[0])) ++*behind_[number(last_[0]->op)][number(request.op)];
  same_value_ += same_sample(last_[0]);
  same_row_ += last_[0] && same_row(*last_[0]) && request.op == FrequencyOp::sample;
  entered_again_ += entered_ && same_sample(last_[0]);
  two_behind_ += same_sample(last_[1]);
  two_behind_of_row_ += same_sample(last_[1]) && sampled_between;
  idle_between_ += same_sample(last_[1]) && !last_[0];
  blank_behind_clear_ += last_[0] && last_[0]->op == FrequencyOp::clear &&
                         request.op == FrequencyOp::sample && used_before_[row];
}

void ValueFrequencyTableCoverage::see_sample(const FrequencyRequest& request, unsigned row) {
  const e2mc::Symbol value = request.value & e2mc::lower_bits(shape_.symbol_bits);
  ++*of_tree_[request.tree.value % of_tree_.size()];
  old_row_after_clear_ += used_before_[row] && !used_[row];
  if (total_stays_ != nullptr) *total_stays_ += table_.total() == shape_.most_total();
  const e2mc::FrequencyEntry* entry = held(row, value);
  if (entry != nullptr) {
    see_hit(*entry, static_cast<unsigned>(entry - &table_.at(row, 0)));
    return;
  }
  if (!shape_.direct()) see_near(value, row);
  for (unsigned way = 0; way < shape_.ways(); ++way)
    if (table_.at(row, way).count == 0) {
      entered_ = true;
      ++*enters_free_[way];
      return;
    }
  see_full(row);
}

void ValueFrequencyTableCoverage::see_hit(const e2mc::FrequencyEntry& entry, unsigned way) {
  ++*hit_at_[way];
  if (saturated_ == nullptr) return;
  *saturated_ += entry.count == shape_.most_count();
  *saturating_ += entry.count + 1 == shape_.most_count();
}

void ValueFrequencyTableCoverage::see_full(unsigned row) {
  std::uint64_t least = shape_.most_count();
  for (unsigned way = 0; way < shape_.ways(); ++way) least = std::min(least, table_.at(row, way).count);
  unsigned ways = 0;
  for (unsigned way = 0; way < shape_.ways(); ++way)
    if (table_.at(row, way).count == least && ways++ == 0) ++*least_at_[way];
  *tie_ += ways > 1;
  decayed_ = decays_ != nullptr && least > 1;
  entered_ = !decayed_;
  if (decays_ == nullptr)
    *replaces_more_than_one_ += least > 1;
  else
    ++*(decayed_ ? decays_ : decays_to_nothing_);
}

void ValueFrequencyTableCoverage::see_near(e2mc::Symbol value, unsigned row) {
  for (unsigned way = 0; way < shape_.ways(); ++way) {
    const auto& e = table_.at(row, way);
    const e2mc::Symbol other = e.value ^ value;
    if (e.count != 0 && std::has_single_bit(other))
      ++*near_[near_.size() - shape_.symbol_bits + static_cast<unsigned>(std::countr_zero(other))];
  }
}

void ValueFrequencyTableCoverage::see_read(const FrequencyRequest& request) {
  const unsigned row = table_.row_of(request.tree.value, request.value);
  const auto entry = table_.read(request.tree.value, request.value);
  read_of_blank_ += !used_[row];
  read_of_free_ += entry.count == 0;
  read_of_entry_ += entry.count > 1;
  if (!shape_.direct() && entry.count != 0) ++*read_way_[request.value % shape_.entries / shape_.rows()];
}

void ValueFrequencyTableCoverage::act(const FrequencyRequest& request) {
  if (request.op == FrequencyOp::sample) {
    table_.sample(request.tree.value, request.value);
    const unsigned row = table_.row_of(request.tree.value, request.value);
    used_[row] = used_before_[row] = true;
  }
  if (request.op == FrequencyOp::clear) {
    full_total_ += table_.total() != 0;
    table_.clear();
    used_.assign(used_.size(), false);
  }
}

void ValueFrequencyTableCoverage::see_reset() {
  reset_in_flight_ += (history_ & 3) == 3;
  reset_with_entries_ += table_.total() != 0;
  table_.clear();
  used_.assign(used_.size(), false);
  used_before_.assign(used_.size(), false);
  last_ = {};
  entered_ = decayed_ = false;
  history_ = 0;
}

}  // namespace heddle
