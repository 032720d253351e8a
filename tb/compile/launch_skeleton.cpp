// SPDX-License-Identifier: Apache-2.0
#include "tb/compile/launch_skeleton.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>

namespace heddle::compile {
namespace {

constexpr unsigned elements = 1024, threads = 256;

struct ScalarType {
  const char *cpp, *element;
};
constexpr std::array scalar_types{ScalarType{"float", "f32"},        ScalarType{"double", "f64"},
                                  ScalarType{"int", "s32"},          ScalarType{"unsigned int", "u32"},
                                  ScalarType{"long", "s64"},         ScalarType{"unsigned long", "u64"},
                                  ScalarType{"long long", "s64"},    ScalarType{"unsigned long long", "u64"},
                                  ScalarType{"short", "s16"},        ScalarType{"unsigned short", "u16"},
                                  ScalarType{"char", "s8"},          ScalarType{"signed char", "s8"},
                                  ScalarType{"unsigned char", "u8"}, ScalarType{"bool", "u8"}};

/// The element type of the launch file; empty for a structure.
std::string element_of(std::string type) {
  for (const char* word : {" const", " volatile"})
    if (const std::size_t at = type.find(word); at != type.npos) type.erase(at, std::string(word).size());
  const auto known =
      std::ranges::find(scalar_types, type, [](const ScalarType& t) { return std::string(t.cpp); });
  return known == scalar_types.end() ? "" : known->element;
}

std::string element_of_size(std::uint32_t bytes) {
  return bytes == 1 ? "u8" : bytes == 2 ? "u16" : bytes == 4 ? "u32" : bytes == 8 ? "u64" : "";
}

/// A buffer of a pointer's elements; words, where their type is not known.
std::string buffer_of(const std::string& type) {
  const std::string element = element_of(type.substr(0, type.size() - 1));
  return fmt::format("type: {}, count: {}{}", element.empty() ? "u32" : element, elements,
                     type.ends_with(" const*") ? ", fill: {kind: iota}" : "");
}

/// An argument that is no pointer: a number, or the bytes of a structure.
std::string value_of(const std::string& type, std::uint32_t bytes) {
  if (const std::string element = type.empty() ? element_of_size(bytes) : element_of(type); !element.empty())
    return fmt::format("type: {}, value: {}", element,
                       element.front() == 'f'   ? "1.0"
                       : element.ends_with('8') ? "1"
                                                : std::to_string(elements));
  std::string zeros;
  for (std::uint32_t k = 0; k < bytes; ++k) zeros += k == 0 ? "00" : " 00";
  return fmt::format("raw: \"{}\"", zeros);
}

std::string commented(const std::string& text, const std::string& type, std::uint32_t bytes) {
  std::string comment = type.empty() ? fmt::format("{} bytes", bytes) : type;
  if (type.empty() && bytes == 8) comment += "; of a pointer: type: f32, count: N";
  return fmt::format("{:<64} # {}", text, comment);
}

/// Writes launches; of several, buffers have names, and stand ahead.
class Writer {
 public:
  explicit Writer(bool several) : several_(several), indent_(several ? "    " : "") {}

  void add(const ptx::Kernel& kernel) {
    std::vector<std::string> types = parameter_types(kernel.name);
    if (types.size() != kernel.parameters.size()) types.assign(kernel.parameters.size(), "");
    launches_ += fmt::format("{}kernel: {}", several_ ? "  - " : "", kernel.name);
    if (const std::string name = readable_name(kernel.name); name != kernel.name) launches_ += "  # " + name;
    launches_ += fmt::format(
        "\n{0}grid: [{1}]   # CTAs: x, y, z\n{0}cta: [{2}]  # threads of a CTA\n{0}arguments:{3}\n", indent_,
        elements / threads, threads, types.empty() ? " []" : "");
    for (std::size_t k = 0; k < types.size(); ++k) {
      const std::uint32_t bytes = kernel.parameters[k].size;
      launches_ +=
          commented(fmt::format("{}  - {{{}}}", indent_, argument(k, types[k], bytes)), types[k], bytes) +
          "\n";
    }
  }

  std::string text() const {
    if (!several_) return launches_;
    return (buffers_.empty() ? "" : "buffers:\n" + buffers_) + "steps:  # in this order\n" + launches_;
  }

 private:
  std::string argument(std::size_t k, const std::string& type, std::uint32_t bytes) {
    if (!type.ends_with('*'))
      return several_ ? value_of(type, bytes) : fmt::format("name: a{}, {}", k, value_of(type, bytes));
    if (!several_) return fmt::format("name: a{}, {}", k, buffer_of(type));
    const std::string name = fmt::format("b{}", named_++);
    buffers_ += commented(fmt::format("  {}: {{{}}}", name, buffer_of(type)), type, bytes) + "\n";
    return "buffer: " + name;
  }

  bool several_;
  std::string indent_, buffers_{}, launches_{};
  unsigned named_ = 0;
};

}  // namespace

std::string readable_name(const std::string& kernel) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(kernel.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && kernel.starts_with("_Z") ? name.get() : kernel;
}

std::vector<std::string> parameter_types(const std::string& kernel) {
  const std::string name = readable_name(kernel);
  std::vector<std::string> types;
  if (name == kernel || !name.ends_with(')')) return types;
  // The list is the last pair of parentheses that are not within others or within angle brackets.
  std::size_t depth = 0, begin = name.size() - 1;
  do {
    depth += name[begin] == ')' || name[begin] == '>' ? 1 : 0;
    depth -= name[begin] == '(' || name[begin] == '<' ? 1 : 0;
  } while (depth != 0 && begin-- != 0);
  std::string type;
  for (const char c : name.substr(begin + 1, name.size() - begin - 2) + ",") {
    depth += c == '(' || c == '<' ? 1 : 0;
    depth -= c == ')' || c == '>' ? 1 : 0;
    if (c != ',' || depth != 0) {
      if (c != ' ' || !type.empty()) type += c;
    } else if (!type.empty()) {
      types.push_back(std::exchange(type, {}));
    }
  }
  if (types == std::vector<std::string>{"void"}) types.clear();
  return types;
}

std::string launch_skeleton(const std::vector<ptx::Kernel>& kernels, const std::string& ptx_file) {
  const std::string name = std::filesystem::path(ptx_file).filename().string();
  std::string text = fmt::format(
      "# Fill in what the kernel works on:  heddle run {} --launch {}.yaml\n"
      "# What a launch file can say: configs/launches/README.md. `expect` checks a buffer, `write: FILE` "
      "keeps it.\n",
      name, std::filesystem::path(name).stem().string());
  Writer writer(kernels.size() > 1);
  for (const ptx::Kernel& kernel : kernels) writer.add(kernel);
  return text + writer.text();
}

}  // namespace heddle::compile
