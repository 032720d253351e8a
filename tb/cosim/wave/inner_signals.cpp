// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/wave/inner_signals.hpp"

#include <map>

namespace heddle {

InnerSignals::InnerSignals(const std::vector<RtlSignal>& signals, unsigned levels, const std::string& xml) {
  const RtlTypes types(xml);
  constexpr std::string_view instance = "TOP.";  // the name that the model was given
  std::map<std::pair<std::string, std::string>, RtlSignal> sorted;
  for (RtlSignal s : signals) {
    s.scope = rtl_text_of(s.scope.starts_with(instance) ? s.scope.substr(instance.size()) : s.scope);
    const auto level = static_cast<unsigned>(std::count(s.scope.begin(), s.scope.end(), '.'));
    // Verilator's own scope TOP has the ports, and its own variables begin with two underscores.
    if (s.scope == "TOP" || level > levels || s.name.starts_with("__")) continue;
    sorted.emplace(std::pair(s.scope, s.name), s);
  }
  for (const auto& [key, s] : sorted) {
    const std::size_t bytes = rtl_bytes(s.bits) * std::max(1u, s.elements);
    if (bytes > most_bytes) continue;
    signals_.push_back({s.scope, types.shape_of(s), static_cast<const std::byte*>(s.data), bytes, stride_});
    stride_ += bytes;
  }
  rows_.resize(stride_ * depth);
}

}  // namespace heddle
