// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/line/line_edges.hpp"

#include <utility>

#include "models/base/error.hpp"

namespace heddle {

void LineEdges::put(EdgePlace place, std::shared_ptr<const LineCodec> codec, Make units) {
  if (stands_at(place))
    throw Error({.what = "two techniques want to encode memory lines at one place",
                 .value = std::string(name_of(place)),
                 .legal = "one edge at each place"});
  const auto k = static_cast<unsigned>(place);
  codecs.of[k] = std::move(codec);
  make[k] = std::move(units);
}

}  // namespace heddle
