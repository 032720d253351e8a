// SPDX-License-Identifier: Apache-2.0
#include "models/base/renamed.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>

#include "models/base/data_root.hpp"
#include "models/base/text_file.hpp"

namespace heddle {

std::string renamed(std::string_view path) {
  const YAML::Node words =
      YAML::Load(read_text_file(data_file("configs/renamed.yaml"), "table of renamed words"));
  std::string now;
  bool changed = false;
  for (std::size_t from = 0; from <= path.size();) {
    const std::size_t to = std::min(path.find('.', from), path.size());
    const std::string word(path.substr(from, to - from));
    const YAML::Node other = words[word];
    changed |= other.IsDefined();
    now += (from == 0 ? "" : ".") + (other.IsDefined() ? other.as<std::string>() : word);
    from = to + 1;
  }
  return changed ? now : std::string();
}

}  // namespace heddle
