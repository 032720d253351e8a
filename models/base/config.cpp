// SPDX-License-Identifier: Apache-2.0
#include "models/base/config.hpp"

namespace heddle::config_detail {
namespace {

/// Returns the choice of the comma-separated list `legal` that is spelled most like `value`.
std::string nearest_choice(const std::string& value, const std::string& legal) {
  std::vector<std::string> names;
  for (std::size_t from = 0; from < legal.size();) {
    const std::size_t comma = std::min(legal.find(", ", from), legal.size());
    names.push_back(legal.substr(from, comma - from));
    from = comma + 2;
  }
  return nearest_name(value, names);
}

}  // namespace

void reject(const ConfigTree::Entry& entry, const ParameterInfo& info, const std::string& value,
            Parse reason) {
  const bool choice = info.type.ends_with("choice") || info.type.ends_with("bool");
  const std::string what = reason == Parse::out_of_range ? "is out of range"
                           : choice                      ? "is none of its choices"
                                                         : "has the wrong type (" + info.type + ")";
  throw Error({.place = entry.place,
               .what = fmt::format("{} {}", info.path, what),
               .value = value,
               .legal = info.legal,
               .nearest = choice ? nearest_choice(value, info.legal) : ""});
}

void reject_missing(const ConfigTree::Entry& entry, const ParameterInfo& info) {
  const bool list = entry.kind == ConfigTree::Kind::list;
  throw Error({.place = entry.place,
               .what = fmt::format("{} {}", info.path, list ? "takes one value, not a list" : "has no value"),
               .legal = fmt::format("{}: {}", info.type, info.legal)});
}

}  // namespace heddle::config_detail
