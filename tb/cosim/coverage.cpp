#include "tb/cosim/coverage.hpp"

#include <fmt/format.h>

namespace heddle {

std::vector<std::uint64_t*> Coverage::points(const std::string& name, unsigned first, unsigned last) {
  std::vector<std::uint64_t*> hits;
  for (unsigned i = first; i <= last; ++i) hits.push_back(&point(fmt::format(fmt::runtime(name), i)));
  return hits;
}

}  // namespace heddle
