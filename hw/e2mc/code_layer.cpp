#include "hw/e2mc/code_layer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/e2mc/e2mc_config.hpp"
#include "models/base/error.hpp"
#include "models/e2mc/compressor_tables.hpp"

namespace heddle {

void CodeTreeConfig::validate() const {
  if (values.size() != lengths.size())
    throw Error({.what = "each value of a code has one length",
                 .value = fmt::format("{} lengths", lengths.size()),
                 .legal = fmt::format("{}, as there are values", values.size()),
                 .key = "lengths"});
}

e2mc::CodeTable given_code(const E2mcConfig& config) {
  const e2mc::TableShape shape = config.shape();
  std::vector<e2mc::TreeCode> trees;
  for (const CodeTreeConfig& t : config.tables) {
    std::vector<e2mc::CodedValue> values;
    for (std::size_t i = 0; i < t.values.size(); ++i) values.push_back({t.values[i], t.lengths[i]});
    trees.emplace_back(std::move(values), t.escape, shape.most_code_bits);
  }
  e2mc::CodeTable code(config.symbol_bits, std::move(trees));
  static_cast<void>(code_writes(
      code, e2mc::CompressorShape{config.symbol_bits, shape.most_code_bits, config.table_entries()}));
  return code;
}

std::string code_layer(const e2mc::CodeTable& code, const E2mcConfig& config) {
  std::string yaml = fmt::format(
      "# A code of E2MC, for --config\nline_compression:\n  e2mc:\n    code: offline\n    symbol_bits: {}\n"
      "    entries: {}\n    tables:\n",
      config.symbol_bits, config.entries);
  for (unsigned t = 0; t < e2mc::trees_of(config.symbol_bits); ++t) {
    const e2mc::TreeCode& tree = code.tree(t);
    std::vector<unsigned> lengths;
    for (const e2mc::Symbol value : tree.ordered_values()) lengths.push_back(tree.find(value)->length);
    yaml +=
        fmt::format("      - escape: {}\n        values: [{}]\n        lengths: [{}]\n", tree.escape().length,
                    fmt::join(tree.ordered_values(), ", "), fmt::join(lengths, ", "));
  }
  return yaml;
}

}  // namespace heddle
