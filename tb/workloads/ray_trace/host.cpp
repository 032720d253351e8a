// SPDX-License-Identifier: Apache-2.0
// A picture of mirroring spheres. The reference follows each ray by recursion, with arrays for vectors;
// additions, products, quotients and roots have the same operands, so it is exact.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::ray_trace {
namespace {

constexpr std::uint32_t cta_x = 16, cta_y = 8;
constexpr float nearest_hit = 0.001f, floor_level = -1.0f;

struct RayTraceSizes {
  std::uint32_t width = 128, height = 96, spheres = 8, bounces = 3;
  static constexpr auto parameters() {
    using S = RayTraceSizes;
    constexpr auto source = "96 CTAs; Wong2016 has 512 x 512";
    return std::tuple{
        parameter(&S::width, "width", "pixels", 1, 4096, source, "Width of the picture"),
        parameter(&S::height, "height", "pixels", 1, 4096, source, "Height of the picture"),
        parameter(&S::spheres, "spheres", "spheres", 1, 32, "", "Spheres"),
        parameter(&S::bounces, "bounces", "bounces", 0, 16, "", "Bounces that a ray is followed for")};
  }
};

using Vector = std::array<float, 3>;

struct Sphere {
  Vector centre;
  float radius;
  Vector colour;
  float mirrored;
};

std::vector<Sphere> scene(Random& random, std::uint32_t count) {
  std::vector<Sphere> all;
  const auto between = [&](float low, float high) { return uniform(random, low, high); };
  for (std::uint32_t i = 0; i < count; ++i)
    all.push_back({.centre = {between(-2.5f, 2.5f), between(-0.7f, 1.5f), between(0.0f, 4.0f)},
                   .radius = between(0.25f, 0.7f),
                   .colour = {between(0.2f, 1.0f), between(0.2f, 1.0f), between(0.2f, 1.0f)},
                   .mirrored = between(0.1f, 0.6f)});
  return all;
}

float dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Returns a + f * b.
Vector along(const Vector& a, const Vector& b, float f) {
  return {a[0] + b[0] * f, a[1] + b[1] * f, a[2] + b[2] * f};
}

Vector unit(const Vector& a) {
  const float f = 1.0f / std::sqrt(dot(a, a));
  return {a[0] * f, a[1] * f, a[2] * f};
}

std::optional<float> hit(const Sphere& s, const Vector& from, const Vector& direction) {
  const Vector to = along(from, s.centre, -1.0f);
  const float half = dot(to, direction);
  const float square = half * half - (dot(to, to) - s.radius * s.radius);
  if (!(square > 0.0f)) return {};
  const float distance = -half - std::sqrt(square);
  return distance > nearest_hit ? std::optional(distance) : std::nullopt;
}

struct Scene {
  std::vector<Sphere> spheres;
  Vector light;

  /// Adds `weight` times the colour that the ray sees to `colour`.
  void follow(const Vector& from, const Vector& direction, float weight, int bounces, Vector& colour) const {
    const Sphere* nearest = nullptr;
    float distance = 1.0e30f;
    for (const Sphere& s : spheres)
      if (const auto d = hit(s, from, direction); d && *d < distance) {
        distance = *d;
        nearest = &s;
      }
    const float to_floor = direction[1] < 0.0f ? (floor_level - from[1]) / direction[1] : 0.0f;
    const bool is_floor = to_floor > nearest_hit && to_floor < distance;
    if (is_floor) distance = to_floor;
    if (!is_floor && !nearest) {
      colour = along(colour, {0.5f, 0.7f, 1.0f}, weight * (0.5f * (direction[1] + 1.0f)));
      return;
    }

    const Vector point = along(from, direction, distance);
    Vector normal{0.0f, 1.0f, 0.0f}, surface = nearest ? nearest->colour : Vector{};
    float mirrored = nearest ? nearest->mirrored : 0.0f;
    if (is_floor) {
      const bool dark =
          (static_cast<int>(std::floor(point[0])) + static_cast<int>(std::floor(point[2]))) % 2 != 0;
      surface.fill(dark ? 0.1f : 0.9f);
      mirrored = 0.2f;
    } else {
      const float per_radius = 1.0f / nearest->radius;
      for (int i = 0; i < 3; ++i) normal[i] = (point[i] - nearest->centre[i]) * per_radius;
    }
    const float facing = std::max(dot(normal, light), 0.0f);
    const bool shadow = std::any_of(spheres.begin(), spheres.end(),
                                    [&](const Sphere& s) { return hit(s, point, light).has_value(); });
    const float lit = facing > 0.0f && !shadow ? 0.2f + 0.8f * facing : 0.2f;
    colour = along(colour, surface, weight * (1.0f - mirrored) * lit);
    if (bounces > 0)
      follow(point, along(direction, normal, -(2.0f * dot(direction, normal))), weight * mirrored,
             bounces - 1, colour);
  }
};

std::vector<std::uint8_t> picture(const Scene& scene, const RayTraceSizes& s) {
  std::vector<std::uint8_t> out;
  const float scale = 2.0f / static_cast<float>(s.height);
  for (std::uint32_t y = 0; y < s.height; ++y)
    for (std::uint32_t x = 0; x < s.width; ++x) {
      const Vector direction =
          unit({(static_cast<float>(x) - 0.5f * static_cast<float>(s.width)) * scale,
                (0.5f * static_cast<float>(s.height) - static_cast<float>(y)) * scale, 2.0f});
      Vector colour{};
      scene.follow({0.0f, 0.0f, -4.0f}, direction, 1.0f, static_cast<int>(s.bounces), colour);
      for (const float c : colour) out.push_back(static_cast<std::uint8_t>(255.0f * std::min(c, 1.0f)));
      out.push_back(255);
    }
  return out;
}

WorkloadResult run(const WorkloadRun& run, const RayTraceSizes& s) {
  Random random(run.seed);
  const Scene world{scene(random, s.spheres), unit({-0.6f, 0.7f, -0.5f})};
  std::vector<float> spheres, colours;
  for (const Sphere& sphere : world.spheres) {
    spheres.insert(spheres.end(), {sphere.centre[0], sphere.centre[1], sphere.centre[2], sphere.radius});
    colours.insert(colours.end(), {sphere.colour[0], sphere.colour[1], sphere.colour[2], sphere.mirrored});
  }
  run.context.copy_to_device(run.module.variable("spheres").address, std::as_bytes(std::span(spheres)));
  run.context.copy_to_device(run.module.variable("colours").address, std::as_bytes(std::span(colours)));
  const std::size_t bytes = std::size_t{s.width} * s.height * 4;
  const DevicePointer out = run.context.allocate(bytes);
  run.module.function("ray_trace")
      .launch({.grid = {blocks_for(s.width, cta_x), blocks_for(s.height, cta_y)}, .cta = {cta_x, cta_y}}, out,
              static_cast<std::int32_t>(s.width), static_cast<std::int32_t>(s.height),
              static_cast<std::int32_t>(s.spheres), static_cast<std::int32_t>(s.bounces), world.light[0],
              world.light[1], world.light[2]);
  WorkloadResult result;
  result.compare<std::uint8_t>("out", picture(world, s), run.context.download<std::uint8_t>(out, bytes));
  result.set_picture(s.width, s.height, 4);
  return result;
}

const Registration<Workload> registration{make_workload<RayTraceSizes>(
    {.name = "ray_trace",
     .description = "a picture of mirroring spheres, rays followed bounce by bounce",
     .stands_for = "Wong2016 ray, Vijaykumar2015 RAY (GPGPU-Sim's suite)",
     .values =
         "coordinates and directions that change slowly between lanes, except at outlines and after bounces",
     .character = "compute bound (division, square root), very divergent after the first bounce",
     .small = {"width=40", "height=25", "spheres=4", "bounces=2"},
     .paper = {{"width=512", "height=512", "spheres=4"},
               "Wong2016 Table 1; GPGPU-Sim's suite has four spheres"},
     .error = ErrorMeasure::picture},
    run)};

}  // namespace
}  // namespace heddle::ray_trace
