#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

__global__ void two_entries(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int a = x[i], c = 0;
  if (a & 1) goto second;
first:
  a = a * 3 + 1;
  c++;
  if (c > 40) goto done;
  if (a % 7 == 0) goto third;
second:
  a ^= a >> 3;
  c++;
  if (c > 50) goto done;
  if (a % 5 < 2) goto first;
third:
  a -= 11;
  c++;
  if (c < 35) {
    if (a & 4)
      goto second;
    else
      goto first;
  }
done:
  y[i] = a ^ (c << 20);
}
__global__ void many_exits(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int a = x[i], why = 0;
  for (int k = 0; k < 30; ++k) {
    for (int j = k; j < 40; ++j) {
      a = a * 17 + j;
      if (a % 101 == 3) {
        why = 1;
        goto leave;
      }
      if (a % 53 == 4) break;
      if (a % 11 == 5) continue;
      if ((a & 1023) == 77) {
        y[i] = -5;
        return;
      }
    }
    do {
      a += 7;
      if (a % 29 == 8) {
        why = 2;
        goto leave;
      }
    } while (a & 3);
    for (int q = 0;; ++q) {
      a ^= 0x5a5;
      if (q == 9) {
        why += 5;
        break;
      }
      if (a & 8) break;
      a += 3;
      if (a % 3 == 0) {
        why += 3;
        break;
      }
    }
  }
leave:
  y[i] = a * 8 + why;
}
__global__ void divergent_sync(const int* x, int* y) {
  __shared__ int s[64];
  int t = threadIdx.x, a = x[t];
  s[t] = a;
  __syncthreads();
  for (int r = 0; r < 5; ++r) {
    int v = s[(t + r * 9) & 63];
    if (v % 3 == 0) {
      for (int k = 0; k < (v & 7); ++k) a += k * v;
    } else if (v % 3 == 1) {
      a -= v;
      if (a & 2) a *= 3;
    } else
      a ^= v;
    __syncthreads();
    s[t] = a;
    __syncthreads();
  }
  y[t] = a;
}
int main() {
  const int n = 400;
  std::vector<int> x(n);
  Rng r(31);
  for (int& v : x) v = (int)(r.u32() % 20000);
  Buf<int> X(x), y(n), z(n), w(64);
  two_entries<<<4, 100>>>(X.d, y.d, n);
  y.down();
  many_exits<<<4, 100>>>(X.d, z.d, n);
  z.down();
  divergent_sync<<<1, 64>>>(X.d, w.d);
  w.down();
  return finish("irreducible_goto");
}
