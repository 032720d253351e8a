// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/value_frequency_table/value_frequency_table.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

FrequencyAnswer ValueFrequencyTable::compute(const FrequencyRequest& request) {
  FrequencyAnswer answer;
  switch (request.op) {
    case FrequencyOp::sample: {
      const auto sampled = table_.sample(request.tree.value, request.value);
      answer.held = sampled.held;
      answer.count = static_cast<std::uint32_t>(sampled.count);
      break;
    }
    case FrequencyOp::read: {
      const auto entry = table_.read(request.tree.value, request.value);
      answer.held = entry.count != 0;
      answer.value = entry.value;
      answer.count = static_cast<std::uint32_t>(entry.count);
      break;
    }
    case FrequencyOp::clear:
      table_.clear();
      break;
    case FrequencyOp::total:
      break;
  }
  answer.total.value = table_.total();
  return answer;
}

static const Registration<BlockEntry> registration{block_entry<ValueFrequencyTable>("e2mc")};

}  // namespace heddle
