#include "hw/sm/launch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/sm/occupancy.hpp"
#include "models/host/launch.hpp"
#include "models/host/status.hpp"

namespace heddle {
namespace {

[[noreturn]] void reject(const ptx::Kernel& k, const std::string& what, std::uint64_t value,
                         std::uint64_t legal) {
  throw ApiError(Status::launch_out_of_resources, {.place = fmt::format("{}: kernel {}", k.file, k.name),
                                                   .what = what,
                                                   .value = fmt::format("{}", value),
                                                   .legal = fmt::format("at most {}", legal)});
}

}  // namespace

Launch make_launch(const LaunchRequest& request, const MemoryMap& memory, const SmConfig& config,
                   unsigned sms, const RegisterPlacing* placing) {
  const ptx::Kernel& kernel = request.kernel;
  const Dim3 cta = request.cta;
  check_launch(request,
               {.threads_per_cta = config.threads, .shared_bytes_per_cta = config.load_store.shared_bytes});
  if (kernel.registers > config.registers_per_thread)
    reject(kernel, "too many registers a thread", kernel.registers, config.registers_per_thread);

  Launch l{.request = request, .kernel = &kernel};
  l.shared_bytes = kernel.shared_bytes + request.dynamic_shared_bytes;
  l.sms = sms;
  l.memory = &memory;
  l.warps_per_cta = warps_per_cta(cta);
  if (l.warps_per_cta > config.warps)
    reject(kernel, "too many warps in a CTA", l.warps_per_cta, config.warps);
  const unsigned registers = std::max(1u, kernel.registers) * l.warps_per_cta;
  if (registers > config.registers)
    reject(
        kernel,
        fmt::format("too many registers: {} a thread in {} warps need more warp registers than the file has",
                    kernel.registers, l.warps_per_cta),
        registers, config.registers);
  l.ctas_per_sm =
      occupancy(static_cast<std::uint32_t>(cta.count()), kernel.registers, l.shared_bytes, config).ctas;
  if (placing != nullptr) {
    l.plan = placing->plan(kernel, l.ctas_per_sm * l.warps_per_cta, l.warps_per_cta);
    l.kernel = &l.plan->kernel;
    if (l.plan->ctas != 0) l.ctas_per_sm = l.plan->ctas;
  }
  const std::uint64_t local = l.local_address(sms, 0) - l.local_address(0, 0);
  if (local > memory.free_bytes())
    reject(
        kernel,
        fmt::format("too much local memory: {} bytes a thread, of all threads", l.local_bytes() / warp_size),
        local, memory.free_bytes());
  l.code = l.plan && l.plan->in_code ? CodeImage(*l.kernel, l.plan->program) : CodeImage(kernel);
  for (const ptx::Instruction& i : l.kernel->code) l.hazards.emplace_back(i);
  return l;
}

}  // namespace heddle
