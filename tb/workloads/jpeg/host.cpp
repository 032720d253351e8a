// SPDX-License-Identifier: Apache-2.0
// The lossy part of a JPEG encoder. Kernel and reference sum the cosine transform in the same order with
// fused multiply-adds, and round a correctly rounded quotient, so the check is exact.
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "tb/workloads/dct.hpp"
#include "tb/workloads/image.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::jpeg {
namespace {

constexpr std::uint32_t side = 8, area = 64;

/// The luminance quantisation steps of ITU-T T.81, Table K.1.
constexpr std::array<std::int32_t, area> steps{
    16, 11,  10,  16, 24, 40, 51, 61, 12,  12,  14,  19,  26, 58, 60, 55,  14,  13,  16,  24, 40, 57,
    69, 56,  14,  17, 22, 29, 51, 87, 80,  62,  18,  22,  37, 56, 68, 109, 103, 77,  24,  35, 55, 64,
    81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98,  112, 100, 103, 99};

struct JpegSizes {
  std::uint32_t columns = 40, rows = 30;
  static constexpr auto parameters() {
    constexpr auto source = "1200 CTAs";
    return std::tuple{
        parameter(&JpegSizes::columns, "columns", "blocks", 1, 1024, source, "Blocks of 8 pixels across"),
        parameter(&JpegSizes::rows, "rows", "blocks", 1, 1024, source, "Blocks of 8 pixels down")};
  }
};

/// Returns the coefficients in zigzag order: by rising diagonals, in alternating directions.
std::array<std::uint8_t, area> zigzag_order() {
  std::array<std::uint8_t, area> order{};
  std::size_t next = 0;
  for (int diagonal = 0; diagonal < 15; ++diagonal)
    for (int i = 0; i <= diagonal; ++i) {
      const int row = diagonal % 2 == 0 ? diagonal - i : i, column = diagonal - row;
      if (row < 8 && column < 8) order[next++] = static_cast<std::uint8_t>(row * 8 + column);
    }
  return order;
}

struct Encoded {
  std::vector<std::int16_t> quantised;
  std::vector<std::uint16_t> symbols;
  std::vector<int> counts, lengths;
};

/// Returns the values of the block at (left, top), in the picture's order of coefficients.
std::array<int, area> quantised_block(const Image& picture, std::size_t left, std::size_t top,
                                      const std::vector<float>& cosines) {
  std::array<int, area> values{};
  for (std::size_t v = 0; v < side; ++v)
    for (std::size_t u = 0; u < side; ++u) {
      float sum = 0.0f;
      for (std::size_t x = 0; x < side; ++x) {
        float column = 0.0f;
        for (std::size_t y = 0; y < side; ++y)
          column = std::fma(cosines[v * side + y], static_cast<float>(picture.at(left + x, top + y)) - 128.0f,
                            column);
        sum = std::fma(column, cosines[u * side + x], sum);
      }
      const std::size_t i = v * side + u;
      values[i] = static_cast<int>(std::nearbyint(sum / static_cast<float>(steps[i])));
    }
  return values;
}

void append(Encoded& out, const std::array<int, area>& values, const std::array<std::uint8_t, area>& order) {
  const std::size_t begin = out.symbols.size();
  int zeros = 0, length = 0;
  for (std::size_t i = 0; i < area; ++i) {
    const int value = values[order[i]];
    out.quantised.push_back(static_cast<std::int16_t>(value));
    if (i == 0) continue;
    if (value == 0) {
      ++zeros;
      continue;
    }
    const int bits = std::bit_width(static_cast<unsigned>(std::abs(value)));
    out.symbols.push_back(static_cast<std::uint16_t>(zeros * 16 + bits));
    length += bits;
    zeros = 0;
  }
  out.counts.push_back(static_cast<int>(out.symbols.size() - begin));
  out.lengths.push_back(length);
  out.symbols.resize(begin + area, 0);  // places that are not used keep the zeros of a new buffer
}

WorkloadResult run(const WorkloadRun& run, const JpegSizes& s) {
  Random random(run.seed);
  const Image picture = photograph(random, s.columns * side, s.rows * side);
  const auto matrix = dct_matrix();
  const std::vector<float> cosines(matrix.begin(), matrix.end());
  const auto order = zigzag_order();
  const auto set = [&](const char* name, const auto& values) {
    run.context.copy_to_device(run.module.variable(name).address, std::as_bytes(std::span(values)));
  };
  set("cosines", cosines);
  set("steps", steps);
  set("zigzag", order);
  const std::size_t blocks = std::size_t{s.columns} * s.rows;
  const DevicePointer in = run.context.upload(picture.pixels),
                      quantised = run.context.allocate(blocks * area * 2),
                      symbols = run.context.allocate(blocks * area * 2),
                      counts = run.context.allocate(blocks * 4), lengths = run.context.allocate(blocks * 4);
  run.module.function("jpeg").launch({.grid = {s.columns, s.rows}, .cta = {area}}, in, quantised, symbols,
                                     counts, lengths, static_cast<std::int32_t>(s.columns * side));

  Encoded expected;
  for (std::size_t row = 0; row < s.rows; ++row)
    for (std::size_t column = 0; column < s.columns; ++column)
      append(expected, quantised_block(picture, column * side, row * side, cosines), order);
  Context& c = run.context;
  WorkloadResult result;
  result.compare<std::int16_t>("quantised", expected.quantised,
                               c.download<std::int16_t>(quantised, blocks * area));
  result.compare<std::uint16_t>("symbols", expected.symbols,
                                c.download<std::uint16_t>(symbols, blocks * area));
  result.compare<int>("counts", expected.counts, c.download<int>(counts, blocks));
  result.compare<int>("lengths", expected.lengths, c.download<int>(lengths, blocks));
  return result;
}

const Registration<Workload> registration{make_workload<JpegSizes>(
    {.name = "jpeg",
     .description = "the lossy part of a JPEG encoder: transform, quantisation, zigzag, run lengths",
     .stands_for = "Vijaykumar2015 JPEG",
     .values = "bytes of a picture; coefficients are nearly all zero after quantisation",
     .character = "compute in shared memory, CTAs of two warps; divergent where few coefficients are left",
     .small = {"columns=4", "rows=3"},
     .paper =
         {{"columns=64", "rows=64"},
          "chosen: no source of the program was found; the pictures of the CUDA SDK have 512 x 512 pixels"}},
    run)};

}  // namespace
}  // namespace heddle::jpeg
