#include <cstdio>
#include <cstring>
#include <vector>
typedef unsigned long long u64;

__global__ void approx(const float* in, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a = in[i];
  {
    float x;
    asm volatile("sin.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    out[0 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("cos.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    out[1 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("ex2.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    out[2 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("lg2.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    out[3 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("rcp.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    out[4 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("sqrt.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    out[5 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("rsqrt.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    out[6 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("tanh.approx.f32 %0, %1;" : "=f"(x) : "f"(a));
    out[7 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("sin.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(a));
    out[8 * n + i] = __float_as_uint(x);
  }
  {
    float x;
    asm volatile("ex2.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(a));
    out[9 * n + i] = __float_as_uint(x);
  }
}
int main() {
  std::vector<float> h;
  unsigned s = 1;
  auto r = [&] {
    s = s * 1664525u + 1013904223u;
    return (s >> 8) / 16777216.0f;
  };
  for (int i = 0; i < 2000; ++i) h.push_back(r() * 6.2831853f - 3.1415927f);
  for (int i = 0; i < 1000; ++i) h.push_back(r() * 2000 - 1000);
  for (int i = 0; i < 1000; ++i) h.push_back((r() * 2 - 1) * 1e6f);
  for (int i = 0; i < 1000; ++i) h.push_back(1 + r());
  for (int i = 0; i < 1000; ++i) h.push_back(r());
  for (int i = 0; i < 2000; ++i) {
    unsigned b = (unsigned)(r() * 16777216.0f) << 8 ^ (unsigned)(r() * 65536);
    float f;
    memcpy(&f, &b, 4);
    h.push_back(f);
  }
  const int n = h.size();
  float* d;
  unsigned* o;
  cudaMalloc(&d, n * 4);
  cudaMalloc(&o, n * 4 * 10);
  cudaMemset(o, 0, n * 4 * 10);
  cudaMemcpy(d, h.data(), n * 4, cudaMemcpyHostToDevice);
  approx<<<(n + 127) / 128, 128>>>(d, o, n);
  printf("approx_truth %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
