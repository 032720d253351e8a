// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/ptx/module/module.hpp"

namespace heddle::ptx {

/// The names of one kernel: pairs of braces nest, and what an inner one declares hides what the outer one
/// does.
class NameScopes {
 public:
  /// `names` keeps the names of the parts of vector registers.
  NameScopes(std::vector<VirtualRegister>& registers, std::deque<std::string>& names)
      : registers_(registers), names_(names), scopes_(1) {}

  void open();
  void close() { current_ = scope(current_).parent; }
  /// The scope that is open now, for looking up labels later.
  int current() const { return current_; }

  RegisterId declare_register(std::string_view name, Type type);
  /// A register that exists already.
  void declare_register(std::string_view name, RegisterId reg) { scope(current_).registers[name] = reg; }
  /// `%r<6>`: %r0 to %r5. They come into being when they are first used.
  void declare_registers(std::string_view prefix, std::uint64_t count, Type type);
  /// A register of `lanes` parts; the second form is a range as above.
  void declare_vector(std::string_view name, unsigned lanes, Type type);
  void declare_vectors(std::string_view prefix, std::uint64_t count, unsigned lanes, Type type);
  void declare_vector(const VectorRegister& vector) { scope(current_).vectors[vector.name] = vector.parts; }
  void declare(const Symbol& symbol) { scope(current_).symbols[symbol.name] = &symbol; }
  /// False when this scope has a label of that name already.
  bool declare_label(std::string_view name, std::uint32_t statement);

  /// Whether the scope that is open declares the name itself, or a register of the range `prefix<count>`.
  bool declares(std::string_view name) const;
  bool meets(std::string_view prefix, std::uint64_t count) const;

  std::optional<RegisterId> find_register(std::string_view name);
  /// The parts of a vector register; null when the name means none, or something else in an inner scope.
  const std::vector<RegisterId>* find_vector(std::string_view name);
  const Symbol* find_symbol(std::string_view name) const;
  std::optional<std::uint32_t> find_label(std::string_view name, int from) const;

  /// For messages: registers and variables that can be seen from here; labels that can be seen from `from`.
  std::string visible_names() const;
  std::vector<std::string> visible_labels(int from) const;

 private:
  struct VectorRange {
    std::uint64_t count = 0;
    unsigned lanes = 0;
    Type type = Type::b32;
  };
  struct Scope {
    int parent = -1;
    std::unordered_map<std::string_view, std::vector<RegisterId>> vectors{};
    std::unordered_map<std::string_view, VectorRange> vector_ranges{};
    std::unordered_map<std::string_view, RegisterId> registers{};
    std::unordered_map<std::string_view, std::pair<std::uint64_t, Type>> ranges{};
    std::unordered_map<std::string_view, const Symbol*> symbols{};
    std::unordered_map<std::string_view, std::uint32_t> labels{};
  };

  Scope& scope(int i) { return scopes_[static_cast<std::size_t>(i)]; }
  const Scope& scope(int i) const { return scopes_[static_cast<std::size_t>(i)]; }
  RegisterId add(std::string_view name, Type type);
  std::vector<RegisterId> add_parts(std::string_view name, unsigned lanes, Type type);

  std::vector<VirtualRegister>& registers_;
  std::deque<std::string>& names_;
  std::vector<Scope> scopes_;
  int current_ = 0;
};

}  // namespace heddle::ptx
