// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/compare/mismatch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {
namespace {

constexpr unsigned elements_a_line = 8;

std::string value_text(const Field& field, const std::byte* value) {
  const unsigned digits = (field.element + 3) / 4;
  std::string text;
  for (unsigned i = 0; i < elements_of(field); ++i)
    text += fmt::format("{}{:0{}x}",
                        i == 0                     ? ""
                        : i % elements_a_line == 0 ? "\n      "
                                                   : " ",
                        element_of(field, value, i), digits);
  return text;
}

bool offers(const PinLayout& layout, const std::byte* value) {
  if (layout.has_valid()) return layout.valid(value);
  static const std::vector<std::byte> zero(4096);
  return layout.bytes() > zero.size() || !layout.same_payload(value, zero.data());
}

}  // namespace

std::string short_text_of(const Mismatch& mismatch) {
  if (mismatch.pins.empty()) return mismatch.reason;
  const PinDifference& pin = mismatch.pins.front();
  const ElementDifference& e = pin.at.front();
  const unsigned digits = (pin.bits + 3) / 4;
  std::size_t all = 0;
  for (const PinDifference& p : mismatch.pins) all += p.at.size();
  return fmt::format("{}{}: model {:0{}x}, rtl {:0{}x}{}", pin.pin,
                     pin.elements > 1 ? fmt::format(" [{}]", e.index) : "", e.model, digits, e.rtl, digits,
                     all > 1 ? fmt::format(", and {} more", all - 1) : "");
}

std::vector<PinDifference> differences(const PinLayout& layout, const std::byte* model,
                                       const std::byte* rtl) {
  std::vector<PinDifference> all;
  const std::vector<Field>& fields = layout.fields();
  const bool only_valid = layout.valid(model) != layout.valid(rtl);
  for (std::size_t i = only_valid ? fields.size() - 1 : 0; i < fields.size(); ++i) {
    const Field& f = fields[i];
    PinDifference pin{f.name, f.element, elements_of(f), {}};
    for (unsigned e = 0; e < pin.elements; ++e)
      if (const std::uint64_t m = element_of(f, model, e), r = element_of(f, rtl, e); m != r)
        pin.at.push_back({e, m, r});
    if (!pin.at.empty()) all.push_back(std::move(pin));
  }
  return all;
}

std::vector<Stimulus> last_stimuli(const Recorder& recorder, std::uint64_t cycle, std::size_t count) {
  std::vector<Stimulus> found;
  for (std::uint64_t c = cycle; c >= recorder.first() && c > 0 && found.size() < count; --c) {
    Stimulus s{c, recorder.rst_n(c), {}};
    for (std::size_t i = 0; i < recorder.channels().size(); ++i) {
      const RecordedChannel& channel = recorder.channels()[i];
      const std::byte* value = recorder.value(c, i);
      if (!channel.prefix.empty() || !offers(*channel.layout, value)) continue;
      for (const Field& f : channel.layout->fields())
        if (!(channel.layout->has_valid() && &f == &channel.layout->fields().back()))
          s.text += fmt::format("    {} = {}\n", f.name, value_text(f, value));
    }
    if (!s.text.empty() || !s.rst_n) found.push_back(std::move(s));
  }
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace heddle
