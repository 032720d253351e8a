#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace heddle {

/// Functional coverage: named situations, each with the number of times it was seen.
class Coverage {
 public:
  struct Point {
    std::string name;
    std::uint64_t hits = 0;
    std::string family = {};  ///< of points that differ by a number only: their name with {} for it
    unsigned number = 0;
  };

  /// Declares a point; count by ++ on the result, whose address is stable.
  std::uint64_t& point(std::string name) { return points_.emplace_back(Point{std::move(name)}).hits; }
  /// One point for each number in [first, last], named by `name` with "{}" for the number.
  std::vector<std::uint64_t*> points(const std::string& name, unsigned first, unsigned last);

  const std::deque<Point>& all() const { return points_; }

 private:
  std::deque<Point> points_;
};

}  // namespace heddle
