// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "models/host/context.hpp"
#include "tb/workloads/launch_config.hpp"
#include "tb/workloads/result.hpp"

namespace heddle {

/// A buffer, with its content made.
struct LaunchBuffer {
  std::string name{}, place{};  ///< place: file:line:column
  std::string symbol{};         ///< the module's variable that it is; empty: memory of its own
  ElementType type{};
  std::vector<std::byte> content{};  ///< before the first step
  bool filled = false;               ///< of a symbol: else it begins with the module's initial value
  bool checked = false;
  std::vector<std::byte> expected{};  ///< when checked: as long as `content`
  double tolerance = 0;               ///< see WorkloadResult::compare
  unsigned ulp = 0;                   ///< the same
  bool read = false;                  ///< its elements become figures of the result
  std::filesystem::path write{};      ///< empty: the buffer is not written to a file
  std::string write_name{};           ///< the same as it was written down
  std::string write_place{};          ///< and where
};

/// A texture over a buffer, bound when the run begins.
struct LaunchTexture {
  std::string name{}, place{};
  std::size_t buffer = 0;   ///< whose memory it reads: the one that had this name at first
  std::string reference{};  ///< the .texref variable that it is bound to, too; empty: none
  ptx::Texture texture{};   ///< its address is an offset into the buffer
};

/// An address in an argument: it is put in when the step is done.
struct LaunchAddress {
  std::size_t at = 0;        ///< first of its bytes
  std::size_t bytes = 8;     ///< 4 or 8
  bool texture = false;      ///< the handle of a texture instead
  std::size_t of = 0;        ///< which of LaunchFile::buffers, by its name at this step, or of the textures
  std::uint64_t offset = 0;  ///< bytes into the buffer
};

/// One argument of a launch.
struct LaunchArgument {
  std::string name{}, place{};
  std::string what{};              ///< in words: "s32", "a buffer's address", "a structure"
  bool pointer = false;            ///< it is one address, as large as its parameter is: 4 or 8 bytes
  std::vector<std::byte> bytes{};  ///< by value; addresses are still zero
  std::vector<LaunchAddress> addresses{};
};

/// One step; loops with a count are unrolled, expressions evaluated.
struct LaunchStep {
  enum class Kind { launch, copy, fill, swap, until } kind = Kind::launch;
  std::string kernel{}, kernel_place{}, arguments_place{};  ///< launch
  Dim3 grid{}, cta{};
  std::uint32_t shared_bytes = 0;  ///< dynamic, a CTA
  std::vector<LaunchArgument> arguments{};
  std::size_t from = 0, to = 0;      ///< copy, swap: buffers; fill: `to`; until: `from` is looked at
  std::vector<std::byte> content{};  ///< fill; until: the element's value that ends the loop
  std::size_t at = 0;                ///< until: first byte of the element
  std::uint64_t most = 0;            ///< until: rounds
  std::string place{};               ///< until
  /// until: the steps of round 0, 1, ...
  std::function<std::vector<LaunchStep>(std::uint64_t round)> body{};
};

/// The content of a launch file: buffers, and the steps on them.
struct LaunchFile {
  std::string file{};
  std::vector<LaunchBuffer> buffers{};
  std::vector<LaunchTexture> textures{};
  std::vector<LaunchStep> steps{};
};

/// Reads and checks a launch file and makes the contents of its buffers. `sizes`: assignments to the file's
/// sizes, as `--size` gives them. Throws Error with file:line:column for unknown keys, wrong types, values
/// out of range, expressions without a value, keys that contradict each other, and files that are missing or
/// of the wrong size.
LaunchFile load_launch_file(const std::string& path, const std::vector<std::string>& sizes = {});

/// Throws Error unless the arguments are as many as the kernel's parameters and each has its parameter's
/// size.
void check_fits(const LaunchStep& step, const ptx::Kernel& kernel);
/// The same for every launch of the file, whose kernels are in the PTX files `ptx`; also unless these have
/// the symbols and texture references, and symbols of these sizes.
void check_fits(const LaunchFile& launch, const std::vector<std::string>& ptx,
                const ptx::BuildOptions& options);

struct WritePlaces;  // launch_writes.hpp

/// Does the steps on the device, compares the buffers that have an expectation and writes those that have a
/// file: each is written whole or not at all, and none before all have been read back. `checked` of the
/// result is 0 when nothing was expected. Throws Error when a loop does not end.
WorkloadResult run_launch(Context& context, const Module& module, const LaunchFile& launch,
                          const WritePlaces& places);
/// The same without permission to write elsewhere than below the working folder.
WorkloadResult run_launch(Context& context, const Module& module, const LaunchFile& launch);

}  // namespace heddle
