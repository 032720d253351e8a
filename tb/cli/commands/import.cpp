// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/output_files.hpp"
#include "tb/import/import.hpp"

namespace heddle::import_command {
namespace {

struct ImportOptions {
  std::string file{}, out{};
};

int import_file(const ImportOptions& options) {
  check_outputs({{"--out", options.out}}, {{"the command", options.file}});
  const Import import = import_sim_options(read_text_file(options.file, "configuration file"), options.file);
  if (options.out.empty()) {
    fmt::print("{}", gpu_file_of(import));
    return 0;
  }
  WholeFile(options.out).write(gpu_file_of(import));
  fmt::print("{}", import_lists(import));
  fmt::print("{}\n", options.file);
  fmt::print("  {:<14} {}\n", "options", import.options);
  fmt::print("  {:<14} {} values of the GPU file\n", "taken over", import.values());
  fmt::print("  {:<14} {} options that ask for what Heddle does anyway\n", "as it is", import.agreed);
  fmt::print("  {:<14} {} without a counterpart, {} unknown, {} notes on others\n", "left out",
             import.without.size(), import.unknown.size(), import.notes.size());
  fmt::print("  {:<14} {}\n", "written", options.out);
  return 0;
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "import",
    .help = "Make a GPU file of a configuration of GPGPU-Sim (gpgpusim.config)",
    .declare = [](CLI::App& app) {
      const auto options = std::make_shared<ImportOptions>();
      app.add_option("file", options->file,
                     "The configuration, of GPGPU-Sim 3.x or 4.x: options, each \"-name value\"; # begins a "
                     "comment")
          ->required()
          ->type_name("FILE");
      app.add_option("--out", options->out,
                     "Write the GPU file, for --gpu of other commands, here, and what is not taken over to "
                     "standard output (default: the GPU file, which ends with that, to standard output)")
          ->type_name("FILE.yaml");
      return [options] { return import_file(*options); };
    }}};

}  // namespace heddle::import_command
