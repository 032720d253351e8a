// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "hw/sm/launch/launch.hpp"

namespace heddle {

/// Where the code of kernels lies that the instruction caches keep over launches (sm.l1i_kept): each kernel
/// of a module, and each form that techniques make of it, at addresses of its own, in the order of their
/// first launches. A kernel that is loaded later where another one was, with the same name, file name and
/// number of words, lies at the same address: its words are the same (CodeImage::identity).
class CodePlaces {
 public:
  std::uint64_t of(const Launch& launch) {
    const auto [place, is_new] = places_.try_emplace({&launch.request.kernel, launch.code.identity()}, next_);
    if (is_new) next_ += (launch.code.words().size() * CodeImage::word_bytes + 255) / 256 * 256;
    return place->second;
  }

 private:
  std::map<std::pair<const ptx::Kernel*, std::uint64_t>, std::uint64_t> places_;
  std::uint64_t next_ = Launch::code_address;
};

}  // namespace heddle
