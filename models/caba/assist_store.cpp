// SPDX-License-Identifier: Apache-2.0
#include "models/caba/assist_store.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace heddle {

AssistStoreState::AssistStoreState(unsigned words) : words_(words) {
  if (words == 0 || words > most_store_words)
    throw Error({.what = "an assist warp store cannot have so many words",
                 .value = fmt::format("{}", words),
                 .legal = fmt::format("1 to {}", most_store_words),
                 .key = "words"});
}

void AssistStoreState::load_word(unsigned address, std::uint64_t word) {
  if (address < words_.size()) words_[address] = word;
}

std::uint64_t AssistStoreState::read(unsigned subroutine, unsigned instruction) const {
  const unsigned address = first_[subroutine] + instruction;
  return address < words_.size() ? words_[address] : 0;
}

void AssistStoreState::reset() {
  std::fill(words_.begin(), words_.end(), 0);
  first_ = {};
}

}  // namespace heddle
