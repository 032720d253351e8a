// SPDX-License-Identifier: Apache-2.0
// `heddle subroutines`: what it takes to decompress recorded memory lines by subroutines.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "tb/caba/cli/decoding_costs.hpp"
#include "tb/cli/command.hpp"

namespace heddle {
namespace {

namespace fs = std::filesystem;

void print(const fs::path& file) {
  const memory_lines::LineSet set = memory_lines::line_set_of({file});
  fmt::print("{}: {} lines\n", file.string(), set.lines.size());
  fmt::print("  {:<16} {:>10} {:>6} | instructions a line: {:>6} {:>6} {:>6} | {:>9} {:>12}\n", "subroutines",
             "compressed", "bytes", "mean", "least", "most", "registers", "shared bytes");
  for (const DecodingCost& c : decoding_costs(set))
    fmt::print("  {:<16} {:>10} {:>6.1f} | {:>20} {:>6.1f} {:>6} {:>6} | {:>9} {:>12}\n", c.name, c.lines,
               c.stored_bytes, "", c.mean(), c.lines == 0 ? 0 : c.least, c.most, c.registers, c.shared_bytes);
}

const Registration<Command> registration{Command{
    .name = "subroutines",
    .help =
        "Count the instructions that subroutines of assist warps take to decompress recorded memory lines",
    .declare = [](CLI::App& app) {
      const auto files = std::make_shared<std::vector<fs::path>>();
      app.add_option(
             "files", *files,
             "Lines of runs: lines.bin of the results of heddle run ... --with line_compression --set "
             "line_compression.record_lines=true")
          ->required()
          ->type_name("FILE ...");
      return [files] {
        for (const fs::path& file : *files) print(file);
        return 0;
      };
    }}};

}  // namespace
}  // namespace heddle
