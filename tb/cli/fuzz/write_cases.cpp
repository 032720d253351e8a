#include "tb/cli/fuzz/write_cases.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "tb/cosim/progress.hpp"
#include "tb/fuzz/case_files.hpp"
#include "tb/fuzz/worker_pool.hpp"

namespace heddle {

void write_cases(const CampaignOptions& o) {
  const auto write = [&](std::uint64_t number) -> std::string {
    try {
      fuzz::write_case(fuzz::draw_portable_case(o.seed, number), o.out, fmt::format("{}-{}", o.seed, number));
      return "written";
    } catch (const Error& e) {
      return e.what();
    }
  };
  WorkerPool pool(o.jobs, o.first, o.first + o.kernels, write);
  ProgressBar bar;
  std::uint64_t written = 0;
  while (!pool.ended()) {
    const std::string outcome = pool.next(0.5);
    bar.show(fmt::format("seed {}: {} of {} kernels", o.seed, written, o.kernels));
    if (outcome.empty()) continue;
    if (outcome != "written") throw Error({.place = "random kernel", .what = outcome});
    ++written;
  }
  fmt::print("seed {}: {} kernels in {}\n", o.seed, written, o.out.string());
}

}  // namespace heddle
