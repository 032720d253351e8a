// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "tb/cosim/cosim.hpp"

namespace heddle {
namespace {

std::string cycles(std::uint64_t n) { return fmt::format("{} cycle{}", n, n == 1 ? "" : "s"); }

std::string verdict_text(const CosimResult& r) {
  const std::string offset = fmt::format("{} {}", cycles(static_cast<std::uint64_t>(std::llabs(r.offset))),
                                         r.offset > 0 ? "later" : "earlier");
  switch (r.verdict) {
    case Verdict::equal:
      if (!r.request.transactions) return "equal: every output at every cycle";
      return r.offset == 0 ? "equal: every transaction, at the same cycles"
                           : "equal: every transaction, " + offset;
    case Verdict::shifted:
      return fmt::format(
          "equal, {}: the RTL's latency differs from the model's and nothing else does "
          "(--compare transactions ignores that)",
          offset);
    case Verdict::differs:
      break;
  }
  return "DIFFERENT";
}

std::string mismatch_text(const Mismatch& m) {
  std::string text =
      fmt::format("  first mismatch at cycle {}{}\n", m.cycle, m.reason.empty() ? "" : ": " + m.reason);
  for (const PinDifference& pin : m.pins) {
    const unsigned digits = (pin.bits + 3) / 4;
    for (const ElementDifference& e : pin.at)
      text +=
          fmt::format("    {}{}: model {:0{}x}, rtl {:0{}x}\n", pin.pin,
                      pin.elements > 1 ? fmt::format(" [{}]", e.index) : "", e.model, digits, e.rtl, digits);
  }
  text += m.stimuli.empty() ? "" : "  last stimuli\n";
  for (const Stimulus& s : m.stimuli)
    text += fmt::format("   cycle {}{}\n{}", s.cycle, s.rst_n ? "" : " in reset", s.text);
  return text;
}

/// Prints a line for each family of points that were all reached, with its rarest point, and a line for each
/// point that was not reached.
std::string coverage_text(const CosimResult& r) {
  const std::size_t holes = r.holes().size();
  std::string text =
      fmt::format("  coverage  {} of {} points\n", r.coverage.size() - holes, r.coverage.size());
  const auto line = [](const std::string& name, const std::string& hits) {
    return fmt::format("    {:<40} {:>10}\n", name, hits);
  };
  for (std::size_t i = 0; i < r.coverage.size();) {
    const Coverage::Point& first = r.coverage[i];
    std::size_t end = i + 1;
    std::uint64_t rarest = first.hits;
    std::string missing = first.hits == 0 ? line(first.name, "NEVER SEEN") : "";
    for (; !first.family.empty() && end < r.coverage.size() && r.coverage[end].family == first.family;
         ++end) {
      rarest = std::min(rarest, r.coverage[end].hits);
      if (r.coverage[end].hits == 0) missing += line(r.coverage[end].name, "NEVER SEEN");
    }
    if (!missing.empty())
      text += missing;
    else if (end == i + 1)
      text += line(first.name, fmt::format("{}", rarest));
    else
      text += line(fmt::format(fmt::runtime(first.family),
                               fmt::format("{}..{}", first.number, r.coverage[end - 1].number)),
                   fmt::format("{} or more", rarest));
    i = end;
  }
  return text;
}

std::string rates_text(const CosimRates& r) {
  const auto line = [](const char* what, double rate, double of_bare) {
    return fmt::format("    {:<40} {:>10.3f}{}\n", what, rate / 1e6,
                       of_bare > 0 ? fmt::format("   {:.2f} of bare", of_bare) : "");
  };
  std::string text = "  million vectors per second of processor time\n";
  if (r.bare > 0) {
    text += line("bare loop of the Verilated module", r.bare, 0);
    text += line("RTL behind its pins", r.pins, r.pins_of_bare);
  }
  return text + line("lock-step with the model", r.lockstep, r.lockstep_of_bare);
}

}  // namespace

std::string text_of(const CosimResult& r) {
  std::string text = fmt::format("{}  set {}{}  rtl {}  seed {}\n", r.request.block,
                                 r.request.set.empty() ? "default" : r.request.set,
                                 r.parameters.empty() ? "" : " (" + r.parameters + ")",
                                 r.request.rtl.empty() ? "heddle" : r.request.rtl.name(), r.request.seed);
  text += fmt::format("  {}\n  {} vectors, {}, {} resets in mid-flight\n", verdict_text(r), r.vectors,
                      cycles(r.cycles), r.resets);
  for (const std::string& note : r.notes) text += fmt::format("  note: {}\n", note);
  if (r.mismatch) text += mismatch_text(*r.mismatch);
  if (!r.mismatch) text += coverage_text(r) + rates_text(r.rates);
  if (!r.wave.empty())
    text += fmt::format("  wave {} (views beside it: .gtkw for GTKWave, .sucl for Surfer){}\n", r.wave,
                        r.request.wave.empty() ? "; --wave FILE.fst adds the signals inside of the RTL" : "");
  return text;
}

}  // namespace heddle
