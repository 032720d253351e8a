// SPDX-License-Identifier: Apache-2.0
// The product of a sparse matrix and a vector, with one thread and with one warp a row.
// The reference adds in double precision over a list of entries, without rows.
#include <algorithm>
#include <cmath>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::spmv {
namespace {

constexpr std::uint32_t cta = 128, warp = 32;

enum class Values : std::uint8_t { uniform, links };
constexpr auto names_of(Values) {
  return std::array{Named{Values::uniform, "uniform"}, Named{Values::links, "links"}};
}

struct SpmvSizes {
  std::uint32_t rows = 4'096, shortest = 3;
  Values values = Values::uniform;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&SpmvSizes::rows, "rows", "rows", 1, 1'000'000, "32 and 1024 CTAs",
                  "Rows and columns of the matrix"),
        parameter(&SpmvSizes::shortest, "shortest", "entries", 1, 64, "some 9 entries a row on average",
                  "values=links: entries of the shortest rows; the longest have hundreds"),
        parameter(&SpmvSizes::values, "values", "SHOC",
                  "uniform: one in a hundred positions has an entry, entries and vector in [0, 10); links: a "
                  "link matrix with power-law rows, equal shares in a row")};
  }
  void validate() const {
    if (values == Values::uniform && rows > 131'072)
      throw Error({.what = "one in a hundred positions of so large a matrix is too much",
                   .value = fmt::format("rows={}", rows),
                   .legal = "rows up to 131072, or values=links"});
  }
};

/// Entry e is value[e] at (row[e], column[e]); entries are sorted by rows.
struct Matrix {
  std::vector<int> first{0}, row{}, column{};
  std::vector<float> value{};
};

/// Each position has an entry with a probability of 1 %, so that gaps between entries are geometric.
Matrix uniform_matrix(Random& random, const SpmvSizes& s) {
  Matrix m;
  const float scale = 1.0f / std::log(0.99f);
  for (std::uint32_t r = 0; r < s.rows; ++r) {
    const auto gap = [&] {
      return static_cast<std::size_t>(std::log(uniform(random, 0x1p-24f, 1.0f)) * scale);
    };
    for (std::size_t c = gap(); c < s.rows; c += 1 + gap()) {
      m.row.push_back(static_cast<int>(r));
      m.column.push_back(static_cast<int>(c));
      m.value.push_back(uniform(random, 0.0f, 10.0f));
    }
    m.first.push_back(static_cast<int>(m.column.size()));
  }
  return m;
}

/// Row lengths follow a power law with exponent 2.5, like the links on web pages; columns with low numbers
/// are frequent. A row's values are equal shares of 1, as in a link matrix, times a weight of 1 .. 4.
Matrix link_matrix(Random& random, const SpmvSizes& s) {
  Matrix m;
  for (std::uint32_t r = 0; r < s.rows; ++r) {
    const float u = uniform(random, 0x1p-12f, 1.0f);
    const auto length =
        static_cast<std::uint32_t>(static_cast<float>(s.shortest) * std::pow(u, -1.0f / 1.5f));
    for (std::uint32_t e = 0; e < length; ++e) {
      const float popular = uniform(random, 0.0f, 1.0f);
      const auto c = static_cast<std::uint32_t>(popular * popular * static_cast<float>(s.rows));
      m.row.push_back(static_cast<int>(r));
      m.column.push_back(static_cast<int>(std::min(c, s.rows - 1)));
      m.value.push_back(static_cast<float>(1 + random.below(4)) / static_cast<float>(length));
    }
    m.first.push_back(static_cast<int>(m.column.size()));
  }
  return m;
}

std::vector<float> product(const Matrix& m, const std::vector<float>& x) {
  std::vector<double> sum(m.first.size() - 1);
  for (std::size_t e = 0; e < m.value.size(); ++e)
    sum[static_cast<std::size_t>(m.row[e])] +=
        static_cast<double>(m.value[e]) * static_cast<double>(x[static_cast<std::size_t>(m.column[e])]);
  return {sum.begin(), sum.end()};
}

WorkloadResult run(const WorkloadRun& run, const SpmvSizes& sizes) {
  Random random(run.seed);
  const bool links = sizes.values == Values::links;
  const Matrix m = links ? link_matrix(random, sizes) : uniform_matrix(random, sizes);
  const auto x = uniform_floats(random, sizes.rows, links ? 0.5f : 0.0f, links ? 1.5f : 10.0f);
  const auto rows = static_cast<std::int32_t>(sizes.rows);
  const DevicePointer first = run.context.upload(m.first), column = run.context.upload(m.column),
                      value = run.context.upload(m.value), device_x = run.context.upload(x);
  const DevicePointer by_thread = run.context.allocate(sizes.rows * sizeof(float)),
                      by_warp = run.context.allocate(sizes.rows * sizeof(float));
  run.module.function("spmv_scalar")
      .launch({.grid = {blocks_for(sizes.rows, cta)}, .cta = {cta}}, first, column, value, device_x,
              by_thread, rows);
  run.module.function("spmv_vector")
      .launch({.grid = {blocks_for(sizes.rows, cta / warp)}, .cta = {cta}}, first, column, value, device_x,
              by_warp, rows);

  // A sum of some hundred positive numbers in single precision has this relative error.
  constexpr double rounding = 1e-5;
  const auto want = product(m, x);
  WorkloadResult result;
  result.compare<float>("by_thread", want, run.context.download<float>(by_thread, sizes.rows), rounding);
  result.compare<float>("by_warp", want, run.context.download<float>(by_warp, sizes.rows), rounding);
  return result;
}

const Registration<Workload> registration{make_workload<SpmvSizes>(
    {.name = "spmv",
     .description = "sparse matrix times vector (CSR), one thread and one warp a row",
     .stands_for = "Lal2017 spmv (SHOC), Lee2015 spmv (Parboil)",
     .values = "1 % of the positions, entries and vector uniform in [0, 10), as in SHOC; values=links: a "
               "web-like link "
               "matrix with power-law rows, values (1 .. 4) / row length, vector 0.5 .. 1.5",
     .character = "memory bound with gathers; divergence by row length",
     .small = {"rows=500", "values=links"},  // rows of very different lengths
     .paper = {{"rows=16384"}, "SHOC, size class 4"}},
    run)};

}  // namespace
}  // namespace heddle::spmv
