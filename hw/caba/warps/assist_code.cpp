// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/warps/assist_code.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/caba/assist_store.hpp"

namespace heddle {

AssistCode::AssistCode(const std::vector<Subroutine>& subroutines, unsigned words) {
  if (subroutines.size() > most_subroutines)
    throw Error({.what = "there are more subroutines than the assist warp controller knows",
                 .value = fmt::format("{}", subroutines.size()),
                 .legal = fmt::format("at most {}", most_subroutines)});
  for (const Subroutine& subroutine : subroutines) {
    Part part{&subroutine, static_cast<unsigned>(words_.size()), CodeImage(subroutine.code)};
    for (const ptx::Instruction& i : subroutine.code.code) part.hazards.emplace_back(i);
    words_.insert(words_.end(), part.image.words().begin(), part.image.words().end());
    parts_.push_back(std::move(part));
    if (words_.size() > words)
      throw Error({.place = subroutine.code.file,
                   .what = fmt::format("subroutine '{}' does not fit into the assist warp store any more",
                                       subroutine.name()),
                   .value = fmt::format("{} instructions with those ahead of it", words_.size()),
                   .legal = fmt::format("caba.store.words: {}", words)});
  }
}

std::uint32_t AssistCode::index_of(unsigned subroutine, std::uint64_t word) const {
  if (subroutine < parts_.size())
    if (const auto index = parts_[subroutine].image.index_of(word)) return *index;
  throw Error({.place = "assist_warp_buffer",
               .what = fmt::format("what is staged for an assist warp is no instruction of subroutine {}",
                                   subroutine),
               .value = fmt::format("{:#018x}", word)});
}

}  // namespace heddle
