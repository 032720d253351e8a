// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/summary_page.hpp"

#include <cmath>

#include "tb/experiment/reasons.hpp"

namespace heddle {
namespace {

constexpr double explained_above = 0.25;  // a greater difference must be explained

/// The mean, or the value of a workload, with its spread where there is one.
std::string measured(const ComparedColumn& c, double value, double spread) {
  const std::string text = printed(value, c.declared.unit);
  return std::isfinite(spread) ? fmt::format("{} ± {}", text, printed(spread, c.declared.unit)) : text;
}
std::string measured(const ComparedColumn& c) { return measured(c, c.column.mean, c.column.mean_spread); }

std::string published(const ComparedColumn& c) {
  return c.declared.published.empty() ? "no number" : printed(c.declared.published.front(), c.declared.unit);
}

std::string difference(const ComparedColumn& c) {
  const double d = c.difference();
  if (!std::isfinite(d)) return "-";
  return fmt::format("{:+.0f} %{}", 100 * d, c.within_spread() ? ", noise" : "");
}

/// Formats the lowest (sign 1) or highest (sign -1) value with its workload.
std::string extreme(const ExperimentTable& t, const ComparedColumn& c, int sign) {
  std::size_t at = c.column.values.size();
  for (std::size_t i = 0; i < c.column.values.size(); ++i) {
    const double v = c.column.values[i];
    if (std::isfinite(v) && (at == c.column.values.size() || sign * v < sign * c.column.values[at])) at = i;
  }
  if (at == c.column.values.size()) return "-";
  return fmt::format("{} {}", printed(c.column.values[at], c.declared.unit),
                     t.experiment.workloads[at].label);
}

std::string groups(const ComparedColumn& c) {
  std::string all;
  for (const auto& [group, mean] : c.group_means)
    all += fmt::format("{}{} {}", all.empty() ? "" : ", ", group, printed(mean, c.declared.unit));
  return all.empty() ? "-" : all;
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

std::string changed(const ExperimentTable& t) { return trimmed(t.experiment.declared.changed); }

void overview(std::string& out, const std::vector<const ExperimentTable*>& tables) {
  out +=
      "Means are over the workloads that have a value; \"difference\" is measured over published, less "
      "one.\n\n"
      "| experiment | mean of | published | measured | difference | of groups | lowest | highest | changed "
      "after the published value was seen |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const ExperimentTable* t : tables)
    for (const ComparedColumn& c : t->compare)
      out +=
          fmt::format("| [{0}](#{0}) | {1} | {2} | {3} | {4} | {5} | {6} | {7} | {8} |\n", t->experiment.name,
                      c.column.name, published(c), measured(c), difference(c), groups(c), extreme(*t, c, 1),
                      extreme(*t, c, -1), changed(*t).empty() ? "nothing" : "see there");
}

std::string reason(const ComparedColumn& c) { return reason_with(c.declared.why, c.told, c.declared.unit); }

void why(std::string& out, const ComparedColumn& c) {
  const std::string text = reason(c);
  const bool needed = std::abs(c.difference()) > explained_above;  // false for NaN
  if (text.empty() && !needed) return;
  out += fmt::format("- {}: published {}, measured {}. {}\n", c.column.name, published(c), measured(c),
                     text.empty() ? "**Not explained.**" : text);
}

void details(std::string& out, const ExperimentTable& t) {
  const Experiment& d = t.experiment.declared;
  out += fmt::format("\n## {}\n\n{}: {}.", t.experiment.name, d.title, d.source);
  if (!d.reading.empty()) out += " " + trimmed(d.reading);
  if (d.perturb > 1)
    out += fmt::format(
        " Means over {} runs{}, in which the latencies of the L2's ROP and of the memory controllers are "
        "moved by a cycle and CTAs start up to three cycles later; the number after ± is half of the 95 % "
        "interval.",
        d.perturb,
        d.perturb_up_to > d.perturb
            ? fmt::format(" ({} of workloads whose cycles differ by over 1 %)", d.perturb_up_to)
            : "");
  out += "\n\n";
  if (!changed(t).empty())
    out += fmt::format("Changed after the published value was seen: {}.\n\n", changed(t));
  const std::size_t before = out.size();
  for (const ComparedColumn& c : t.compare) why(out, c);
  if (out.size() != before) out += "\n";
  out += "| workload |";
  for (const ComparedColumn& c : t.compare) out += " " + c.column.name + " |";
  out += "\n| --- |";
  for (std::size_t i = 0; i < t.compare.size(); ++i) out += " ---: |";
  for (std::size_t i = 0; i < t.experiment.workloads.size(); ++i) {
    out += fmt::format("\n| {} |", t.experiment.workloads[i].label);
    for (const ComparedColumn& c : t.compare)
      out += " " +
             (c.column.spread.empty() ? printed(c.column.values[i], c.declared.unit)
                                      : measured(c, c.column.values[i], c.column.spread[i])) +
             " |";
  }
  out += "\n| **mean** |";
  for (const ComparedColumn& c : t.compare) out += " **" + measured(c) + "** |";
  out += "\n";
}

}  // namespace

std::string paper_of(const std::string& experiment) { return experiment.substr(0, experiment.find('_')); }

std::map<std::string, std::string> summary_pages(const std::vector<ExperimentTable>& tables,
                                                 const std::string& made,
                                                 const std::map<std::string, std::string>& findings) {
  std::map<std::string, std::vector<const ExperimentTable*>> by_paper;
  for (const ExperimentTable& t : tables)
    if (!t.compare.empty()) by_paper[paper_of(t.experiment.name)].push_back(&t);
  std::map<std::string, std::string> pages;
  for (const auto& [paper, own] : by_paper) {
    std::string& page = pages[paper + ".md"];
    page = fmt::format("# Published against measured: {}\n\n{}; not to be edited.\n\n", paper, made);
    if (const auto found = findings.find(paper); found != findings.end())
      page += trimmed(found->second) + "\n\n";
    overview(page, own);
    for (const ExperimentTable* t : own) details(page, *t);
  }
  return pages;
}

std::string comparison_lines(const ExperimentTable& t) {
  std::string out;
  for (const ComparedColumn& c : t.compare) {
    const std::string text = reason(c);
    out += fmt::format("  {}: published {} / measured {} ({}){}\n", c.column.name, published(c), measured(c),
                       difference(c), text.empty() ? "" : " / " + text);
  }
  return out;
}

}  // namespace heddle
