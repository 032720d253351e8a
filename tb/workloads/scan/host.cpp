// Stream compaction by prefix sums. The host scans the sums of the chunks with the same kernels until one
// chunk is left.
#include <algorithm>
#include <iterator>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::scan {
namespace {

constexpr std::uint32_t cta = 256, chunk = 512;
constexpr std::int32_t threshold = 700;  // of values below 1000, so that three in ten are kept

struct ScanSizes {
  std::uint32_t n = 300'000;
  static constexpr auto parameters() {
    return std::tuple{parameter(&ScanSizes::n, "n", "elements", 1, 16'000'000,
                                "586 chunks: their sums need a second level", "Elements to filter")};
  }
};

/// Computes positions[i] = in[0] + ... + in[i - 1].
void scan(const WorkloadRun& run, DevicePointer in, DevicePointer positions, std::uint32_t n) {
  const std::uint32_t chunks = blocks_for(n, chunk);
  const DevicePointer totals = run.context.allocate(chunks * sizeof(int));
  run.module.function("scan_chunks")
      .launch({.grid = {chunks}, .cta = {cta}}, in, positions, totals, static_cast<std::int32_t>(n));
  if (chunks == 1) return;
  const DevicePointer before = run.context.allocate(chunks * sizeof(int));
  scan(run, totals, before, chunks);
  run.module.function("add_before")
      .launch({.grid = {blocks_for(n, cta)}, .cta = {cta}}, positions, before, static_cast<std::int32_t>(n));
}

WorkloadResult run(const WorkloadRun& run, const ScanSizes& s) {
  Random random(run.seed);
  const auto in = integers_below(random, s.n, 1000);
  const std::uint64_t bytes = s.n * sizeof(int);
  const DevicePointer device_in = run.context.upload(in), keep = run.context.allocate(bytes),
                      positions = run.context.allocate(bytes), out = run.context.allocate(bytes);
  const LaunchShape each{.grid = {blocks_for(s.n, cta)}, .cta = {cta}};
  const auto n = static_cast<std::int32_t>(s.n);
  run.module.function("mark").launch(each, device_in, keep, threshold, n);
  scan(run, keep, positions, s.n);
  run.module.function("compact").launch(each, device_in, keep, positions, out, n);

  std::vector<int> kept, places;
  for (const int v : in) {
    places.push_back(static_cast<int>(kept.size()));
    if (v > threshold) kept.push_back(v);
  }
  kept.resize(s.n, 0);  // elements that are not written keep the zeros of a new buffer
  WorkloadResult result;
  result.compare<int>("positions", places, run.context.download<int>(positions, s.n));
  result.compare<int>("out", kept, run.context.download<int>(out, s.n));
  return result;
}

const Registration<Workload> registration{make_workload<ScanSizes>(
    {.name = "scan",
     .description = "stream compaction by prefix sums of keep flags",
     .stands_for = "Lal2017 SCAN (CUDA SDK, for stream compaction), Vijaykumar2015 SLA",
     .values = "flags 0 and 1, sums that grow slowly along the array, elements 0 .. 999",
     .character = "memory bound; trees in shared memory diverge and conflict in banks",
     .small = {"n=3000"}},
    run)};

}  // namespace
}  // namespace heddle::scan
