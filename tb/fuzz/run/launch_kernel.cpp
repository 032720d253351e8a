// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/run/launch_kernel.hpp"

#include <algorithm>
#include <cstring>

#include "tb/fuzz/print/ptx_printer.hpp"

namespace heddle::fuzz {

Buffers launch_on(Device& device, const KernelTree& k, const std::string& ptx, std::uint32_t registers) {
  Context context(device, {.build = {.max_registers = std::min(k.max_registers, registers)}});
  const Module module = context.load_text(ptx, "fuzzed.ptx");
  std::vector<std::uint64_t> arguments;
  for (const InputBuffer& b : k.inputs) arguments.push_back(context.upload(content_of(b)));
  const DevicePointer output = context.allocate(k.output_bytes());
  arguments.push_back(output);
  DevicePointer cells = 0;
  if (k.cells != 0) arguments.push_back(cells = context.upload(first_cells(k)));
  for (const ScalarArgument& s : k.scalars) arguments.push_back(s.bits);

  const LaunchShape shape{.grid = {k.shape.grid}, .cta = {k.shape.cta_x, k.shape.cta_y}};
  const Function function = module.function(kernel_name);
  const ptx::Kernel& code = function.kernel(shape);
  std::vector<std::byte> block(code.parameter_bytes);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    std::memcpy(block.data() + code.parameters.at(i).offset, &arguments[i], code.parameters[i].size);
  function.launch_block(shape, block);
  Buffers after{.output = context.download<std::byte>(output, k.output_bytes())};
  if (k.cells != 0) after.cells = context.download<std::byte>(cells, 8 * k.cells);
  return after;
}

}  // namespace heddle::fuzz
