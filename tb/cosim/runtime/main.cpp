// SPDX-License-Identifier: Apache-2.0
// At build time, Verilates a block's default set (heddle_verilate BLOCK SHARED_OBJECT) or precompiles the
// headers of all RTL (heddle_verilate -O1 FILE). The work is that of the run-time path; an object that is
// still right is left as it is.

#include <fmt/format.h>

#include <filesystem>

#include "models/base/error.hpp"
#include "tb/cosim/rtl/verilate.hpp"

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  if (argc != 3) {
    fmt::print(stderr, "usage: heddle_verilate BLOCK SHARED_OBJECT, or heddle_verilate -O1 FILE\n");
    return 2;
  }
  try {
    const fs::path target = fs::absolute(argv[2]);
    if (argv[1][0] == '-') {
      heddle::precompile_headers(argv[1], target);
      return 0;
    }
    const heddle::RtlSource source = heddle::rtl_source(argv[1], "", heddle::default_parameters(argv[1]));
    if (fs::exists(target) && heddle::RtlObject(target).key() == heddle::rtl_key(source))
      fs::last_write_time(target, fs::file_time_type::clock::now());
    else
      heddle::verilate(source, target);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "{}\n", problem.what());
    return 1;
  }
  return 0;
}
