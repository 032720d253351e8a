// SPDX-License-Identifier: Apache-2.0
// Prefix sums, alone or for stream compaction. The host scans the sums of the chunks with the same kernels
// until one chunk is left.
#include <algorithm>
#include <iterator>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::scan {
namespace {

constexpr std::uint32_t cta = 256, chunk = 512;
constexpr std::int32_t threshold = 700;  // of values below 1000, so that three in ten are kept

enum class Values : std::uint8_t { flags, random, compaction };
constexpr auto names_of(Values) {
  return std::array{Named{Values::flags, "flags"}, Named{Values::random, "random"},
                    Named{Values::compaction, "compaction"}};
}

struct ScanSizes {
  std::uint32_t n = 300'000;
  Values values = Values::flags;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&ScanSizes::n, "n", "elements", 1, 16'000'000, "586 chunks: their sums need a second level",
                  "Elements"),
        parameter(&ScanSizes::values, "values", "Lal2017 scans the flags of a stream compaction",
                  "flags: 0 and 1 (three in ten); random: 31 random bits, as in the CUDA SDK; "
                  "compaction: elements 0 .. 999 are marked, scanned and compacted")};
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

/// Scans flags, or random numbers, whose sums wrap around.
WorkloadResult scan_alone(const WorkloadRun& run, const ScanSizes& s) {
  Random random(run.seed);
  std::vector<int> in(s.n), sums(s.n);
  for (int& i : in)
    i = s.values == Values::flags ? static_cast<int>(random.below(10) < 3) : static_cast<int>(random() >> 33);
  const DevicePointer device_in = run.context.upload(in), positions = run.context.allocate(s.n * sizeof(int));
  scan(run, device_in, positions, s.n);
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    sums[i] = static_cast<int>(sum);
    sum += static_cast<std::uint32_t>(in[i]);
  }
  WorkloadResult result;
  result.compare<int>("positions", sums, run.context.download<int>(positions, s.n));
  return result;
}

WorkloadResult run(const WorkloadRun& run, const ScanSizes& s) {
  if (s.values != Values::compaction) return scan_alone(run, s);
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
     .description = "prefix sums of the keep flags of a stream compaction",
     .stands_for = "Lal2017 SCAN (CUDA SDK, for stream compaction), Vijaykumar2015 SLA",
     .values = "flags 0 and 1, and sums that grow slowly along the array, as Lal2017 has them; "
               "values=random: 31 random "
               "bits (CUDA SDK); values=compaction: elements 0 .. 999, too",
     .character = "memory bound; trees in shared memory diverge and conflict in banks",
     .small = {"n=3000", "values=compaction"},  // all kernels
     .paper = {{"n=6815744"}, "CUDA SDK 4.2, scan: 13 * 2^19 elements; its values are Lal2017's"}},
    run)};

}  // namespace
}  // namespace heddle::scan
