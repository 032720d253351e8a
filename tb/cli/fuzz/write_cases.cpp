// SPDX-License-Identifier: Apache-2.0
#include "tb/cli/fuzz/write_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "tb/cosim/progress.hpp"
#include "tb/fuzz/forms/form_case.hpp"
#include "tb/fuzz/run/case_files.hpp"
#include "tb/fuzz/worker_pool.hpp"

namespace heddle {

void write_kernels(const CampaignOptions& o) {
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

void write_forms(const CampaignOptions& o) {
  std::error_code none;
  std::filesystem::create_directories(o.out, none);
  std::size_t number = 0, written = 0;
  for (const fuzz::Form* f : fuzz::all_forms()) {
    ++number;
    if (f->family == fuzz::Family::carry || f->shared_definition || !fuzz::on_sm_90(*f)) continue;
    std::string text(f->text);
    std::ranges::replace(text, '|', '_');
    fuzz::write_form(*f, o.out, fmt::format("{:04}-{}", number, text));
    ++written;
  }
  fmt::print("{} forms in {}\n", written, o.out.string());
}

}  // namespace heddle
