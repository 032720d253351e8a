// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tb/fuzz/forms/forms.hpp"

/// One form of an instruction on many operands: thread i of a kernel computes row i. A NaN of 32 or 64
/// bits, whose payload is nobody's promise, is stored as the canonical one.
namespace heddle::fuzz {

struct FormCase {
  static constexpr std::uint32_t rows = 512, threads_per_cta = 64;
  static constexpr std::uint32_t sources = 4, results = 2;  ///< words of 8 bytes a row, in and out

  std::vector<std::uint64_t> operands, expected;
};

/// Rows of values at which operations tend to go wrong, of ordinary values, and of any; the same for the same
/// form. Forms of Family::carry cannot stand alone.
FormCase form_case(const Form& form);

/// The kernel, without the head of a PTX file: `.entry name(in, out)`.
std::string form_kernel(const Form& form, const std::string& name);

/// Writes `name`.ptx for sm_90, its launch file and its operands and expected results into the folder. Throws
/// Error when a file cannot be written.
void write_form(const Form& form, const std::filesystem::path& folder, const std::string& name);

}  // namespace heddle::fuzz
