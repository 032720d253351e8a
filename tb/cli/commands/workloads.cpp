#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "tb/cli/command.hpp"
#include "tb/run/named.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::workloads_command {
namespace {

constexpr int column = 24;

void print_line(std::string_view left, std::string_view right) {
  if (!right.empty()) fmt::print("{:<{}}{}\n", left, column, right);
}

std::string size_options(const Workload& w) {
  std::string all;
  for (const ParameterInfo& size : w.sizes)
    all += fmt::format("{}--size {}={}", all.empty() ? "" : " ", size.path, size.defaults.front());
  return all;
}

/// Prints three lines: what the workload stands for, its character, and its sizes.
void print_row(const Workload& w, const std::vector<std::string>& usual_variants) {
  print_line(w.name, w.stands_for.empty() ? w.description : w.stands_for);
  print_line("", w.character);
  print_line("", size_options(w));
  if (w.variants() != usual_variants) print_line("", fmt::format("--ptx {}", fmt::join(w.variants(), ", ")));
}

void print_all(const Registry<Workload>& all) {
  const auto names = all.names();
  std::map<std::vector<std::string>, unsigned> workloads_with;
  for (const std::string& name : names) ++workloads_with[all.find(name).variants()];
  const std::vector<std::string> usual =
      std::max_element(workloads_with.begin(), workloads_with.end(), [](const auto& a, const auto& b) {
        return a.second < b.second;
      })->first;
  print_line("workload", "stands for (paper, benchmark, suite); character; sizes with their defaults");
  for (const std::string& name : names) print_row(all.find(name), usual);
  fmt::print(
      "\n{} workloads. --ptx {} (default {}) where nothing else is said; `heddle workloads NAME` says "
      "more.\n",
      names.size(), fmt::join(usual, ", "), default_variant);
}

void print_details(const Workload& w) {
  print_line(w.name, w.description);
  print_line("  stands for", w.stands_for);
  print_line("  values", w.values);
  print_line("  character", w.character);
  for (const ParameterInfo& size : w.sizes)
    fmt::print("  --size {}={}  {} ({}; {})\n", size.path, size.defaults.front(), size.help, size.legal,
               size.source);
  fmt::print("  --small: {}\n  --ptx {}\n", fmt::join(w.small, ", "), fmt::join(w.variants(), ", "));
}

}  // namespace

static const Registration<Command> workloads{
    Command{.name = "workloads",
            .help = "List the workloads that come with Heddle: what they stand for, and their sizes",
            .declare = [](CLI::App& app) {
              const auto name = std::make_shared<std::string>();
              app.add_option("workload", *name, "Show this workload in detail");
              return [name] {
                if (name->empty())
                  print_all(Registry<Workload>::instance());
                else
                  print_details(named<Workload>(*name));
                return 0;
              };
            }}};

}  // namespace heddle::workloads_command
