// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/ptx/program/code_generation.hpp"
#include "models/ptx/program/program.hpp"
#include "models/ptx/register_table.hpp"
#include "models/ptx/text/joined_files.hpp"

namespace heddle::ptx {

/// The most 32-bit registers that the instructions of any GPU name (sm_35 and later); Fermi's name 63.
inline constexpr std::uint32_t most_registers = 255;

struct BuildOptions {
  std::uint32_t max_registers =
      63;  ///< 32-bit registers a thread may have; what is more goes to local memory
  std::uint32_t file_registers = 1024;  ///< warp registers of an SM, which must hold a CTA: Fermi's 128 KB
  std::uint32_t stack_bytes = 4096;     ///< local memory a thread that recursive calls may use
  /// It is a subroutine of assist warps: ld.line and st.line are legal, and what live_values.hpp has.
  bool line_space = false;
  Divergence divergence = Divergence::stack;  ///< of the GPU (Device::divergence)
  CodeGeneration code_generation{};           ///< the same (Device::code_generation)
  RegisterTable* registers = nullptr;         ///< is filled with those of the kernel (register_table.hpp)
  /// Is shown each function before the passes, as "selection", and after each of them
  /// (passes/listing.hpp).
  std::function<void(std::string_view function, std::string_view pass, const std::string& code)> watch{};
};

/// A module's variable that lies in device memory, or a texture reference.
struct ModuleVariable {
  std::string name;
  std::uint64_t bytes = 0, alignment = 1;
  enum class Kind : std::uint8_t { global, constant, texture } kind = Kind::global;
  /// Of an element of an array of textures: its handle less that of the element before it; 0: it is the first
  /// one, or no such element.
  std::uint32_t handle_step = 0;
};

/// A PTX file that has been read, or several that are linked (link.hpp): their kernels are compiled one by
/// one, when they are asked for.
class PtxModule {
 public:
  /// `file` stands in messages. Throws Error with file:line:column for what is not PTX, not known or not
  /// supported.
  PtxModule(std::string text, std::string file);
  /// Throws Error, too, for what link() refuses, and for files with different sizes of addresses.
  explicit PtxModule(const std::vector<PtxFile>& files);
  PtxModule(PtxModule&&) noexcept;
  ~PtxModule();

  /// In the order of the files.
  std::vector<std::string> kernels() const;
  /// The kernel that `name` means (find_kernel, kernel_name.hpp).
  std::string kernel_named(std::string_view name) const;
  /// Of .address_size.
  unsigned address_bits() const;
  /// In the order of the files; what no file defines is left out. An array of textures counts as its
  /// elements, t[0] and so on. A name is unique: among variables that have one name those of a file alone are
  /// called file:name.
  const std::vector<ModuleVariable>& variables() const;
  /// Says where variable `index` lies in device memory, or which handle a texture has: before any kernel is
  /// compiled. A variable without a place has address 0, which will do for looking at a kernel.
  void place(std::size_t index, std::uint64_t address);
  /// The bytes that the variable holds at first, addresses of others among them. Throws Error for addresses
  /// of what no file defines or that cannot be stored in the bytes they have.
  std::vector<std::byte> initial_value(std::size_t index) const;
  /// The bytes at which the initial value is the address of a function, in order.
  std::vector<std::uint32_t> function_addresses(std::size_t index) const;

  /// Throws Error with file:line:column as the constructor, when `name` does not mean one kernel
  /// (kernel_named), or when an instruction needs more registers than the options allow.
  Kernel compile(std::string_view name, const BuildOptions& options = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Throws Error when one cannot be read.
std::vector<PtxFile> read_files(const std::vector<std::string>& paths);

/// All kernels of a module that needs no variables in device memory.
std::vector<Kernel> load_module(std::string_view text, const std::string& file, const BuildOptions& = {});

/// The kernel that `name` means in a PTX file (PtxModule::kernel_named). Its module's variables have no
/// place: for looking at the kernel, not for running it. Throws Error when the file cannot be read or has no
/// such kernel.
Kernel load_kernel(const std::string& path, std::string_view name = {}, const BuildOptions& = {});
/// The same for a text.
Kernel kernel_of(std::string_view text, const std::string& file, std::string_view name, const BuildOptions&);

}  // namespace heddle::ptx
