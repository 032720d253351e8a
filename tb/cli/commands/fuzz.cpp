// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "models/base/error.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/fuzz/write_cases.hpp"
#include "tb/cli/natural_number.hpp"
#include "tb/fuzz/compiled/clang.hpp"
#include "tb/run/run.hpp"

namespace heddle::fuzz_command {
namespace {

struct Options {
  CampaignOptions campaign{};
  fuzz::Machine machine{};
  std::string out = "results/fuzz";
  std::string write = {};  ///< "kernels" or "forms"; empty: run a campaign
};

int run(const Options& o, bool pinned) {
  CampaignOptions campaign = o.campaign;
  campaign.out = o.out;
  if (o.write == "forms") {
    write_forms(campaign);
    return 0;
  }
  if (campaign.kernels == 0 && (campaign.seconds == 0 || o.write == "kernels"))
    throw Error({.place = "command line", .what = "say how much: --kernels N or --seconds S"});
  if (o.write == "kernels") {
    write_kernels(campaign);
    return 0;
  }
  if (campaign.compiled) fuzz::require_clang();
  if (pinned) {
    campaign.choice.pinned = true;
    campaign.choice.fixed = o.machine;
    require_machine(
        {.gpu = o.machine.gpu, .techniques = o.machine.techniques, .assignments = o.machine.assignments},
        o.machine.rtl);
  }
  return run_campaign(campaign) ? 0 : 1;
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "fuzz",
    .help = "Run random kernels on random machines, and compare all that they compute with two interpreters",
    .declare = [](CLI::App& app) {
      const auto o = std::make_shared<Options>();
      CampaignOptions& c = o->campaign;
      app.add_option("--seed", c.seed, "Draw the kernels and machines from this seed")
          ->check(natural_number())
          ->capture_default_str();
      app.add_option("--kernels", c.kernels, "Stop after this many kernels")
          ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
      app.add_option("--seconds", c.seconds, "Stop after this many seconds")->check(CLI::Range(1.0, 1e7));
      app.add_option("--first", c.first,
                     "Begin with the kernel of this number; the same seed and number give the same kernel")
          ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 40))
          ->capture_default_str();
      app.add_option("--jobs", c.jobs, "Run at most this many kernels at a time")
          ->check(CLI::Range(1u, 256u))
          ->capture_default_str();
      app.add_option("--failures", c.failures, "Stop after this many failures; each is shrunk at the end")
          ->check(CLI::Range(1u, 1000u))
          ->capture_default_str();
      app.add_option("--out", o->out,
                     "Write seeds.log, coverage.json and the kernels that fail to this folder")
          ->type_name("FOLDER")
          ->capture_default_str();
      app.add_flag("--resume", c.resume,
                   "Continue after the last kernel of this seed in the folder's seeds.log");
      app.add_flag("--compiled", c.compiled,
                   "Write the kernels as C++, and compare with what clang compiles for the host, too");
      app.add_option(
             "--write", o->write,
             "Only write random kernels, or a kernel for each form of an instruction, and what they must "
             "compute, for a run on a real GPU (tests/compare/run_on_gpu)")
          ->type_name("kernels|forms")
          ->check(CLI::IsMember({"kernels", "forms"}))
          ->excludes("--compiled", "--seconds", "--resume");
      app.add_flag(
          "!--no-check", c.choice.check,
          "Compare only the buffers in memory, without tandem execution; one to three threads simulate SMs");
      app.add_flag_callback(
          "--no-shrink", [&c] { c.shrink.attempts = 0; }, "Do not shrink kernels that fail");
      app.add_option("--run-seconds", c.cpu_seconds,
                     "Treat a run as hung after this many seconds of CPU time")
          ->check(CLI::Range(1u, 100'000u))
          ->capture_default_str();
      const std::string machine = "The machine (default: drawn for each kernel)";
      auto* gpu =
          app.add_option("--gpu", o->machine.gpu, "Simulate this GPU: a name in configs/gpus, or a YAML file")
              ->type_name("NAME|FILE")
              ->group(machine);
      auto* with = app.add_option("--with", o->machine.techniques, "Add these techniques")
                       ->type_name("NAME,...")
                       ->delimiter(',')
                       ->allow_extra_args(false)
                       ->group(machine);
      auto* set = app.add_option("--set", o->machine.assignments, "Set one value; may be repeated")
                      ->type_name("SECTION.KEY=VALUE")
                      ->allow_extra_args(false)
                      ->group(machine);
      auto* rtl = app.add_option("--rtl", o->machine.rtl, "Simulate these blocks as RTL")
                      ->type_name("BLOCK[=FILE.sv],...")
                      ->group(machine);
      return [=] { return run(*o, gpu->count() + with->count() + set->count() + rtl->count() != 0); };
    }}};

}  // namespace heddle::fuzz_command
