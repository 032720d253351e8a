// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/chart.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cosim/process/command.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

constexpr const char* python = "/usr/bin/python3";  // Debian installs matplotlib for this one

}  // namespace

void check_charts_can_be_drawn() {
  const Problem missing{.what = "charts are drawn by Python with matplotlib, which is not there",
                        .value = python,
                        .legal = "Debian's package python3-matplotlib, or --no-chart"};
  if (::access(python, X_OK) != 0) throw Error(missing);
  if (run_command({python, "-c", "import matplotlib"}).exit_code != 0) throw Error(missing);
}

std::string draw_chart(const nlohmann::ordered_json& table) {
  const ScratchFolder scratch;
  const fs::path in = scratch.path() / "table.json", out = scratch.path() / "chart.svg";
  WholeFile(in).write(table.dump());
  const CommandResult drawn =
      run_command({python, data_file("tb/experiment/draw_chart.py").string(), in.string(), out.string()});
  std::ifstream file(out, std::ios::binary);
  if (drawn.exit_code != 0 || !file)
    throw Error({.what = "the chart cannot be drawn: " + drawn.output, .value = table.value("title", "")});
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace heddle
