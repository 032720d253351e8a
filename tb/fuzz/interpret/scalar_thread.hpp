// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <vector>

#include "models/base/error.hpp"
#include "tb/fuzz/tree/kernel_tree.hpp"

/// The state of a thread in the scalar interpreter.
namespace heddle::fuzz {

[[noreturn]] inline void invalid(const std::string& what, const std::string& value = "") {
  throw Error({.place = "the random kernel", .what = what, .value = value});
}

inline std::uint64_t cut(std::uint64_t bits, unsigned width) {
  return width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}

/// The registers of a thread, or of a call.
class Registers {
 public:
  std::uint64_t get(Reg r) const {
    const auto& file = files_[static_cast<unsigned>(r.kind)];
    if (r.number >= file.size() || !file[r.number].defined)
      invalid("a register is read before it is written",
              fmt::format("{}:{}", static_cast<int>(r.kind), r.number));
    return file[r.number].bits;
  }
  void set(Reg r, std::uint64_t bits) {
    auto& file = files_[static_cast<unsigned>(r.kind)];
    if (r.number >= file.size()) file.resize(r.number + 1u);
    file[r.number] = {cut(bits, bits_of(r.kind)), true};
  }
  std::uint64_t get(const Operand& o) const {
    if (!o.is_register) return o.bits;
    const std::uint64_t bits = get(o.reg);
    return o.negated ? bits ^ 1 : bits;
  }

 private:
  struct Cell {
    std::uint64_t bits = 0;
    bool defined = false;
  };
  std::array<std::vector<Cell>, kinds> files_;
};

/// The carry flag: a predicate that no statement names.
inline constexpr Reg carry{Kind::pred, 4095};

/// Bytes that only one thread sees.
struct OwnMemory {
  std::vector<std::byte> bytes;
  std::vector<bool> defined;
  explicit OwnMemory(std::size_t n = 0) : bytes(n), defined(n) {}
};

struct Thread {
  Registers registers;
  OwnMemory local, shared;
  std::uint32_t x = 0, y = 0, cta = 0, linear = 0;
  std::size_t pc = 0;
  bool ended = false;
};

}  // namespace heddle::fuzz
