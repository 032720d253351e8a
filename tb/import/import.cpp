// SPDX-License-Identifier: Apache-2.0
#include "tb/import/import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "hw/gpu/gpu_config.hpp"
#include "models/base/config.hpp"
#include "tb/import/network_file.hpp"
#include "tb/import/option_table.hpp"

namespace heddle {
namespace {

/// A group and where its option stands, so that it can be told of.
struct Candidate {
  ImportedGroup group{};
  ImportNote note{};
};

/// Returns what is wrong with the values of these candidates, all together; the place is that of the option.
std::optional<Problem> problem_of(const std::vector<Candidate>& candidates) {
  ConfigTree tree;
  for (const Candidate& c : candidates)
    for (const auto& [key, value] : c.group.values) tree.set(key, value, c.group.place);
  try {
    resolve<GpuConfig>(tree);
    tree.check_all_used();
    return {};
  } catch (const Error& error) {
    return error.problem();
  }
}

std::string default_of(const std::string& key) {
  static const std::vector<ParameterInfo> all = describe<GpuConfig>();
  const auto found = std::ranges::find(all, key, &ParameterInfo::path);
  return found == all.end() ? "?" : fmt::format("{}", fmt::join(found->defaults, ", "));
}

/// Returns a note on a candidate that is left out.
ImportNote refusal_of(const Candidate& candidate, const Problem& problem) {
  ImportNote note = candidate.note;
  note.option = candidate.group.origin;
  note.text = problem.what;
  if (!problem.value.empty()) note.text += ": " + problem.value;
  if (!problem.legal.empty()) note.text += fmt::format(" (legal: {})", problem.legal);
  std::vector<std::string> kept;
  for (const auto& [key, value] : candidate.group.values)
    kept.push_back(fmt::format("{} {}", key, default_of(key)));
  note.text += fmt::format("; the default remains: {}", fmt::join(kept, ", "));
  return note;
}

/// Returns which candidate to leave out because of this problem: one without which there is none, or at
/// least another one; of several the one at the problem's place, else the last.
std::size_t culprit(const std::vector<Candidate>& candidates, const Problem& problem) {
  std::optional<std::size_t> best;
  int best_rank = 0;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    std::vector<Candidate> others = candidates;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
    const auto left = problem_of(others);
    const bool here = candidates[k].group.place == problem.place;
    const int rank = !left                                                       ? 4 + here
                     : Error(*left).what() != std::string(Error(problem).what()) ? 2 + here
                                                                                 : 0;
    if (rank > 0 && rank >= best_rank) best = k, best_rank = rank;
  }
  return best.value_or(candidates.size() - 1);
}

/// Keeps the candidates that are legal together, and notes the others.
void keep_legal(std::vector<Candidate> candidates, Import& import) {
  while (const auto problem = problem_of(candidates)) {
    const auto out = candidates.begin() + static_cast<std::ptrdiff_t>(culprit(candidates, *problem));
    import.notes.push_back(refusal_of(*out, *problem));
    candidates.erase(out);
  }
  for (Candidate& c : candidates) import.groups.push_back(std::move(c.group));
}

ImportNote note_on(const SimOption& option, std::string text) {
  return {Conversion::shown(option), option.line, std::move(text), option.file};
}

/// The known name that an unknown one may stand for.
std::string nearest_option(std::span<const OptionRow> table, const std::string& name) {
  std::vector<std::string> known;
  for (const OptionRow& row : table)
    if (!row.name.ends_with('*')) known.emplace_back(row.name);
  const std::string nearest = nearest_name(name, known);
  return nearest.empty() ? "unknown" : fmt::format("unknown; did you mean {}?", nearest);
}

/// Converts options by their table. Returns what they set.
std::vector<Candidate> converted(const std::vector<SimOption>& options, const SimOptions& last,
                                 std::span<const OptionRow> table, Import& import) {
  std::vector<Candidate> candidates;
  for (const SimOption& option : options) {
    const OptionRow* row = row_of(table, option.name);
    if (row == nullptr) {
      import.unknown.push_back(note_on(option, nearest_option(table, option.name)));
    } else if (const unsigned line = last.at(option.name).line; line != option.line) {
      import.notes.push_back(note_on(option, fmt::format("line {} has this option again, and counts", line)));
    } else if (row->convert == nullptr) {
      import.without.push_back(note_on(option, std::string(row->why)));
    } else {
      Conversion c(option, row->key, row->why, last);
      row->convert(c);
      import.agreed += c.groups.empty() && c.notes.empty();
      // An option that says nothing of a key but why it stays as it is.
      auto& notes = row->key.empty() ? import.without : import.notes;
      notes.insert(notes.end(), c.notes.begin(), c.notes.end());
      for (ImportedGroup& group : c.groups) candidates.push_back({std::move(group), note_on(option, "")});
    }
  }
  return candidates;
}

SimOptions last_of(const std::vector<SimOption>& options) {
  SimOptions last;
  for (const SimOption& option : options) last[option.name] = option;
  return last;
}

/// Adds what the network's file sets, in place of what the configuration says of the same keys.
void add_network(const Network& network, Import& import, std::vector<Candidate>& candidates) {
  if (network.note) import.notes.push_back(*network.note);
  std::vector<Candidate> of_network =
      converted(network.settings, last_of(network.settings), network_table(), import);
  for (const Candidate& n : of_network)
    std::erase_if(candidates, [&](const Candidate& c) {
      if (c.group.values.front().first != n.group.values.front().first) return false;
      ImportNote note = c.note;
      note.text = fmt::format("{} counts", n.note.option);
      import.notes.push_back(std::move(note));
      return true;
    });
  std::ranges::move(of_network, std::back_inserter(candidates));
}

}  // namespace

std::size_t Import::values() const {
  std::set<std::string> keys;
  for (const ImportedGroup& group : groups)
    for (const auto& [key, value] : group.values) keys.insert(key);
  return keys.size();
}

Import import_sim_options(std::string_view text, const std::string& file) {
  Import import{.file = file};
  const std::vector<SimOption> options = sim_options_of(text, file);
  const SimOptions last = last_of(options);
  if (std::ranges::none_of(options,
                           [](const SimOption& o) { return row_of(option_table(), o.name) != nullptr; }))
    throw Error({.place = options.front().place,
                 .what = "this is no configuration of GPGPU-Sim: none of its options is known",
                 .value = options.front().name,
                 .legal = "options such as -gpgpu_n_clusters 15"});
  std::vector<Candidate> candidates = converted(options, last, option_table(), import);
  const Network network = network_of(last, file);
  import.options = options.size() + network.settings.size();
  add_network(network, import, candidates);
  // Options that make one value together give the same group each: one of them is enough.
  std::vector<Candidate> distinct;
  for (Candidate& c : candidates) {
    const auto same = [&](const Candidate& d) { return d.group.values == c.group.values; };
    if (std::ranges::none_of(distinct, same)) distinct.push_back(std::move(c));
  }
  keep_legal(std::move(distinct), import);
  return import;
}

}  // namespace heddle
