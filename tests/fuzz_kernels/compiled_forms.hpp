// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>
#include <fmt/args.h>
#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "tb/fuzz/compiled/clang.hpp"
#include "tb/fuzz/compiled/cpp_prelude.hpp"
#include "tb/fuzz/forms/forms.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::fuzz {

/// A form with one C++ expression for each result (cpp_expressions).
struct FormInCpp {
  const Form* form;
  std::vector<std::string> expressions;
};

/// Returns the text of form_N(sources, results); each source and result is a word that holds its bits.
inline std::string function_of(const FormInCpp& row, std::size_t number) {
  static constexpr std::array<const char*, kinds> types{"bool", "u16", "u32", "u64", "", "float", "double"};
  const auto type = [](Kind k) { return types[static_cast<unsigned>(k)]; };
  const FormOperands o = operands_of(*row.form);
  std::string text = fmt::format("extern \"C\" void form_{}(const u64* in, u64* out) {{\n", number);
  fmt::dynamic_format_arg_store<fmt::format_context> sources;
  for (unsigned i = 0; i < o.sources; ++i) {
    const char* from = o.source[i] == Kind::f32 ? "float_of((u32)in[{1}])"
                       : is_float(o.source[i])  ? "float_of(in[{1}])"
                                                : "({0})in[{1}]";
    text += fmt::format("{0} a{1} = ", type(o.source[i]), i) +
            fmt::format(fmt::runtime(from), type(o.source[i]), i) + ";\n";
    sources.push_back(fmt::format("a{}", i));
  }
  for (unsigned i = 0; i < o.results; ++i)
    text += fmt::format("{0} n{1} = {2};\nout[{1}] = {3}(n{1});\n", type(o.result[i]), i,
                        fmt::vformat(row.expressions.at(i), sources), is_float(o.result[i]) ? "bits_of" : "");
  return text + "}\n";
}

using FormFunction = void (*)(const std::uint64_t* in, std::uint64_t* out);

/// Functions for all rows, compiled together by clang for the host.
class CompiledForms {
 public:
  explicit CompiledForms(const std::vector<FormInCpp>& rows, const std::vector<std::string>& options = {}) {
    std::string text = cpp_prelude;
    for (std::size_t i = 0; i < rows.size(); ++i) text += function_of(rows[i], i);
    const auto library = folder_.path() / "forms.so";
    compile_library(folder_.add("forms.cpp", text), library, options);
    handle_ = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) throw std::runtime_error(::dlerror());
  }
  ~CompiledForms() {
    if (handle_ != nullptr) ::dlclose(handle_);
  }
  FormFunction function(std::size_t row) const {
    return reinterpret_cast<FormFunction>(::dlsym(handle_, fmt::format("form_{}", row).c_str()));
  }

 private:
  TemporaryFolder folder_;
  void* handle_ = nullptr;
};

}  // namespace heddle::fuzz
