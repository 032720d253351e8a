// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/hooks/technique.hpp"

#include <algorithm>

#include "hw/sm/types/sm_config.hpp"

namespace heddle {

bool held(const Techniques& techniques, Hook hook) {
  return std::any_of(techniques.begin(), techniques.end(), [hook](const auto& t) {
    const std::vector<Hook> hooks = t->hooks();
    return std::find(hooks.begin(), hooks.end(), hook) != hooks.end();
  });
}

SmConfig adapted(SmConfig config, const Techniques& techniques) {
  for (const auto& t : techniques) t->adapt(config);
  return config;
}

LineEdges edges_of(const Techniques& techniques) {
  LineEdges edges;
  for (const auto& t : techniques) t->put_edges(edges);
  return edges;
}

std::shared_ptr<const ValueModel> values_of(const Techniques& techniques) {
  for (const auto& t : techniques)
    if (auto values = t->values()) return values;
  return nullptr;
}

}  // namespace heddle
