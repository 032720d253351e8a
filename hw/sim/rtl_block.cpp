// SPDX-License-Identifier: Apache-2.0
#include "hw/sim/rtl_block.hpp"

#include <fmt/format.h>

#include <cstring>
#include <set>

#include "models/base/error.hpp"

namespace heddle {
namespace {

/// Collects what does not fit, so that a user sees all of it at once.
class PortCheck {
 public:
  explicit PortCheck(RtlModel& rtl) : ports_(rtl.ports()) {}

  void* take(const std::string& name, unsigned bits, bool input) {
    const auto it = ports_.find(name);
    if (it == ports_.end()) {
      complain(fmt::format("missing {}", describe(name, bits, input)));
      return nullptr;
    }
    taken_.insert(name);
    if (it->second.elements != 0)
      complain(
          fmt::format("{} is there, as an unpacked array of {} elements of {} bits; ports are flat or packed",
                      name, it->second.elements, it->second.bits / it->second.elements));
    else if (it->second.bits != bits || it->second.input != input)
      complain(fmt::format("expected {}, the RTL has {}", describe(name, bits, input),
                           describe(name, it->second.bits, it->second.input)));
    return it->second.data;
  }

  std::string verdict() {
    for (const auto& [name, port] : ports_)
      if (!taken_.contains(name)) complain(fmt::format("extra {}", describe(name, port.bits, port.input)));
    return complaints_;
  }

 private:
  static std::string describe(const std::string& name, unsigned bits, bool input) {
    return fmt::format("{} {} [{} bit]", input ? "input" : "output", name, bits);
  }
  void complain(const std::string& text) { complaints_ += (complaints_.empty() ? "" : "; ") + text; }

  std::map<std::string, RtlPort, std::less<>> ports_;
  std::set<std::string> taken_;
  std::string complaints_;
};

}  // namespace

RtlBinding::RtlBinding(std::string_view block, RtlModel& rtl, const std::vector<Channel*>& channels) {
  PortCheck check(rtl);
  check.take("clk_i", 1, true);
  rst_n_ = static_cast<unsigned char*>(check.take("rst_ni", 1, true));
  for (Channel* channel : channels) {
    Bound bound{channel, {}};
    for (const Field& f : channel->fields())
      bound.ties.push_back(
          {static_cast<std::byte*>(check.take(channel->port_name(f), f.bits, channel->input())), f.offset,
           rtl_bytes(f.bits)});
    (channel->input() ? inputs_ : outputs_).push_back(std::move(bound));
  }
  if (const std::string complaints = check.verdict(); !complaints.empty())
    throw Error({.place = fmt::format("RTL of {}", block), .what = "its ports do not fit: " + complaints});
}

bool RtlBinding::drive() {
  bool changed = false;
  for (Bound& in : inputs_) {
    const std::byte* value = in.channel->value();
    if (in.channel->has_valid()) {
      const bool valid = in.channel->valid();
      changed |= valid || in.was_valid;
      in.was_valid = valid;
      if (valid)
        for (const Tie& t : in.ties) copy_pin(t.rtl, value + t.offset, t.bytes);
      else
        *in.ties.back().rtl = std::byte{0};
    } else {
      for (const Tie& t : in.ties) {
        if (std::memcmp(t.rtl, value + t.offset, t.bytes) == 0) continue;
        copy_pin(t.rtl, value + t.offset, t.bytes);
        changed = true;
      }
    }
  }
  return changed;
}

bool RtlBinding::sample() {
  bool changed = false;
  for (Bound& out : outputs_) {
    std::byte* staged = out.channel->staged();
    bool moved = false;
    if (out.channel->has_valid()) {
      const bool valid = *out.ties.back().rtl != std::byte{0};
      moved = valid || out.was_valid;
      out.was_valid = valid;
      if (valid)
        for (const Tie& t : out.ties) copy_pin(staged + t.offset, t.rtl, t.bytes);
      else
        staged[out.ties.back().offset] = std::byte{0};
    } else {
      for (const Tie& t : out.ties) {
        if (std::memcmp(staged + t.offset, t.rtl, t.bytes) == 0) continue;
        copy_pin(staged + t.offset, t.rtl, t.bytes);
        moved = true;
      }
    }
    if (moved) out.channel->commit();
    changed |= moved;
  }
  return changed;
}

}  // namespace heddle
