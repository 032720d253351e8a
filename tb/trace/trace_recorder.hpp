// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/base/whole_file.hpp"
#include "tb/trace/trace_format.hpp"

namespace heddle {

class Gpu;
struct GpuConfig;

/// Records the requests that leave the SMs for the L2, where they enter the crossbar: behind the L1 caches,
/// with instructions, constants and textures. Each has the core cycle at which its SM sends it. An atomic is
/// recorded as a write; a write with byte enables, from the first to the last byte that it writes.
class TraceRecorder {
 public:
  /// Throws Error for an unknown format, and for a file that cannot be written.
  TraceRecorder(const std::string& file, const std::string& format);

  /// Records all requests of this GPU, which is made as `config` says, from now on; both must live while it
  /// runs. The run ends with an Error when its trace becomes longer than `heddle trace` would read.
  void watch(Gpu& gpu, const GpuConfig& config);
  /// Writes the file. To be called once. Throws Error when that fails.
  void write() { out_.write(text_); }
  std::uint64_t accesses() const { return accesses_; }

 private:
  void record(const TraceAccess& access);

  const std::string file_;
  const TraceFormat& format_;
  WholeFile out_;
  std::optional<TracePlaces> places_;  ///< of the GPU
  std::string text_;
  std::uint64_t accesses_ = 0;
};

}  // namespace heddle
