// SPDX-License-Identifier: Apache-2.0
#include "tb/verify/equal_registers.hpp"

#include <fmt/format.h>

#include <map>
#include <sstream>
#include <string_view>

namespace heddle::verify {
namespace {

struct Register {
  std::string next, initial;
};

/// Returns the name that a register of instance `a` has in instance `b`; an empty text for any other
/// register.
std::string in_b(const std::string& name) {
  for (const std::string_view instance : {"a.", "$flatten\\a."})
    if (name.starts_with(instance))
      return fmt::format("{}b.{}", instance.substr(0, instance.size() - 2), name.substr(instance.size()));
  return {};
}

}  // namespace

std::string step_from_equal_registers(const std::string& blif) {
  std::map<std::string, Register> registers;
  std::string output;
  std::istringstream lines(blif);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word, next, name, edge, clock, initial;
    words >> word;
    if (word == ".outputs") words >> output;
    if (word != ".latch") continue;
    words >> next >> name >> edge >> clock >> initial;
    registers[name] = {next, initial};
  }

  std::string inputs, step, differ = output;
  std::map<std::string, std::string> shared;  // registers of `b`, each with its twin in `a`
  for (const auto& [name, r] : registers) {
    const auto twin = registers.find(in_b(name));
    if (twin != registers.end() && twin->second.initial == r.initial) shared.emplace(twin->first, name);
  }
  for (const auto& [name, r] : registers)
    if (!shared.contains(name)) inputs += " " + name;
  for (const auto& [b, a] : shared) {
    const std::string either = fmt::format("heddle_differ_{}", b);
    step += fmt::format(".names {0} {1}\n1 1\n.names {2} {3} {4} {5}\n1-- 1\n-10 1\n-01 1\n", a, b, differ,
                        registers.at(a).next, registers.at(b).next, either);
    differ = either;
  }

  std::string text;
  lines = std::istringstream(blif);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(".latch")) continue;
    if (line.starts_with(".inputs")) line += inputs;
    if (line.starts_with(".outputs")) line = ".outputs heddle_differ";
    if (line.starts_with(".end")) text += step + fmt::format(".names {} heddle_differ\n1 1\n", differ);
    text += line + "\n";
  }
  return text;
}

}  // namespace heddle::verify
