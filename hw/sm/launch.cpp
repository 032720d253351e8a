#include "hw/sm/launch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace heddle {
namespace {

[[noreturn]] void reject(const ptx::Kernel& k, const std::string& what, std::uint64_t value, std::uint64_t legal) {
  throw Error({.place = fmt::format("{}: kernel {}", k.file, k.name),
               .what = what,
               .value = fmt::format("{}", value),
               .legal = fmt::format("at most {}", legal)});
}

}  // namespace

Launch make_launch(const ptx::Kernel& kernel, Dim3 grid, Dim3 cta, std::span<const std::byte> arguments,
                   const MemoryMap& memory, const SmConfig& config) {
  const std::uint64_t threads = cta.count();
  if (threads == 0 || grid.count() == 0)
    throw Error({.place = fmt::format("{}: kernel {}", kernel.file, kernel.name),
                 .what = "a launch needs at least one CTA and one thread",
                 .value = fmt::format("grid {}x{}x{}, CTA {}x{}x{}", grid.x, grid.y, grid.z, cta.x, cta.y, cta.z)});
  if (threads > config.threads) reject(kernel, "too many threads in a CTA", threads, config.threads);
  if (kernel.local_bytes != 0)
    reject(kernel, "local memory is not modelled; bytes that a thread needs", kernel.local_bytes, 0);
  if (kernel.shared_bytes > config.load_store.shared_bytes)
    reject(kernel, "too much shared memory for a CTA", kernel.shared_bytes, config.load_store.shared_bytes);
  if (kernel.registers > config.registers_per_thread)
    reject(kernel, "too many registers a thread", kernel.registers, config.registers_per_thread);

  Launch l;
  l.kernel = &kernel;
  l.grid = grid;
  l.cta = cta;
  l.memory = &memory;
  l.constants.assign(arguments.begin(), arguments.end());
  l.constants.resize(kernel.parameter_bytes);
  l.constants.insert(l.constants.end(), kernel.constants.begin(), kernel.constants.end());
  l.hazards.assign(kernel.code.begin(), kernel.code.end());
  l.warps_per_cta = static_cast<unsigned>((threads + warp_size - 1) / warp_size);
  if (l.warps_per_cta > config.warps) reject(kernel, "too many warps in a CTA", l.warps_per_cta, config.warps);
  const unsigned registers = std::max(1u, kernel.registers) * l.warps_per_cta;
  if (registers > config.registers)
    reject(kernel, fmt::format("too many registers: {} a thread in {} warps need more warp registers than the file has",
                               kernel.registers, l.warps_per_cta),
           registers, config.registers);
  l.ctas_per_sm = std::min({config.ctas, config.warps / l.warps_per_cta, config.registers / registers,
                            static_cast<unsigned>(config.threads / threads)});
  if (kernel.shared_bytes != 0)
    l.ctas_per_sm = std::min(l.ctas_per_sm, config.load_store.shared_bytes / kernel.shared_bytes);
  return l;
}

}  // namespace heddle
