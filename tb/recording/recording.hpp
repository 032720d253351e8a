// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/host/context.hpp"
#include "tb/workloads/result.hpp"

namespace heddle {

/// One step of a recording, in the order in which the application made it or the GPU showed it.
struct RecordedStep {
  enum class Kind : std::uint8_t {
    allocate,  ///< a buffer of `bytes` at `address`
    release,   ///< the buffer at `address` is freed
    variable,  ///< variable `name` of the module has `bytes` at `address`
    write,     ///< the host has written `content` to `address`
    launch,
    expect,  ///< the launch before it has left `content` at `address`
  } kind = Kind::launch;
  std::uint64_t address = 0, bytes = 0;  ///< addresses are those of the real GPU
  std::string name{};                    ///< of a variable, or of the launched kernel
  std::vector<std::byte> content{};
  Dim3 grid{}, cta{};
  std::uint32_t shared_bytes = 0;                    ///< dynamic, a CTA
  std::vector<std::vector<std::byte>> parameters{};  ///< in the order of the kernel's
};

/// What a CUDA application did on a real GPU, from tb/recording/recorder.cu.
struct Recording {
  std::string file{};    ///< NAME.json; NAME.bin has the contents, NAME.ptx the kernels
  std::string device{};  ///< the GPU's name
  /// How far a word that is a normal number of 32 bits on both sides may lie from the GPU's, of max(1, |x|).
  /// The recorder writes 0; a GPU's approximate functions (sin.approx, ex2.approx, ...) differ in the last
  /// bits.
  double tolerance = 0;
  std::vector<RecordedStep> steps{};

  /// The PTX file beside `file`.
  std::string ptx() const;
};

/// Reads NAME.json and NAME.bin. Throws Error with the file, and the step, for what is missing, of a wrong
/// type, out of range, or beyond the end of the data.
Recording load_recording(const std::string& file);
/// The same of the content of both; `file` names them in messages.
Recording recording_of(std::string_view text, std::string_view data, const std::string& file);

/// Does the steps on the device, and compares all that each launch leaves in buffers and variables, also
/// where it should have left something alone, with what the GPU left there, word by word (u32; a last word of
/// fewer bytes is filled with zeros). Words of 8 bytes that the GPU had as addresses of the recording's
/// buffers or variables are turned into the device's. A launch begins with what it found on the GPU, whatever
/// the one before it left here. Throws Error for a recording without a launch, which shows nothing.
WorkloadResult replay(Context& context, const Module& module, const Recording& recording);

}  // namespace heddle
