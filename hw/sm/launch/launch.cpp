// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/launch/launch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/sm/launch/occupancy.hpp"
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

/// Of what one technique may have.
template <class Bytes, class Wanted>
void take_own(const Launch& l, Bytes& has, Wanted wanted, const char* what) {
  if (wanted == 0) return;
  if (has != 0)
    throw Error({.place = fmt::format("{}: kernel {}", l.kernel->file, l.kernel->name),
                 .what = fmt::format("two techniques want {} of their own", what),
                 .legal = "one"});
  has = wanted;
}

/// What the techniques make of the kernel, one after the other.
void plan(Launch& l, const SmConfig& config, const Techniques& techniques) {
  const KernelPlan* code = nullptr;
  for (const auto& t : techniques) {
    const auto made = t->plan(
        {*l.kernel, l.warps_per_cta, l.ctas_per_sm, l.own_registers, l.local_bytes, config.registers});
    l.plans.push_back(made);
    if (made == nullptr) continue;
    if (code != nullptr && (made->kernel != nullptr || !made->words.empty()))
      throw Error({.place = fmt::format("{}: kernel {}", l.kernel->file, l.kernel->name),
                   .what = "a technique changes code into which another has put metadata",
                   .legal = "metadata by the last technique that changes the code"});
    if (made->kernel != nullptr) l.kernel = made->kernel;
    if (made->ctas != 0) l.ctas_per_sm = std::min(l.ctas_per_sm, made->ctas);
    if (!made->words.empty()) code = made.get();
    l.own_registers += made->registers;
    l.sm_registers += made->sm_registers;
    l.local_bytes += made->local_bytes;
    take_own(l, l.own_memory_bytes, made->memory_bytes, "device memory");
    take_own(l, l.sm_shared_bytes, made->sm_shared_bytes, "shared memory");
  }
  l.code = code != nullptr ? CodeImage(*l.kernel, code->words, code->first_words) : CodeImage(*l.kernel);
}

/// Contexts of one technique know nothing of what another makes of the program's registers.
void refuse_shared_registers(const Launch& l, const Techniques& techniques) {
  const bool shared = std::any_of(l.plans.begin(), l.plans.end(),
                                  [](const auto& p) { return p != nullptr && p->shares_registers; });
  if (!shared) return;
  for (const auto& t : techniques)
    for (const Hook hook : t->hooks())
      if (hook == Hook::register_mapper || hook == Hook::lane_selector)
        throw Error({.place = fmt::format("{}: kernel {}", l.kernel->file, l.kernel->name),
                     .what =
                         "a technique reads and writes registers of the program, and another one maps them, "
                         "or holds some for a lane alone",
                     .legal = "live registers without a RegisterMapper or a LaneSelector"});
}

/// A mapper gives out registers to warps, and leaves some to techniques for the SM as a whole.
void fit_beside_mapper(const Launch& l, const Technique& mapper) {
  const std::string kernel = fmt::format("{}: kernel {}", l.kernel->file, l.kernel->name);
  if (l.own_registers != 0)
    throw Error({.place = kernel,
                 .what = "a technique wants registers of each thread, and another one maps those of warps",
                 .value = fmt::format("{} of a thread", l.own_registers),
                 .legal = "registers of the SM as a whole, or no RegisterMapper"});
  if (l.sm_registers > mapper.reserved_registers())
    throw Error({.place = kernel,
                 .what = "techniques want more warp registers of the SM than its register mapper leaves",
                 .value = fmt::format("{}", l.sm_registers),
                 .legal = fmt::format("at most {}, which it has reserved", mapper.reserved_registers())});
}

/// Registers that techniques want of each thread, or of the SM, may leave room for fewer CTAs.
void fit_own_registers(Launch& l, const SmConfig& config, const Techniques& techniques) {
  for (const auto& t : techniques)
    for (const Hook hook : t->hooks())
      if (hook == Hook::register_mapper) return fit_beside_mapper(l, *t);
  const unsigned of_cta = std::max(1u, l.registers()) * l.warps_per_cta;
  if (l.sm_registers + of_cta > config.registers)
    reject(*l.kernel,
           fmt::format("too many registers: {} a thread, {} of them of techniques, in {} warps, and {} of "
                       "techniques for the SM",
                       l.registers(), l.own_registers, l.warps_per_cta, l.sm_registers),
           l.sm_registers + of_cta, config.registers);
  l.ctas_per_sm = std::min(l.ctas_per_sm, (config.registers - l.sm_registers) / of_cta);
}

/// So may shared memory that a technique wants.
void fit_own_shared_memory(Launch& l, const SmConfig& config) {
  const unsigned all = config.load_store.shared_bytes;
  if (l.sm_shared_bytes + l.shared_bytes > all)
    reject(*l.kernel,
           fmt::format("too much shared memory: {} bytes a CTA, and {} of a technique for the SM",
                       l.shared_bytes, l.sm_shared_bytes),
           l.sm_shared_bytes + l.shared_bytes, all);
  if (l.shared_bytes != 0)
    l.ctas_per_sm = std::min(l.ctas_per_sm, (all - l.sm_shared_bytes) / l.shared_bytes);
}

}  // namespace

Launch make_launch(const LaunchRequest& request, const MemoryMap& memory, const SmConfig& config,
                   unsigned sms, const Techniques& techniques) {
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
  l.local_bytes = (kernel.local_bytes + 3) / 4 * 4;
  plan(l, config, techniques);
  refuse_shared_registers(l, techniques);
  if (l.own_registers + l.sm_registers != 0) fit_own_registers(l, config, techniques);
  if (l.sm_shared_bytes != 0) fit_own_shared_memory(l, config);
  const std::uint64_t local = l.local_address(sms, 0) - l.local_address(0, 0);
  const std::uint64_t most = std::min(
      memory.free_bytes(), Launch::code_address - Launch::parameter_address - Launch::most_parameters);
  if (local > most)
    reject(kernel, fmt::format("too much local memory: {} bytes a thread, of all threads", l.local_bytes),
           local, most);
  for (const ptx::Instruction& i : l.kernel->code) l.hazards.emplace_back(i);
  return l;
}

}  // namespace heddle
