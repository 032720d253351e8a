// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/base/statistics.hpp"
#include "models/register_file/register_banks.hpp"

namespace heddle {

/// A register file for scalars alone: a word of 32 bits for each physical register, beside the banks of its
/// cluster. A read is arbitrated like one of the banks, since a cluster delivers one register a cycle, but
/// accesses none of them; a write has a port of its own. It is the machine with which Wong2016, section 5.8,
/// compares; the paper does not describe its ports.
class ScalarFile {
 public:
  ScalarFile(unsigned registers, StatGroup& stats)
      : words_(registers),
        reads_(stats.counter("scalar_file_reads", "words", "read from the register file of scalars")),
        writes_(stats.counter("scalar_file_writes", "words", "written to the register file of scalars")) {
    stats.counter("scalar_file_words", "words", "in the register file of scalars") += registers;
  }

  std::uint32_t read(RegisterId r) {
    ++reads_;
    return words_[r];
  }
  void write(RegisterId r, std::uint32_t word) {
    ++writes_;
    words_[r] = word;
  }
  /// For checkers.
  std::uint32_t peek(RegisterId r) const { return words_[r]; }

 private:
  std::vector<std::uint32_t> words_;
  Counter &reads_, &writes_;
};

}  // namespace heddle
