// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "hw/sim/block_entry.hpp"
#include "tb/blocks/block_card.hpp"
#include "tb/blocks/block_files.hpp"
#include "tb/cli/command.hpp"
#include "tb/cosim/rtl/parameter_sets.hpp"
#include "tb/run/named.hpp"
#include "tb/verify/catalogue.hpp"

namespace heddle::blocks_command {
namespace {

void print_set(const BlockEntry& block, const std::string& name) {
  const RtlParameters parameters = block.rtl_parameters(parameter_set(block.name, name, {}));
  std::string text;
  for (const auto& [parameter, value] : parameters) text += fmt::format(" {}={}", parameter, value);
  fmt::print("    {:<20}{}\n", name, text);
}

void print(const BlockEntry& block) {
  const BlockCard card = block_card(block.name);
  fmt::print("{} ({})\n  {}\n  source: {}\n", block.name, block.technique, card.purpose, card.source);
  if (!block.parameters.empty()) fmt::print("  parameters\n");
  for (const ParameterInfo& p : block.parameters)
    fmt::print("    {:<20} {} ({}; default {}; {})\n", p.path, p.help, p.legal, fmt::join(p.defaults, ", "),
               p.source);
  fmt::print("  parameter sets\n");
  for (const std::string& set : parameter_set_names(block.name)) print_set(block, set);
  for (const PublishedFigure& f : card.published)
    fmt::print("  published: {} {:g} {}{}{} ({})\n", f.quantity, f.value, f.unit,
               f.node_nm > 0 ? fmt::format(" at {:g} nm", f.node_nm) : "",
               f.units.empty() ? "" : fmt::format(" for {}", fmt::join(f.units, ", ")), f.source);
  for (const std::string& deviation : card.deviations) fmt::print("  deviates: {}\n", deviation);
  if (!block.folder.empty()) {
    fmt::print("  parts: {}, {}\n", card_file(block).string(), rtl_file(block).string());
    return;
  }
  fmt::print(
      "  parts: hw/{0}/{1}/  rtl_ref/{0}/{1}.sv  tb/{0}/{1}/  tests/{0}/{1}_test.cpp  "
      "configs/blocks/{1}.yaml\n",
      block.technique, block.name);
}

}  // namespace

static const Registration<Command> blocks{Command{
    .name = "blocks",
    .help = "List the blocks: purpose, parameters, named sets, published figures, parts",
    .declare = [](CLI::App& app) {
      const auto name = std::make_shared<std::string>();
      const auto markdown = std::make_shared<bool>(false);
      auto* block = app.add_option("block", *name, "Show this block in detail");
      app.add_flag("--markdown", *markdown, "Print the table of configs/blocks/README.md")->excludes(block);
      return [name, markdown] {
        if (*markdown) {
          fmt::print("{}", verify::catalogue());
          return 0;
        }
        const auto& all = Registry<BlockEntry>::instance();
        if (!name->empty()) {
          print(named<BlockEntry>(*name));
          return 0;
        }
        for (const std::string& each : all.names()) {
          print(all.find(each));
          fmt::print("\n");
        }
        return 0;
      };
    }}};

}  // namespace heddle::blocks_command
