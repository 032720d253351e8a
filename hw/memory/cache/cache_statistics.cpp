// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/cache/cache_statistics.hpp"

#include <string>

namespace heddle {

CacheStatistics::CacheStatistics(StatGroup& group)
    : accesses_(
          group.counter("accesses", "requests", "accesses, each counted once however often it is tried")),
      hits_(group.counter("hits", "requests", "accesses whose bytes were there")),
      misses_(group.counter("misses", "requests",
                            "accesses that sent a request to the next level, or would have")),
      mshr_merges_(
          group.counter("mshr_merges", "requests", "accesses merged into the MSHR of a line on its way")),
      evictions_(group.counter("evictions", "lines", "lines that were replaced")),
      write_backs_(group.counter("write_backs", "lines", "dirty lines sent to the next level")) {
  struct Name {
    const char *name, *description;
  };
  static constexpr std::array<Name, cache_outcomes> names{
      {{"hits", "all bytes there"},
       {"hits_reserved", "the line is on its way already"},
       {"misses", "the line is not there"},
       {"sector_misses", "the line is there, but not all bytes that are wanted"},
       {"reservation_fails", "tries for which a line, an MSHR or room in a queue was missing"}}};
  for (unsigned write = 0; write < 2; ++write)
    for (unsigned k = 0; k < cache_outcomes; ++k)
      outcomes_[write][k] =
          &group.counter(std::string(write ? "write_" : "read_") + names[k].name, "requests",
                         std::string(write ? "writes: " : "reads: ") + names[k].description);
  group.ratio("miss_rate", "", "share of the accesses that missed", misses_, accesses_);
  group.ratio("hit_rate", "", "share of the accesses that hit", hits_, accesses_);
}

}  // namespace heddle
