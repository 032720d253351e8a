#include <cuda/std/__algorithm/clamp.h>
#include <cuda/std/__algorithm/count_if.h>
#include <cuda/std/__algorithm/lower_bound.h>
#include <cuda/std/__algorithm/max.h>
#include <cuda/std/__algorithm/max_element.h>
#include <cuda/std/__algorithm/min.h>
#include <cuda/std/__algorithm/partial_sort.h>
#include <cuda/std/__algorithm/reverse.h>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/expected>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <limits>

#include "program.hpp"

// A few special values, then ordinary ones, then arbitrary bit patterns.
namespace cs = cuda::std;
__device__ cs::optional<int> half_of(int v) {
  if (v & 1) return cs::nullopt;
  return v / 2;
}
__device__ cs::tuple<int, float, char> three(int v) { return cs::make_tuple(v * 2, v * 0.5f, (char)v); }
__device__ cs::expected<int, char> root(int v) {
  if (v < 0) return cs::unexpected<char>('n');
  return (int)sqrtf((float)v);
}
__global__ void containers(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cs::array<int, 8> a{};
  for (int k = 0; k < 8; ++k) a[k] = x[(i + k * 5) % n];
  cs::span<int> s(a.data(), 5);
  int acc = 0;
  for (int v : s) acc = acc * 3 + v;
  acc += half_of(a[1]).value_or(-7);
  if (auto h = half_of(acc)) acc ^= *h;
  auto [p, q, c] = three(a[2] & 1023);
  acc += p + (int)q + c + cs::get<0>(three(acc & 63));
  acc += root(a[3] % 1000).has_value() ? *root(abs(a[3] % 1000)) : root(-1).error();
  cs::variant<int, float> v;
  if (i & 1)
    v = a[4];
  else
    v = 2.5f;
  acc += (int)v.index() + (cs::holds_alternative<int>(v) ? cs::get<int>(v) : (int)cs::get<float>(v));
  cs::partial_sort(a.begin(), a.end(), a.end());
  acc = acc * 5 + a[3] - a[4];
  acc += *cs::max_element(a.begin(), a.end()) ^ *cs::lower_bound(a.begin(), a.end() - 1, 10);
  acc += cs::accumulate(a.begin(), a.end(), 0) +
         (int)cs::count_if(a.begin(), a.end(), [](int z) { return z > 0; });
  cs::reverse(a.begin(), a.end());
  cs::swap(a[0], a[7]);
  acc ^= a[0];
  acc += cs::popcount((unsigned)acc) + cs::countl_zero((unsigned)acc) + (int)cs::rotl((unsigned)acc, 5) +
         (int)cs::bit_ceil((unsigned)(acc & 0xffff)) + cs::gcd(abs(acc & 0xffff), 360);
  acc += cs::bit_cast<int>(1.5f) + cs::numeric_limits<short>::max() + cs::plus<int>{}(acc, 3) +
         cs::min(acc, 5) + cs::clamp(acc, -9, 9);
  cs::mdspan<int, cs::extents<int, 2, 4>> m(a.data());
  acc += m(1, 2) - m(0, 3);
  y[i] = acc;
}
__global__ void complexes(const float* x, float* y, double* z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cs::complex<float> a(x[i], x[(i + 1) % n]), b(x[(i + 2) % n], 1.5f);
  auto c = a * b, d = a / b, e = cs::exp(a * 0.1f), f = cs::sqrt(a), g = cs::conj(a) + cs::polar(1.0f, x[i]);
  const float o[] = {c.real(), c.imag(), d.real(), d.imag(),   e.real(),   e.imag(),   f.real(),
                     f.imag(), g.real(), g.imag(), cs::abs(a), cs::arg(a), cs::norm(b)};
  for (int k = 0; k < 13; ++k) y[k * n + i] = o[k];
  cs::complex<double> p(x[i], 0.25), q = cs::pow(p, 3.0) + cs::log(p + 40.0) * cs::sin(p * 0.1);
  z[2 * i] = q.real();
  z[2 * i + 1] = q.imag();
}
int main() {
  const int n = 200;
  std::vector<int> x(n);
  Rng r(13);
  for (int& v : x) v = (int)(r.u32() % 20001) - 10000;
  auto f = floats(n, 14);
  for (int i = 0; i < n; ++i)
    if (!(fabsf(f[i]) < 100 && fabsf(f[i]) > 1e-3f)) f[i] = 0.37f * (i % 50) - 9;
  Buf<int> X(x), y(n);
  Buf<float> F(f), g(13 * n);
  Buf<double> z(2 * n);
  containers<<<2, 100>>>(X.d, y.d, n);
  y.down();
  complexes<<<2, 100>>>(F.d, g.d, z.d, n);
  g.down();
  z.down();
  return finish("cuda_std_parts");
}
