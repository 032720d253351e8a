#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include "hw/sm/technique.hpp"

namespace heddle {

/// The whole-register results of one SM, in the order in which they go to its encoders: vectors for a block's
/// energy.
using RecordedRegisters = std::vector<WarpRegister>;

/// A form that does what `form` makes (empty: plain) and puts what the first SM writes into `registers`, at
/// most `limit` of them. Nothing else changes.
FormMaker recording(const FormMaker& form, std::shared_ptr<RecordedRegisters> registers, std::size_t limit);

/// Writes them, 128 bytes each, lane 0 first, little-endian. Throws Error when the file cannot be written.
void write_registers(const std::filesystem::path& file, const RecordedRegisters& registers);

}  // namespace heddle
