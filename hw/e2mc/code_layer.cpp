// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/code_layer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hw/e2mc/e2mc_config.hpp"
#include "models/base/error.hpp"
#include "models/e2mc/compressor_tables.hpp"

namespace heddle {
namespace {

e2mc::CodeTable table_of(const std::vector<CodeTreeConfig>& tables, const E2mcConfig& config) {
  const e2mc::TableShape shape = config.shape();
  std::vector<e2mc::TreeCode> trees;
  for (const CodeTreeConfig& t : tables) {
    std::vector<e2mc::CodedValue> values;
    for (std::size_t i = 0; i < t.values.size(); ++i) values.push_back({t.values[i], t.lengths[i]});
    trees.emplace_back(std::move(values), t.escape, shape.most_code_bits);
  }
  e2mc::CodeTable code(config.symbol_bits, std::move(trees));
  static_cast<void>(code_writes(
      code, e2mc::CompressorShape{config.symbol_bits, shape.most_code_bits, config.table_entries()}));
  return code;
}

/// The value of `tables`, behind so many spaces.
std::string tables_text(const e2mc::CodeTable& code, unsigned spaces) {
  std::string yaml;
  for (unsigned t = 0; t < e2mc::trees_of(code.symbol_bits()); ++t) {
    const e2mc::TreeCode& tree = code.tree(t);
    std::vector<unsigned> lengths;
    for (const e2mc::Symbol value : tree.ordered_values()) lengths.push_back(tree.find(value)->length);
    yaml +=
        fmt::format("{0:{1}}- escape: {2}\n{0:{1}}  values: [{3}]\n{0:{1}}  lengths: [{4}]\n", "", spaces,
                    tree.escape().length, fmt::join(tree.ordered_values(), ", "), fmt::join(lengths, ", "));
  }
  return yaml;
}

}  // namespace

void CodeTreeConfig::validate() const {
  if (values.size() != lengths.size())
    throw Error({.what = "each value of a code has one length",
                 .value = fmt::format("{} lengths", lengths.size()),
                 .legal = fmt::format("{}, as there are values", values.size()),
                 .key = "lengths"});
}

void OwnCodeConfig::validate() const {
  if (kernel.empty() == (allocation == 0))
    throw Error({.what = "a code of its own is for one kernel or for one allocation",
                 .value = kernel.empty() ? "neither" : "both",
                 .legal = "a `kernel`, or an `allocation`"});
}

std::vector<OwnedCode> given_codes(const E2mcConfig& config) {
  std::vector<OwnedCode> codes;
  codes.emplace_back(CodeOwner(), table_of(config.tables, config));
  for (const OwnCodeConfig& own : config.own_codes)
    codes.emplace_back(CodeOwner{own.kernel, own.allocation}, table_of(own.tables, config));
  return codes;
}

void require_own_codes(const E2mcConfig& config) {
  const std::vector<OwnCodeConfig>& own = config.own_codes;
  for (std::size_t k = 0; k < own.size(); ++k) {
    const auto& [kernel, allocation, tables] = own[k];
    const auto refuse = [&, named = kernel.empty() ? "allocation" : "kernel"](const char* what,
                                                                              std::string legal) {
      throw Error({.what = what,
                   .value = kernel.empty() ? fmt::format("{}", allocation) : kernel,
                   .legal = std::move(legal),
                   .key = fmt::format("own_codes[{}].{}", k, named)});
    };
    if (config.codes != (kernel.empty() ? CodesFor::allocation : CodesFor::kernel))
      refuse("there is a code for this, and other codes are chosen",
             fmt::format("with codes: {}", kernel.empty() ? "allocation" : "kernel"));
    if (k + 2 > config.most_codes)
      refuse("there are too many codes",
             fmt::format("{} beside the common one, by most_codes", config.most_codes - 1));
    if (std::any_of(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(k),
                    [&](const OwnCodeConfig& other) {
                      return other.kernel == kernel && other.allocation == allocation;
                    }))
      refuse("there are two codes for this", "one");
    if (config.tables.empty())
      refuse("there is a code for this, and no common one for all others", "with `tables`");
  }
}

std::string code_layer(const std::vector<OwnedCode>& codes, const E2mcConfig& config) {
  std::string yaml = "# A code of E2MC, for --config\nline_compression:\n  e2mc:\n    code: offline\n";
  if (config.codes != CodesFor::run)
    yaml += fmt::format("    codes: {}\n    most_codes: {}\n", name_of(config.codes), config.most_codes);
  yaml +=
      fmt::format("    symbol_bits: {}\n    entries: {}\n    tables:\n", config.symbol_bits, config.entries);
  yaml += tables_text(codes.front().table, 6);
  if (codes.size() > 1) yaml += "    own_codes:\n";
  for (const auto& [owner, table] : std::span(codes).subspan(1))
    yaml += (owner.kernel.empty() ? fmt::format("      - allocation: {}\n", owner.allocation)
                                  : fmt::format("      - kernel: \"{}\"\n", owner.kernel)) +
            "        tables:\n" + tables_text(table, 10);
  return yaml;
}

}  // namespace heddle
