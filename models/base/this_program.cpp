// SPDX-License-Identifier: Apache-2.0
#include "models/base/this_program.hpp"

#include <sys/auxv.h>

namespace heddle {
namespace fs = std::filesystem;

const fs::path& this_program() {
  static const fs::path file = [] {
    std::error_code none;
    const fs::path linked = fs::read_symlink("/proc/self/exe", none);
    if (!linked.empty()) return linked;
    // The name by which the kernel was asked to run it.
    const auto* name = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
    return name == nullptr ? fs::path() : fs::canonical(name, none);
  }();
  return file;
}

}  // namespace heddle
