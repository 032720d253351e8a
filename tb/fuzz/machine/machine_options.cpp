// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "tb/fuzz/machine/machine.hpp"

/// A machine as options of the command line.
namespace heddle::fuzz {

std::string options_of(const Machine& m) {
  std::string text = "--gpu " + m.gpu;
  if (!m.techniques.empty()) text += fmt::format(" --with {}", fmt::join(m.techniques, ","));
  // Lists of subroutines have blanks and braces.
  for (const std::string& a : m.assignments)
    text += a.find(' ') == std::string::npos ? " --set " + a : fmt::format(" --set '{}'", a);
  if (!m.rtl.empty()) text += " --rtl " + m.rtl;
  if (m.check) text += " --check";
  if (m.threads > 1) text += fmt::format(" --threads {}", m.threads);
  return text;
}

}  // namespace heddle::fuzz
