// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace heddle {

/// Where a situation can arise. A co-simulation reaches all of them; of a system's workloads only those are
/// demanded that can arise `anywhere`. Any other declaration gives a reason.
struct Arises {
  enum class Where {
    anywhere,
    bench_only,       ///< only a bench does that: resets in mid-flight, broken protocols
    never_in_system,  ///< the pipeline around the block cannot present it
    by_chance,        ///< a system can do it, and no workload is asked to
  };
  Where where = Where::anywhere;
  std::string because = {};
};

inline Arises bench_only(std::string because) { return {Arises::Where::bench_only, std::move(because)}; }
/// The reason of all points about resets in mid-flight.
inline Arises only_a_bench_resets() { return bench_only("a GPU is reset once, before anything runs"); }
inline Arises never_in_system(std::string because) {
  return {Arises::Where::never_in_system, std::move(because)};
}
inline Arises by_chance(std::string because) { return {Arises::Where::by_chance, std::move(because)}; }

/// Functional coverage: named situations, each with the number of times it was seen.
class Coverage {
 public:
  struct Point {
    std::string name;
    std::uint64_t hits = 0;
    Arises arises = {};
    std::string family = {};  ///< of points that differ by a number only: their name with {} for it
    unsigned number = 0;
  };

  /// Declares a point; count by ++ on the result, whose address is stable.
  std::uint64_t& point(std::string name, Arises arises = {}) {
    return points_.emplace_back(Point{std::move(name), 0, std::move(arises)}).hits;
  }
  /// One point for each number in [first, last], named by `name` with "{}" for the number.
  std::vector<std::uint64_t*> points(const std::string& name, unsigned first, unsigned last,
                                     const Arises& arises = {});

  /// A point of a family whose numbers stand for something with a name.
  std::uint64_t& member(std::string family, unsigned number, std::string name, Arises arises = {}) {
    return points_.emplace_back(Point{std::move(name), 0, std::move(arises), std::move(family), number}).hits;
  }

  const std::deque<Point>& all() const { return points_; }

 private:
  std::deque<Point> points_;
};

}  // namespace heddle
