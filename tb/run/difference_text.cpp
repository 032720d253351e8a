// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tb/run/difference.hpp"
#include "tb/run/report.hpp"

namespace heddle {
namespace {

constexpr double same = 0.0005;       ///< a relative change that "0.0 %" would tell
constexpr std::size_t most_rows = 8;  ///< of a table

std::string more_or_less(double change, const std::string& of) {
  return fmt::format("{:.1f} % {} {}", std::abs(change) * 100, change > 0 ? "more" : "less", of);
}

/// "a, b and c".
std::string listed(const std::vector<std::string>& texts) {
  if (texts.size() < 2) return texts.empty() ? "" : texts.front();
  return fmt::format("{} and {}", fmt::join(texts.begin(), texts.end() - 1, ", "), texts.back());
}

/// The parts that make the change, and those that work against it, in points of the whole before.
std::string causes(const ChangedSum& sum) {
  std::vector<std::string> with, against;
  for (const ChangedFigure& part : sum.parts) {
    if (std::abs(part.change()) < 0.1 * std::abs(sum.whole.change()) ||
        std::abs(part.change()) < same * sum.whole.before)
      continue;
    auto& side = part.change() * sum.whole.change() > 0 ? with : against;
    if (side.size() < 3)
      side.push_back(fmt::format("{} {:+.1f} points", part.name, 100 * part.change() / sum.whole.before));
  }
  if (with.empty()) return "";
  return ": " + listed(with) + (against.empty() ? "" : "; against that, " + listed(against));
}

std::string sentence(const ChangedSum& sum, const std::string& verb, const std::string& of) {
  if (sum.whole.before == 0) return "";
  const double change = sum.whole.relative();
  if (std::abs(change) < same) return fmt::format("{} as {} {}.", verb, of == "energy" ? "much" : "many", of);
  return fmt::format("{} {}{}.", verb, more_or_less(change, of), causes(sum));
}

std::string counts_sentence(const std::vector<ChangedFigure>& counts) {
  std::vector<std::string> texts;
  for (const ChangedFigure& f : counts) {
    if (texts.size() == 3) break;
    if (f.before == 0)
      texts.push_back(fmt::format("{} {} where there were none", grouped(std::llround(f.after)), f.name));
    else if (f.after == 0)
      texts.push_back(fmt::format("no {} where there were {}", f.name, grouped(std::llround(f.before))));
    else
      texts.push_back(fmt::format("{:.1f} % {} {}", std::abs(100 * f.relative()),
                                  f.change() > 0 ? "more" : "fewer", f.name));
  }
  return texts.empty() ? "No event counts differ by 1 %." : fmt::format("There are {}.", listed(texts));
}

std::string row(const ChangedFigure& f, double whole_change, const char* indent) {
  const auto number = [](double v) { return grouped(static_cast<std::uint64_t>(std::llround(v))); };
  const std::string change = number(std::abs(f.change()));
  std::string text =
      fmt::format("  {}{:<42} {:>15} {:>15} {:>15}", indent, f.name, number(f.before), number(f.after),
                  (change == "0"    ? ""
                   : f.change() < 0 ? "-"
                                    : "+") +
                      change);
  if (whole_change != 0) text += fmt::format(" {:>7.1f} %", 100 * f.change() / whole_change);
  return text + "\n";
}

/// A sum and its parts; those that make up less than a hundredth of the changes are one row.
std::string table(const ChangedSum& sum, const std::string& head) {
  if (sum.whole.before == 0 && sum.whole.after == 0) return "";
  double all = 0;
  for (const ChangedFigure& part : sum.parts) all += std::abs(part.change());
  std::string text =
      fmt::format("  {:<44} {:>15} {:>15} {:>15}   share\n", head, "before", "after", "change");
  text += row(sum.whole, sum.whole.change(), "");
  ChangedFigure rest{"the others"};
  std::size_t rows = 0;
  for (const ChangedFigure& part : sum.parts) {
    if (rows < most_rows && std::abs(part.change()) >= 0.01 * all) {
      text += row(part, sum.whole.change(), "  ");
      ++rows;
    } else {
      rest.before += part.before;
      rest.after += part.after;
    }
  }
  return rest.before == 0 && rest.after == 0 ? text : text + row(rest, sum.whole.change(), "  ");
}

std::string table(const std::vector<ChangedFigure>& figures, const std::string& head, double whole_change) {
  if (figures.empty()) return "";
  std::string text = fmt::format("  {}\n", head);
  for (std::size_t k = 0; k < std::min(figures.size(), most_rows); ++k)
    text += row(figures[k], whole_change, "  ");
  if (figures.size() > most_rows) text += fmt::format("    and {} more\n", figures.size() - most_rows);
  return text;
}

}  // namespace

std::vector<std::string> sentences_of(const RunDifference& d) {
  std::vector<std::string> all{sentence(d.cycles, "It takes", "cycles"),
                               sentence(d.energy, "It takes", "energy"), counts_sentence(d.counts)};
  std::erase(all, "");
  return all;
}

std::string text_of(const RunDifference& d) {
  std::string text;
  for (const std::string& sentence : sentences_of(d)) text += "  " + sentence + "\n";
  return text + "  Of one run each: heddle sweep tells whether a small change is noise.\n" +
         table(d.cycles, "cycles of a scheduler") + table(d.energy, "energy, nJ") +
         table(d.kernels, "cycles by kernel", d.cycles.whole.change()) +
         table(d.counts, "events that differ", 0);
}

}  // namespace heddle
