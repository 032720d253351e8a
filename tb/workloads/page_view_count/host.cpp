// SPDX-License-Identifier: Apache-2.0
// Views of each page in a web server's log, counted in a hash table. The order of atomics decides which line
// represents its page and how the result is ordered, but not the count of a page.
#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::page_view_count {
namespace {

constexpr std::uint32_t cta = 256;

enum class Values : std::uint8_t { mars, server };
constexpr auto names_of(Values) {
  return std::array{Named{Values::mars, "mars"}, Named{Values::server, "server"}};
}

struct PageViewCountSizes {
  std::uint32_t lines = 8'192, pages = 1'024;
  Values values = Values::mars;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&PageViewCountSizes::lines, "lines", "lines", 1, 1'000'000, "32 CTAs", "Lines of the log"),
        parameter(&PageViewCountSizes::pages, "pages", "pages", 1, 1'000'000, "some 8 views a page",
                  "Pages that visitors choose from"),
        parameter(&PageViewCountSizes::values, "values", "Mars",
                  "mars: its generator's lines, all pages alike often; server: times, sections, Zipf's law")};
  }
};

struct Log {
  std::string text{};
  std::vector<int> first{}, page{};  ///< of each line: where it begins, which page it names
};

/// Lines as Mars' GenWebLogSrc makes them: the page, the client's address, a number. The kernel wants a space
/// before the page and behind it, where Mars has nothing and a tab.
Log generated(Random& random, const PageViewCountSizes& s) {
  Log log;
  const auto byte = [&] { return random.below(256); };
  for (std::uint32_t i = 0; i < s.lines; ++i) {
    const std::uint32_t page = random.below(s.pages), a = byte(), b = byte(), c = byte(), d = byte();
    log.first.push_back(static_cast<int>(log.text.size()));
    log.page.push_back(static_cast<int>(page));
    fmt::format_to(std::back_inserter(log.text), " http://www.abcdefg.com/{}.html {}.{}.{}.{}\t{}\n", page, a,
                   b, c, d, random.below(1000));
  }
  return log;
}

/// Visitors choose pages by Zipf's law (page r about as often as 1 / r); times increase, and clients come
/// from one network.
Log visited(Random& random, const PageViewCountSizes& s) {
  constexpr const char* sections[] = {"shop", "news", "img/icons", "blog/2016", "about"};
  Log log;
  std::uint32_t time = 1'450'000'000;
  for (std::uint32_t i = 0; i < s.lines; ++i) {
    const float rank = std::pow(static_cast<float>(s.pages), uniform(random, 0.0f, 1.0f));
    const std::uint32_t page = std::min(static_cast<std::uint32_t>(rank), s.pages) - 1;
    time += random.below(3);
    log.first.push_back(static_cast<int>(log.text.size()));
    log.page.push_back(static_cast<int>(page));
    log.text += fmt::format("{} /{}/{:04}.html 10.17.{}.{}\n", time, sections[page % 5], page,
                            random.below(8), random.below(256));
  }
  return log;
}

WorkloadResult run(const WorkloadRun& run, const PageViewCountSizes& sizes) {
  Random random(run.seed);
  const Log log = sizes.values == Values::mars ? generated(random, sizes) : visited(random, sizes);
  const std::uint32_t slots = std::bit_ceil(2 * sizes.pages);
  Context& c = run.context;
  const DevicePointer text = c.allocate(log.text.size()), first = c.upload(log.first);
  c.copy_to_device(text, std::as_bytes(std::span(log.text)));
  const std::uint64_t bytes = slots * sizeof(int);
  const DevicePointer line_in = c.allocate(bytes), views = c.allocate(bytes), line_out = c.allocate(bytes),
                      views_out = c.allocate(bytes), used = c.allocate(sizeof(int));
  run.module.function("views_count")
      .launch({.grid = {blocks_for(sizes.lines, cta)}, .cta = {cta}}, text, first, line_in, views,
              static_cast<std::int32_t>(sizes.lines), static_cast<std::int32_t>(slots));
  run.module.function("views_gather")
      .launch({.grid = {blocks_for(slots, cta)}, .cta = {cta}}, line_in, views, line_out, views_out, used,
              static_cast<std::int32_t>(slots));

  std::vector<int> want(sizes.pages, 0), got(sizes.pages, 0);
  for (const int page : log.page) ++want[static_cast<std::size_t>(page)];
  const auto count = std::min(slots, c.get<std::uint32_t>(used));
  const auto got_line = c.download<std::uint32_t>(line_out, count);
  const auto got_views = c.download<int>(views_out, count);
  for (std::size_t i = 0; i < count; ++i)  // a line number out of range leaves its page without views
    if (got_line[i] < sizes.lines) got[static_cast<std::size_t>(log.page[got_line[i]])] += got_views[i];
  WorkloadResult result;
  result.compare<int>("views", want, got);
  return result;
}

const Registration<Workload> registration{make_workload<PageViewCountSizes>(
    {.name = "page_view_count",
     .description = "views of each page in a server's log: map into a hash table, then gather",
     .stands_for = "Vijaykumar2015 PVC, Lal2017 PageViewCount (Mars)",
     .values = "lines as in Mars: \"http://www.abcdefg.com/<0-1023>.html a.b.c.d <0-999>\", uniform; "
               "values=server: growing "
               "times, pages by Zipf's law, clients of one network",
     .character = "memory bound, byte loads, atomics on few addresses; strong divergence by string and probe",
     .small = {"lines=400", "pages=60"},
     .paper = {{"lines=1000000", "pages=1024"}, "Mars, PageViewCount: 1,000,000 lines"}},
    run)};

}  // namespace
}  // namespace heddle::page_view_count
