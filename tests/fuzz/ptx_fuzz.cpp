// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <string>

#include "models/base/error.hpp"
#include "models/ptx/load.hpp"

/// The entry point of libFuzzer. Any text is read as a PTX file, and each of its kernels is compiled twice,
/// the second time with so few registers that most kernels spill. Whatever is wrong with the text must be
/// reported as a heddle::Error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const std::uint32_t registers : {63u, 16u}) {
    try {
      heddle::ptx::PtxModule module(std::string(reinterpret_cast<const char*>(data), size), "fuzz.ptx");
      // Reading initial values reserves a variable's whole size, which is limited by the device's memory, not
      // by the file.
      for (std::size_t i = 0; i < module.variables().size(); ++i)
        if (module.variables()[i].bytes <= (1u << 20)) module.initial_value(i);
      for (const std::string& name : module.kernels()) {
        try {
          module.compile(name, {.max_registers = registers});
        } catch (const heddle::Error&) {
        }
      }
    } catch (const heddle::Error&) {
    }
  }
  return 0;
}
