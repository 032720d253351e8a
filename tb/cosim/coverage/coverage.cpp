// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/coverage/coverage.hpp"

#include <fmt/format.h>

namespace heddle {

std::vector<std::uint64_t*> Coverage::points(const std::string& name, unsigned first, unsigned last,
                                             const Arises& arises) {
  std::vector<std::uint64_t*> hits;
  for (unsigned i = first; i <= last; ++i) {
    Point& added = points_.emplace_back(Point{fmt::format(fmt::runtime(name), i), 0, arises, name, i});
    hits.push_back(&added.hits);
  }
  return hits;
}

}  // namespace heddle
