// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cctype>
#include <tuple>

#include "tb/import/conversions.hpp"

namespace heddle::conversions {
namespace {

/// The parts of a cache's value. Version 3.0 has no type, and no function of the index.
struct CacheText {
  char type = 'N';
  std::string sets, line, ways;
  char replacement, write, allocation, write_miss, index = 'L';
  char mshr;
  std::string entries, merges, queue, port;
};

constexpr std::string_view form =
    "[TYPE:]SETS:LINE:WAYS,REPLACEMENT:WRITE:ALLOCATION:WRITE_MISS[:INDEX],MSHR:ENTRIES:MERGES,QUEUE[:FIFO]"
    "[,PORT], as N:64:128:8,L:B:m:W:L,A:32:4,4";

char letter(const Conversion& c, const std::string& part, const char* what, std::string_view known) {
  if (part.size() == 1 && known.find(part[0]) != known.npos) return part[0];
  std::string legal;
  for (const char k : known) legal += fmt::format("{}{}", legal.empty() ? "" : ", ", k);
  c.refuse(part, fmt::format("the {} is none of its letters", what), legal);
}

CacheText parse(const Conversion& c) {
  std::vector<std::vector<std::string>> groups;
  for (const std::string& group : c.parts(",", 4, 5, form)) groups.push_back(parts_of(group, ":"));
  const auto& [lines, policies, mshrs, queue] = std::tie(groups[0], groups[1], groups[2], groups[3]);
  const auto count = [&](const std::vector<std::string>& group, std::size_t least, std::size_t most) {
    if (group.size() < least || group.size() > most)
      c.refuse(fmt::format("{}", fmt::join(group, ":")), fmt::format("this has {} parts", group.size()),
               std::string(form));
  };
  const std::size_t first = std::isalpha(static_cast<unsigned char>(lines[0].c_str()[0])) ? 1 : 0;
  count(lines, first + 3, first + 3);
  count(policies, 4, 5);
  count(mshrs, 3, 3);
  count(queue, 1, 2);
  CacheText t;
  if (first == 1) t.type = letter(c, lines[0], "type", "NS");
  t.sets = lines[first], t.line = lines[first + 1], t.ways = lines[first + 2];
  t.replacement = letter(c, policies[0], "replacement", "LF");
  t.write = letter(c, policies[1], "write policy", "RBTEL");
  t.allocation = letter(c, policies[2], "allocation", "mfs");
  t.write_miss = letter(c, policies[3], "policy of a write that misses", "NWFL");
  if (policies.size() == 5) t.index = letter(c, policies[4], "index", "LHPXC");
  t.mshr = letter(c, mshrs[0], "kind of MSHRs", "ASFT");
  t.entries = mshrs[1], t.merges = mshrs[2], t.queue = queue[0];
  if (groups.size() == 5) count(groups[4], 1, 1), t.port = groups[4][0];
  if (queue.size() == 2) c.number(queue[1]);
  return t;
}

/// Sets what all caches have; `write` is the policy that is modelled here.
CacheText cache(Conversion& c, char write) {
  const CacheText t = parse(c);
  const std::string key(c.key());
  const std::uint64_t line = c.number(t.line), ways = c.number(t.ways);
  c.set({{key + ".bytes", std::to_string(bounded_product({c.number(t.sets), line, ways}))},
         {key + ".ways", std::to_string(ways)},
         {key + ".line_bytes", std::to_string(line)}});
  c.set(key + ".hashed_index", t.index == 'L' ? "false" : "true");
  if (t.index == 'C') c.note("index C, a function of one's own: a hash here");
  if (t.replacement == 'F') c.note("replacement F, first in first out: least recently used here");
  if (t.write != write) c.note(fmt::format("write policy {}: always {} here", t.write, write));
  if (t.allocation == 's')
    c.note("allocation s, where all lines can be on their way: the MSHRs limit it here");
  return t;
}

void mshrs(Conversion& c, const CacheText& t) {
  const std::string key(c.key());
  if (t.allocation == 's') return;  // GPGPU-Sim does not read them
  c.set(key + ".mshr_entries", c.number(t.entries));
  c.set(key + ".mshr_merges", c.number(t.merges));
}

void without_sectors(Conversion& c, const CacheText& t) {
  if (t.type == 'S') c.note("type S, lines of sectors: a miss fetches the line here");
}

/// Is there no such cache? Here it always is.
bool absent(Conversion& c) {
  if (c.value() != "none") return false;
  c.note("there is always such a cache here: its defaults remain");
  return true;
}

void read_only(Conversion& c) {
  if (absent(c)) return;
  const CacheText t = cache(c, 'R');
  without_sectors(c, t);
  mshrs(c, t);
  c.set(std::string(c.key()) + ".queue", c.number(t.queue));
}

}  // namespace

// A launch invalidates the L1 data cache alone there.
void instruction_cache(Conversion& c) {
  read_only(c);
  c.set("sm.l1i_kept", "true");
}

void constant_cache(Conversion& c) { read_only(c); }

// It has no MSHRs: their entries are those of its FIFO of accesses, and their merges its requests.
void texture_cache(Conversion& c) {
  if (absent(c)) return;
  const CacheText t = cache(c, 'R');
  without_sectors(c, t);
  c.set("sm.load_store.texture_fragments", c.number(t.entries));
  c.set(std::string(c.key()) + ".queue", c.number(t.merges));
}

void data_cache(Conversion& c) {
  if (c.value() == "none") {
    c.set("sm.load_store.global_in_l1", "false");
    c.note("local memory has an L1 data cache here all the same");
    return;
  }
  const CacheText t = cache(c, 'L');
  without_sectors(c, t);
  if (t.write_miss != 'N') c.note(fmt::format("writes that miss, {}: written around here (N)", t.write_miss));
  mshrs(c, t);
  c.set(std::string(c.key()) + ".queue", c.number(t.queue));
  if (!t.port.empty() && c.number(t.port) != 0) c.set("sm.load_store.l1d_port_bytes", c.number(t.port));
}

void l2_cache(Conversion& c) {
  if (absent(c)) return;
  const CacheText t = cache(c, 'B');
  c.set("l2.fetch", t.type == 'S' ? "sectors" : "line");
  c.set("l2.write_miss", t.write_miss == 'N'                    ? "around"
                         : t.write_miss == 'L'                  ? "validate"
                         : t.write_miss == 'W' && t.type != 'S' ? "through"
                                                                : "fetch");
  mshrs(c, t);
  c.number(t.queue);
  c.note(fmt::format("a miss queue of {}: misses enter the queue to DRAM (-gpgpu_dram_partition_queues) here",
                     t.queue));
  if (!t.port.empty() && c.number(t.port) != 0) c.set("l2.port_bytes", c.number(t.port));
}

}  // namespace heddle::conversions
