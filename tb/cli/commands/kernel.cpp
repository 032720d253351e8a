// SPDX-License-Identifier: Apache-2.0
// Analyses what a kernel consists of, and how many of its CTAs an SM holds.
#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>

#include "hw/sm/launch/occupancy.hpp"
#include "models/base/data_root.hpp"
#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"
#include "models/ptx/flow/kernel_drawing.hpp"
#include "models/ptx/load.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/kernel_section.hpp"
#include "tb/cli/output_files.hpp"
#include "tb/cli/platform_options.hpp"
#include "tb/run/foreign_input.hpp"
#include "tb/run/named.hpp"
#include "tb/run/platform.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::kernel_command {
namespace {

struct KernelOptions {
  std::string target{}, kernel{}, variant = default_variant, graph{};
  std::vector<std::string> linked{};
  std::uint32_t threads = 0, shared_bytes = 0, max_registers = ptx::most_registers;
  bool live = false, passes = false;
  std::vector<KernelSection::Text> sections{};  ///< of techniques
  PlatformOptions platform{};
};

/// A row of Jeon2015 Table 1.
struct PublishedKernel {
  std::string name{};
  std::uint32_t threads = 0, registers = 0, without = 0, ctas = 0;
};

std::optional<PublishedKernel> published(const std::string& workload) {
  const auto file = data_file("configs/papers/jeon2015_table1.yaml");
  const YAML::Node row = YAML::Load(read_text_file(file, "table of a paper"))[workload];
  if (!row) return std::nullopt;
  return PublishedKernel{row["name"].as<std::string>(), row["threads"].as<std::uint32_t>(),
                         row["registers"].as<std::uint32_t>(), row["without"].as<std::uint32_t>(),
                         row["ctas"].as<std::uint32_t>()};
}

/// Returns the threads of a CTA: those of the command line, else of the kernel, else of the paper.
std::uint32_t threads_of(const ptx::Kernel& k, const KernelOptions& o,
                         const std::optional<PublishedKernel>& paper) {
  return o.threads != 0 ? o.threads : k.max_threads != 0 ? k.max_threads : paper ? paper->threads : 256;
}

void print(const ptx::Kernel& k, const ptx::KernelAnalysis& a, const KernelOptions& o, const SmConfig& sm,
           const std::optional<PublishedKernel>& paper) {
  const std::uint32_t threads = threads_of(k, o, paper);
  std::uint32_t deepest = 0;
  for (const ptx::CodeBlock& b : a.blocks) deepest = std::max(deepest, b.loops);
  fmt::print("{}\n", k.name);
  fmt::print("  registers     {} a thread, at most {} live at a time; {} values spilled; {} predicates\n",
             k.registers, a.max_live, k.spilled_registers, k.predicates);
  fmt::print(
      "  code          {} instructions in {} blocks; {} conditional branches, {} loops (nested {} deep), "
      "{} barriers, {} calls\n",
      k.code.size(), a.blocks.size(), a.branches, a.loops, deepest, a.barriers, a.calls);
  fmt::print("  accesses      {} loads, {} stores; {} and {} of them to local memory\n", a.loads, a.stores,
             a.local_loads, a.local_stores);
  fmt::print("  memory        {} bytes shared a CTA{}, {} bytes local a thread, {} bytes of parameters\n",
             k.shared_bytes, o.shared_bytes != 0 ? fmt::format(" and {} dynamic", o.shared_bytes) : "",
             k.local_bytes, k.parameter_bytes);
  const Occupancy fit = occupancy(threads, k.registers, k.shared_bytes + o.shared_bytes, sm);
  fmt::print("  occupancy     {} CTAs of {} threads an SM: {} of {} warps; {} {}\n", fit.ctas, threads,
             fit.warps(), sm.warps, fit.ctas == 0 ? "a CTA does not fit:" : "limited by", fit.limit);
  if (paper)
    fmt::print(
        "  Jeon2015      Table 1, {}: {} registers ({} without address and condition registers), {} CTAs of "
        "{} threads\n",
        paper->name, paper->registers, paper->without, paper->ctas, paper->threads);
  for (const auto& text : o.sections) fmt::print("{}", text(k, fit));
}

std::vector<ptx::PtxFile> files_of(const KernelOptions& o) {
  if (o.target.ends_with(".ptx")) return ptx::read_files(ptx_files(o.target, o.linked));
  const Workload& workload = named<Workload>(o.target);
  from_command_line([&] { workload.check_variant(o.variant); });
  if (workload.write_ptx) return {{workload.write_ptx({}), workload.name + ".ptx"}};
  return ptx::read_files({workload.ptx_file(o.variant).string()});
}

int run(const KernelOptions& o) {
  refuse_foreign_input(o.target);
  refuse_unlinkable(o.target, o.linked);
  std::vector<NamedFile> inputs{{"the program", o.target.ends_with(".ptx") ? o.target : ""}};
  for (const std::string& file : o.linked) inputs.push_back({"the program", file});
  check_outputs({{"--cfg", o.graph}}, inputs);
  const Platform platform = resolve_platform(o.platform);
  const auto paper = o.target.ends_with(".ptx") ? std::nullopt : published(o.target);
  const std::vector<ptx::PtxFile> files = files_of(o);
  ptx::PtxModule module(files);
  std::vector<std::string> names = module.kernels();
  if (names.empty())
    throw Error({.place = files.front().name,
                 .what = "there is no kernel to analyse",
                 .legal = "PTX with an .entry"});
  if (!o.kernel.empty()) names = {o.kernel};
  if (!o.graph.empty() && names.size() != 1)
    throw Error({.place = "command line",
                 .what = "--cfg draws one kernel: name it with --kernel",
                 .value = o.graph,
                 .legal = fmt::format("{}", fmt::join(names, ", "))});
  for (const ptx::PtxFile& file : files) fmt::print("{}\n", file.name);
  ptx::BuildOptions build{.max_registers = std::min(o.max_registers, platform.gpu.sm.registers_per_thread)};
  build.divergence = platform.gpu.sm.divergence;
  build.code_generation = platform.gpu.sm.code_generation();
  if (o.passes)
    build.watch = [](std::string_view function, std::string_view pass, const std::string& code) {
      fmt::print("{}, after {}\n{}\n", function, pass, code);
    };
  build.file_registers = std::max(build.file_registers, platform.gpu.sm.registers);
  int status = 0;
  for (const std::string& name : names) {
    ptx::Kernel kernel;
    try {
      kernel = from_command_line([&] { return module.compile(name, build); });
    } catch (const Error& e) {  // an error in one kernel must not hide the others
      if (names.size() == 1) throw;
      fmt::print("{}\n  cannot run: {}\n", name, e.what());
      status = 1;
      continue;
    }
    const ptx::KernelAnalysis analysis = analyse(kernel);
    print(kernel, analysis, o, platform.gpu.sm, paper);
    if (o.live) fmt::print("\n{}\n", live_chart(kernel, analysis));
    if (o.graph.empty()) continue;
    WholeFile(o.graph).write(control_flow_graph(kernel, analysis));
  }
  return status;
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "kernel",
    .help =
        "Analyse the kernels of PTX files: instructions, registers, and how many of their CTAs an SM holds",
    .declare = [](CLI::App& app) {
      const auto o = std::make_shared<KernelOptions>();
      app.add_option("target", o->target, "A .ptx file, or a workload (see heddle workloads)")
          ->required()
          ->type_name("FILE.ptx|WORKLOAD");
      app.add_option("linked", o->linked, "Further .ptx files, which are linked with the first")
          ->type_name("FILE.ptx");
      app.add_option("--kernel", o->kernel, "Analyse this kernel alone");
      app.add_option("--ptx", o->variant,
                     "Choose among the workload's PTX files by the compiler that made them")
          ->capture_default_str();
      app.add_option("--max-registers", o->max_registers,
                     "Allocate at most this many 32-bit registers to a thread, and no more than "
                     "sm.registers_per_thread")
          ->check(CLI::Range(1u, ptx::most_registers))
          ->capture_default_str();
      app.add_option(
             "--threads", o->threads,
             "Assume this many threads in a CTA (default: as the kernel declares, else as in Jeon2015 "
             "Table 1, else 256)")
          ->check(CLI::Range(1, 1024));
      app.add_option("--shared", o->shared_bytes, "Assume this many bytes of dynamic shared memory in a CTA");
      app.add_option("--cfg", o->graph, "Write the control-flow graph for Graphviz (dot -Tsvg FILE)")
          ->type_name("FILE.dot");
      app.add_flag("--live", o->live, "Draw which registers are live after each instruction");
      app.add_flag("--passes", o->passes,
                   "Print the code as it is selected and after each pass (sm.isa, sm.optimize)");
      const auto& sections = Registry<KernelSection>::instance();
      for (const std::string& name : sections.names())
        o->sections.push_back(sections.find(name).declare(app));
      add_platform_options(app, o->platform);
      return [o] { return run(*o); };
    }}};

}  // namespace heddle::kernel_command
