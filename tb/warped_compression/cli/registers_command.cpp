// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "tb/cli/command.hpp"
#include "tb/run/register_recorder.hpp"
#include "tb/warped_compression/value_class.hpp"
#include "tb/warped_compression/value_stimulus.hpp"

namespace heddle {
namespace {

/// How many registers of each class, and of all.
struct Histogram {
  std::array<std::uint64_t, value_class_count> of{};
  std::uint64_t all = 0;
};

Histogram count(const std::string& file) {
  Histogram histogram;
  for (const WarpRegister& lanes : read_registers(file)) {
    ++histogram.of[static_cast<unsigned>(classify(lanes))];
    ++histogram.all;
  }
  return histogram;
}

/// A file counts as much as any other, however many registers it has.
int run(const std::vector<std::string>& files) {
  std::array<double, value_class_count> share{};
  std::array<unsigned, value_class_count> files_with{};
  std::uint64_t all = 0;
  for (const std::string& file : files) {
    const Histogram histogram = count(file);
    all += histogram.all;
    for (unsigned k = 0; k < value_class_count; ++k) {
      share[k] += static_cast<double>(histogram.of[k]) / static_cast<double>(histogram.all * files.size());
      files_with[k] += histogram.of[k] != 0;
    }
  }
  fmt::print("{} registers of {} files; per mille of a register's class as the mean over files\n\n", all,
             files.size());
  fmt::print(
      "| class | per mille | files | per mille of the stimulus | what it is |\n| --- | ---: | ---: | ---: | "
      "--- |\n");
  for (unsigned k = 0; k < value_class_count; ++k)
    fmt::print("| {} | {:.1f} | {} | {:.1f} | {} |\n", value_classes[k].name, 1000 * share[k], files_with[k],
               1000.0 * value_weight(ValueClass{static_cast<std::uint8_t>(k)}) / value_weight_sum,
               value_classes[k].description);
  return 0;
}

}  // namespace

static const Registration<Command> registers{
    Command{.name = "registers",
            .help = "Count recorded registers by the class of their values, and show how often the "
                    "co-simulation draws each class",
            .declare = [](CLI::App& app) {
              const auto files = std::make_shared<std::vector<std::string>>();
              app.add_option("files", *files, "Registers from heddle run ... --record-registers FILE")
                  ->required()
                  ->type_name("FILE ...");
              return [files] { return run(*files); };
            }}};

}  // namespace heddle
