// SPDX-License-Identifier: Apache-2.0
// Sorts pages by their views. The list is padded to a power of two with pages that have no views.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::page_view_rank {
namespace {

constexpr std::uint32_t cta = 256, chunk = 2 * cta;

enum class Values : std::uint8_t { mars, zipf };
constexpr auto names_of(Values) {
  return std::array{Named{Values::mars, "mars"}, Named{Values::zipf, "zipf"}};
}

struct PageViewRankSizes {
  std::uint32_t pages = 6'000;
  Values values = Values::mars;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&PageViewRankSizes::pages, "pages", "pages", 1, 1'000'000, "16 CTAs and 22 launches",
                  "Pages to rank"),
        parameter(&PageViewRankSizes::values, "values", "Mars",
                  "mars: 31 random bits, and where the page's line begins; zipf: views by Zipf's "
                  "law, and 0, 1, 2, ...")};
  }
};

/// Records as Mars' PageViewRank maps them: a random count, and the offset of a line
/// "http://www.abcdefg.com/<0-1023>.html\t<count>\n".
void draw_records(Random& random, std::vector<int>& views, std::vector<int>& page) {
  std::size_t offset = 0;
  for (std::size_t i = 0; i < page.size(); ++i) {
    page[i] = static_cast<int>(offset);
    const auto count = static_cast<int>(random() >> 33);
    if (i < views.size()) views[i] = count;
    offset += fmt::formatted_size("http://www.abcdefg.com/{}.html\t{}\n", random.below(1024), count);
  }
}

/// Views follow Zipf's law: the page of rank r has about 100 000 / r, with noise, and pages are in random
/// order.
std::vector<int> zipf_views(Random& random, std::uint32_t pages) {
  std::vector<int> views;
  for (std::uint32_t rank = 1; rank <= pages; ++rank)
    views.push_back(static_cast<int>(1e5f / static_cast<float>(rank) * uniform(random, 0.8f, 1.2f)));
  for (std::uint32_t i = pages; i > 1; --i) std::swap(views[i - 1], views[random.below(i)]);
  return views;
}

WorkloadResult run(const WorkloadRun& run, const PageViewRankSizes& sizes) {
  Random random(run.seed);
  const std::uint32_t count = std::max(chunk, std::bit_ceil(sizes.pages));
  std::vector<int> views(sizes.pages), page(count);
  if (sizes.values == Values::mars) {
    draw_records(random, views, page);
  } else {
    views = zipf_views(random, sizes.pages);
    std::iota(page.begin(), page.end(), 0);
  }
  std::vector<int> padded = views;
  padded.resize(count, -1);
  const DevicePointer device_views = run.context.upload(padded), device_page = run.context.upload(page);
  const Function near = run.module.function("rank_near"), far = run.module.function("rank_far");
  const LaunchShape shape{.grid = {count / chunk}, .cta = {cta}};
  near.launch(shape, device_views, device_page, 2, static_cast<std::int32_t>(chunk));
  for (std::uint32_t length = 2 * chunk; length <= count; length *= 2) {
    const auto sorted = static_cast<std::int32_t>(length);
    for (std::int32_t distance = sorted / 2; distance > static_cast<std::int32_t>(cta); distance /= 2)
      far.launch(shape, device_views, device_page, sorted, distance);
    near.launch(shape, device_views, device_page, sorted, sorted);
  }

  std::vector<std::size_t> order(sizes.pages);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return views[a] > views[b]; });
  std::vector<int> want_page, want_views;
  for (const std::size_t i : order) {
    want_page.push_back(page[i]);
    want_views.push_back(views[i]);
  }
  WorkloadResult result;
  result.compare<int>("page", want_page, run.context.download<int>(device_page, sizes.pages));
  result.compare<int>("views", want_views, run.context.download<int>(device_views, sizes.pages));
  return result;
}

const Registration<Workload> registration{make_workload<PageViewRankSizes>(
    {.name = "page_view_rank",
     .description = "pages in the order of their views: bitonic sort of pairs",
     .stands_for = "Vijaykumar2015 PVR, Lal2017 PageViewRank (Mars)",
     .values = "counts of 31 random bits and rising offsets into a text, as in Mars; values=zipf: views by "
               "Zipf's law, "
               "page numbers 0, 1, 2, ...",
     .character = "memory bound in the far steps, latency bound in shared memory in the near ones; the "
                  "exchanges diverge",
     .small = {"pages=700"},
     .paper = {{"pages=1000000"}, "Mars, PageViewRank: 1,000,000 lines"}},
    run)};

}  // namespace
}  // namespace heddle::page_view_rank
