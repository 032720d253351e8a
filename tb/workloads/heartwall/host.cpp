// SPDX-License-Identifier: Apache-2.0
// Tracks points on the wall of a beating heart over the frames of an ultrasound film, by correlation with
// templates from the first frame. The reference correlates on whole frames; it sums row by row in the
// template's order, so it is exact.
#include <algorithm>
#include <cmath>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::heartwall {
namespace {

constexpr std::int32_t side = 12, reach = 8, size = side * side;
constexpr std::uint32_t cta = 512;

struct HeartwallSizes {
  std::uint32_t width = 320, height = 240, points = 51, frames = 2;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&HeartwallSizes::width, "width", "pixels", 16, 2048, "a small film", "Width of a frame"),
        parameter(&HeartwallSizes::height, "height", "pixels", 16, 2048, "a small film", "Height of a frame"),
        parameter(&HeartwallSizes::points, "points", "points", 1, 1024, "51 CTAs (Jeon2015 Table 1)",
                  "Points to follow"),
        parameter(&HeartwallSizes::frames, "frames", "frames", 1, 100, "two launches",
                  "Frames behind the first")};
  }
};

using Pixels = std::vector<std::uint8_t>;

/// The heart's wall: an ellipse whose size varies by a tenth. The tissue has a texture that moves with the
/// wall.
struct Heart {
  float width, height, phase, wave[6];

  float radius(float time) const { return 0.3f * (1.0f + 0.1f * std::sin(0.7f * time + phase)); }

  /// Returns the brightness at radius r (1: on the wall) and an angle.
  float tissue(float r, float angle) const {
    const float away = (r - 1.0f) * 5.0f, wall = std::exp(-away * away);
    const float texture = std::sin(9.0f * angle + wave[0]) * std::cos(20.0f * r + wave[1]) +
                          std::sin(23.0f * angle + wave[2]) * std::cos(31.0f * r + wave[3]) +
                          std::sin(37.0f * angle + wave[4]) * std::cos(11.0f * r + wave[5]);
    return 30.0f + 150.0f * wall + (12.0f + 20.0f * wall) * texture;
  }

  Pixels frame(Random& random, int time) const {
    Pixels pixels;
    for (float y = 0; y < height; ++y)
      for (float x = 0; x < width; ++x) {
        const float dx = x / width - 0.5f, dy = y / height - 0.5f;
        const float r = std::hypot(dx, dy) / radius(static_cast<float>(time));
        const float light = tissue(r, std::atan2(dy, dx)) + uniform(random, -6.0f, 6.0f);
        pixels.push_back(static_cast<std::uint8_t>(std::clamp(light, 0.0f, 255.0f)));
      }
    return pixels;
  }
};

/// The corners of the templates, evenly spaced by angle on the wall.
struct Places {
  std::vector<std::int32_t> x{}, y{};
};

Places on_wall(const Heart& heart, std::uint32_t points) {
  Places places;
  for (std::uint32_t p = 0; p < points; ++p) {
    const float angle = 6.2831853f * static_cast<float>(p) / static_cast<float>(points);
    const float x = (0.5f + heart.radius(0) * std::cos(angle)) * heart.width,
                y = (0.5f + heart.radius(0) * std::sin(angle)) * heart.height;
    places.x.push_back(static_cast<std::int32_t>(x) - side / 2);
    places.y.push_back(static_cast<std::int32_t>(y) - side / 2);
  }
  return places;
}

/// A film; beyond its border a frame repeats its edge.
struct Film {
  std::int32_t width, height;
  std::vector<Pixels> frames{};

  float at(std::size_t frame, std::int32_t x, std::int32_t y) const {
    x = std::clamp(x, 0, width - 1);
    y = std::clamp(y, 0, height - 1);
    return static_cast<float>(frames[frame][static_cast<std::size_t>(y * width + x)]);
  }
  /// Returns the template at (x, y) of the first frame, less its mean.
  std::vector<float> pattern(std::int32_t x, std::int32_t y) const {
    std::vector<float> values;
    float sum = 0;
    for (std::int32_t i = 0; i < size; ++i) {
      values.push_back(at(0, x + i % side, y + i / side));
      sum += values.back();
    }
    for (float& v : values) v -= sum / size;
    return values;
  }
  float match(std::size_t frame, const float* pattern, std::int32_t x, std::int32_t y) const {
    float together = 0, sum = 0, squares = 0;
    for (std::int32_t i = 0; i < size; ++i) {
      const float seen = at(frame, x + i % side, y + i / side);
      together = std::fma(pattern[i], seen, together);
      sum += seen;
      squares = std::fma(seen, seen, squares);
    }
    return together / std::sqrt(std::fma(sum, -sum / size, squares) + 1.0f);
  }
};

struct Track {
  std::vector<int> x{}, y{};  ///< frame after frame
  std::vector<float> match{};

  void append(const std::vector<std::int32_t>& to_x, const std::vector<std::int32_t>& to_y,
              const std::vector<float>& matches) {
    x.insert(x.end(), to_x.begin(), to_x.end());
    y.insert(y.end(), to_y.begin(), to_y.end());
    match.insert(match.end(), matches.begin(), matches.end());
  }
};

Track tracked(const Film& film, Places at, const std::vector<float>& patterns) {
  Track track;
  std::vector<float> best(at.x.size());
  for (std::size_t f = 1; f < film.frames.size(); ++f) {
    for (std::size_t p = 0; p < at.x.size(); ++p) {
      const Places old{{at.x[p]}, {at.y[p]}};
      best[p] = -3.0e38f;
      for (std::int32_t dy = -reach; dy <= reach; ++dy)
        for (std::int32_t dx = -reach; dx <= reach; ++dx) {
          const float m = film.match(f, patterns.data() + p * size, old.x[0] + dx, old.y[0] + dy);
          if (m <= best[p]) continue;
          best[p] = m;
          at.x[p] = old.x[0] + dx;
          at.y[p] = old.y[0] + dy;
        }
    }
    track.append(at.x, at.y, best);
  }
  return track;
}

WorkloadResult run(const WorkloadRun& run, const HeartwallSizes& sizes) {
  Random random(run.seed);
  Heart heart{static_cast<float>(sizes.width), static_cast<float>(sizes.height), uniform(random, 0, 6), {}};
  for (float& w : heart.wave) w = uniform(random, 0.0f, 6.0f);
  Film film{static_cast<std::int32_t>(sizes.width), static_cast<std::int32_t>(sizes.height)};
  for (std::uint32_t f = 0; f <= sizes.frames; ++f)
    film.frames.push_back(heart.frame(random, static_cast<int>(f)));
  const Places start = on_wall(heart, sizes.points);
  std::vector<float> patterns;
  for (std::uint32_t p = 0; p < sizes.points; ++p) {
    const auto one = film.pattern(start.x[p], start.y[p]);
    patterns.insert(patterns.end(), one.begin(), one.end());
  }

  Context& c = run.context;
  const DevicePointer frame = c.allocate(film.frames[0].size()), pattern = c.upload(patterns),
                      x = c.upload(start.x), y = c.upload(start.y),
                      match = c.allocate(sizes.points * sizeof(float));
  Track got;
  for (std::uint32_t f = 1; f <= sizes.frames; ++f) {
    c.copy_to_device(frame, std::as_bytes(std::span(film.frames[f])));
    run.module.function("heartwall_track")
        .launch({.grid = {sizes.points}, .cta = {cta}}, frame, film.width, film.height, pattern, x, y, match);
    got.append(c.download<std::int32_t>(x, sizes.points), c.download<std::int32_t>(y, sizes.points),
               c.download<float>(match, sizes.points));
  }
  const Track want = tracked(film, start, patterns);
  WorkloadResult result;
  result.compare<int>("x", want.x, got.x);
  result.compare<int>("y", want.y, got.y);
  result.compare<float>("match", want.match, got.match);
  return result;
}

const Registration<Workload> registration{make_workload<HeartwallSizes>(
    {.name = "heartwall",
     .description = "points of a beating heart's wall followed over frames by correlation",
     .stands_for = "Jeon2015 Heartwall, Lal2017 heartwall (Rodinia)",
     .values = "ultrasound-like frames in bytes: a bright beating ring, moving texture, noise; templates of "
               "mean 0 in floats",
     .character = "compute bound in shared memory; 289 of 512 threads search, then a reduction",
     .small = {"width=64", "height=48", "points=6", "frames=1"}},
    run)};

}  // namespace
}  // namespace heddle::heartwall
