// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/parse/kernel_name.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "models/base/error.hpp"

namespace heddle::ptx {
namespace {

/// Returns where the bracket opens that `text[at]` closes; npos when it does not open.
std::size_t opening_of(std::string_view text, std::size_t at) {
  const char close = text[at], open = close == ')' ? '(' : '<';
  unsigned depth = 0;
  for (std::size_t i = at + 1; i-- > 0;) {
    if (text[i] == close) ++depth;
    if (text[i] == open && --depth == 0) return i;
  }
  return std::string_view::npos;
}

std::size_t parameters_of(std::string_view name) {
  return name.ends_with(')') ? opening_of(name, name.size() - 1) : std::string_view::npos;
}

/// "void ns::f<int>(int, T*)" -> "ns::f<int>(int, T*)": only the demangled name of a template begins with its
/// result type.
std::string_view without_result(std::string_view name) {
  unsigned depth = 0;
  for (std::size_t i = std::min(parameters_of(name), name.size()); i-- > 0;) {
    if (name[i] == '>' || name[i] == ')') ++depth;
    if ((name[i] == '<' || name[i] == '(') && depth > 0) --depth;
    if (name[i] == ' ' && depth == 0) return name.substr(i + 1);
  }
  return name;
}

std::string_view without_parameters(std::string_view name) {
  const std::size_t open = parameters_of(name);
  return open == name.npos || open == 0 ? name : name.substr(0, open);
}

std::string_view without_template_arguments(std::string_view name) {
  if (!name.ends_with('>')) return name;
  const std::size_t open = opening_of(name, name.size() - 1);
  return open == name.npos || open == 0 ? name : name.substr(0, open);
}

std::string without_blanks(std::string_view text) {
  std::string result(text);
  std::erase(result, ' ');
  return result;
}

/// Returns the other names by which the kernel may be called, the most exact one first.
std::vector<std::string> other_names(const std::string& kernel) {
  const std::string whole = demangled(kernel);
  if (whole == kernel) return {};
  const std::string_view exact = without_result(whole), plain = without_parameters(exact);
  return {without_blanks(whole), without_blanks(exact), without_blanks(plain),
          without_blanks(without_template_arguments(plain))};
}

/// Returns the mangled names with their demangled ones: "_Z5saxpyif (saxpy(int, float))".
std::vector<std::string> both_names(std::span<const std::string> kernels) {
  std::vector<std::string> all;
  for (const std::string& kernel : kernels) {
    const std::string whole = demangled(kernel);
    all.push_back(whole == kernel ? kernel : fmt::format("{} ({})", kernel, whole));
  }
  return all;
}

std::string nearest(std::span<const std::string> kernels, std::string_view name) {
  std::vector<std::string> known(kernels.begin(), kernels.end());
  for (const std::string& kernel : kernels)
    for (std::string& other : other_names(kernel)) known.push_back(std::move(other));
  return nearest_name(name, known);
}

}  // namespace

std::string demangled(std::string_view name) {
  if (!name.starts_with("_Z")) return std::string(name);
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text != nullptr ? std::string(text.get()) : std::string(name);
}

const std::string& find_kernel(std::span<const std::string> kernels, std::string_view name,
                               const std::string& file) {
  if (name.empty() && kernels.size() == 1) return kernels.front();
  if (name.empty())
    throw Error({.place = file,
                 .what = "the file does not hold exactly one kernel: name one",
                 .legal = kernels.empty() ? "the file has no kernel"
                                          : fmt::format("{}", fmt::join(both_names(kernels), ", "))});
  if (const auto own = std::find(kernels.begin(), kernels.end(), name); own != kernels.end()) return *own;
  const std::string wanted = without_blanks(name);
  std::vector<const std::string*> found;
  for (unsigned form = 0; form < 4 && found.empty(); ++form)
    for (const std::string& kernel : kernels)
      if (const auto names = other_names(kernel); !names.empty() && names[form] == wanted)
        found.push_back(&kernel);
  if (found.size() == 1) return *found.front();
  if (found.empty())
    throw Error({.place = file,
                 .what = "no such kernel",
                 .value = std::string(name),
                 .legal = kernels.empty() ? "the file has no kernel"
                                          : fmt::format("{}", fmt::join(both_names(kernels), ", ")),
                 .nearest = nearest(kernels, name)});
  std::vector<std::string> candidates;
  for (const std::string* kernel : found) candidates.push_back(*kernel);
  throw Error({.place = file,
               .what = "several kernels have this name",
               .value = std::string(name),
               .legal = fmt::format("{}", fmt::join(both_names(candidates), ", "))});
}

}  // namespace heddle::ptx
