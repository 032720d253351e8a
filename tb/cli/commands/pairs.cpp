// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <thread>

#include "tb/cli/command.hpp"
#include "tb/cli/natural_number.hpp"
#include "tb/pairs/campaign.hpp"

namespace heddle::pairs_command {
namespace {

struct Options {
  pairs::CampaignOptions campaign{.jobs = std::max(1u, std::thread::hardware_concurrency())};
  std::string variants{};  ///< empty: Heddle's own
};

}  // namespace

static const Registration<Command> registration{Command{
    .name = "pairs",
    .help = "Run the workloads, small, on every pair and triple of techniques in all their variants",
    .declare = [](CLI::App& app) {
      const auto o = std::make_shared<Options>();
      pairs::CampaignOptions& c = o->campaign;
      app.add_option("--pair", c.among,
                     "Combine these two techniques, or three, and no others (default: every pair, on all "
                     "workloads, and every triple, on one workload that is drawn)")
          ->type_name("NAME,NAME")
          ->delimiter(',')
          ->allow_extra_args(false);
      app.add_option("--workloads", c.workloads, "Run these workloads only")
          ->type_name("NAME,...")
          ->delimiter(',')
          ->allow_extra_args(false);
      app.add_option("--draw", c.draw, "Run so many of all these runs, drawn by --seed")
          ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
      app.add_option("--seed", c.seed, "Draw the runs, and the workload of each triple, from this seed")
          ->check(natural_number())
          ->capture_default_str();
      app.add_flag("--least", c.least,
                   "Give each machine the least of each resource that its configuration accepts: queues, "
                   "buffers, credits, entries");
      app.add_option("--jobs", c.jobs, "Run at most this many at a time")
          ->check(CLI::Range(1u, 256u))
          ->capture_default_str();
      app.add_option("--variants", o->variants,
                     "Read the techniques, their variants and the resources from this file (default: "
                     "configs/pairs.yaml)")
          ->type_name("FILE.yaml");
      return [o] {
        const auto file = o->variants.empty() ? pairs::variants_file() : std::filesystem::path(o->variants);
        return pairs::run_campaign(pairs::load_variants(file), o->campaign) ? 0 : 1;
      };
    }}};

}  // namespace heddle::pairs_command
