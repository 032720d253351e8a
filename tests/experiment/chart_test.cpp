// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/chart.hpp"

#include <gtest/gtest.h>

namespace heddle::chart_test {
namespace {

using Json = nlohmann::ordered_json;

/// Three series over two workloads, of one run or with a spread.
Json table(const char* x, const std::vector<std::string>& names, bool spread) {
  Json t{{"title", "T"},
         {"source", "S"},
         {"x", x},
         {"x_label", ""},
         {"y", "speedup"},
         {"mean", "geometric"},
         {"workloads", {"a", "b"}},
         {"series", Json::array()},
         {"compare", {{{"mark", 1.4}}, {{"mark", nullptr}}}}};
  for (const std::string& name : names) {
    t["series"].push_back({{"name", name}, {"bar", name}, {"values", {0.9, 1.3}}, {"mean", 1.1}});
    if (spread) t["series"].back().update({{"spread", {0.1, nullptr}}, {"mean_spread", 0.1}});
  }
  return t;
}

TEST(Charts, AreDrawnWithAndWithoutASpread) {
  for (const char* x : {"workloads", "series"})
    for (const bool spread : {false, true}) {
      const std::string svg = draw_chart(table(x, {"one", "two", "three"}, spread));
      EXPECT_NE(svg.find("<!-- published -->"), std::string::npos) << x << spread;
    }
}

/// Bars are drawn as patches, and a line with markers as uses of one marker.
TEST(Charts, OfASweepAreLines) {
  const auto markers = [](const std::string& svg) {
    unsigned count = 0;
    for (auto at = svg.find("<use "); at != svg.npos; at = svg.find("<use ", at + 1)) ++count;
    return count;
  };
  const unsigned bars = markers(draw_chart(table("series", {"a", "b", "c"}, false)));
  EXPECT_GE(markers(draw_chart(table("series", {"1 cycle", "2 cycles", "4 cycles"}, false))), bars + 3);
}

}  // namespace
}  // namespace heddle::chart_test
