// Seven ways to reduce, min/max/sum/argmax/xor, different types and different tricks.
#include <algorithm>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdio>
struct SumOp {
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return a + b;
  }
};
struct MinOp {
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct XorOp {
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return a ^ b;
  }
};
// 0: interleaved with modulo
__global__ void red0(const int* in, int* out, int n) {
  extern __shared__ int sh[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  sh[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0 && t + s < blockDim.x) sh[t] += sh[t + s];
    __syncthreads();
  }
  if (!t) out[blockIdx.x] = sh[0];
}
// 1: sequential addressing, functor
template <class T, class Op>
__global__ void red1(const T* in, T* out, int n, T id, Op op) {
  __shared__ T sh[128];
  unsigned t = threadIdx.x;
  T v = id;
  for (int i = blockIdx.x * 256 + t; i < min(n, (int)(blockIdx.x + 1) * 256); i += 128) v = op(v, in[i]);
  sh[t] = v;
  __syncthreads();
#pragma unroll
  for (int s = 64; s > 0; s >>= 1) {
    if (t < s) sh[t] = op(sh[t], sh[t + s]);
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sh[0];
}
// 2: shuffles only, double
__global__ void red2(const double* in, double* out, int n) {
  double v = 0;
  for (int i = threadIdx.x; i < n; i += 32) v += in[i];
  for (int m = 16; m; m >>= 1) v += __shfl_xor_sync(~0u, v, m);
  if (threadIdx.x == 0) *out = v;
}
// 3: atomics
__global__ void red3(const int* in, int* mx, unsigned* ored, unsigned long long* sum64, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicMax(mx, in[i]);
    atomicOr(ored, 1u << (in[i] & 31));
    atomicAdd(sum64, (unsigned long long)(long long)in[i]);
  }
}
// 4: argmin through packed key
__global__ void red4(const float* in, int n, unsigned long long* best) {
  unsigned long long b = ~0ull;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    unsigned u = __float_as_uint(in[i]);
    u = (u & 0x80000000u) ? ~u : u | 0x80000000u;
    unsigned long long k = (unsigned long long)u << 32 | (unsigned)i;
    if (k < b) b = k;
  }
  atomicMin(best, b);
}
// 5: ballot/popc and vote
__global__ void red5(const int* in, int n, int* neg, int* anybig) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = i < n ? in[i] : 0;
  unsigned m = __ballot_sync(0xffffffffu, v < 0);
  bool any = __any_sync(0xffffffffu, v > 990);
  if ((threadIdx.x & 31) == 0) {
    atomicAdd(neg, __popc(m));
    if (any) atomicAdd(anybig, 1);
  }
}
// 6: last-block pattern with fence
__device__ unsigned ticket = 0;
__global__ void red6(const int* in, volatile int* part, int* out, int n) {
  __shared__ int s[64];
  __shared__ bool last;
  int v = 0;
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += 64 * gridDim.x) v += in[i] * 3;
  s[threadIdx.x] = v;
  __syncthreads();
  for (int k = 32; k; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    part[blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int t = 0;
    for (int b = 0; b < gridDim.x; b++) t += part[b];
    *out = t;
  }
}
int main() {
  const int n = 777;
  int a[n];
  float f[n];
  double d[n];
  unsigned s = 1;
  for (int i = 0; i < n; i++) {
    s = s * 1664525u + 1013904223u;
    a[i] = (int)(s >> 21) - 1024;
    f[i] = a[i] * ((i % 3) ? 0.37f : 5.5f);
    d[i] = a[i] / 7.0;
  }
  int *da, *o;
  float* df;
  double *dd, *od;
  unsigned long long* ul;
  cudaMalloc(&da, sizeof a);
  cudaMalloc(&df, sizeof f);
  cudaMalloc(&dd, sizeof d);
  cudaMalloc(&o, 64 * 4);
  cudaMalloc(&od, 8);
  cudaMalloc(&ul, 16);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(df, f, sizeof f, cudaMemcpyHostToDevice);
  cudaMemcpy(dd, d, sizeof d, cudaMemcpyHostToDevice);
  int init[64] = {0};
  init[40] = INT_MIN;
  unsigned long long ui[2] = {0, ~0ull};
  cudaMemcpy(o, init, sizeof init, cudaMemcpyHostToDevice);
  cudaMemcpy(ul, ui, 16, cudaMemcpyHostToDevice);
  cudaMemset(od, 0, 8);
  red0<<<8, 100, 400>>>(da, o, n);
  red1<int, MinOp><<<4, 128>>>(da, o + 8, n, INT_MAX, MinOp());
  red1<int, XorOp><<<4, 128>>>(da, o + 12, n, 0, XorOp());
  red1<int, SumOp><<<4, 128>>>(da, o + 16, n, 0, SumOp());
  red2<<<1, 32>>>(dd, od, n);
  red3<<<3, 70>>>(da, o + 40, (unsigned*)o + 41, ul, n);
  red4<<<2, 96>>>(df, n, ul + 1);
  red5<<<9, 96>>>(da, n, o + 42, o + 43);
  red6<<<5, 64>>>(da, o + 50, o + 60, n);
  int r[64];
  double rd;
  unsigned long long u[2];
  cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
  cudaMemcpy(&rd, od, 8, cudaMemcpyDeviceToHost);
  cudaMemcpy(u, ul, 16, cudaMemcpyDeviceToHost);
  int sum = 0, mn = INT_MAX, mx = INT_MIN, x = 0, neg = 0;
  unsigned orr = 0;
  double ds = 0;
  for (int i = 0; i < n; i++) {
    sum += a[i];
    mn = std::min(mn, a[i]);
    mx = std::max(mx, a[i]);
    x ^= a[i];
    neg += a[i] < 0;
    orr |= 1u << (a[i] & 31);
    ds += d[i];
  }
  int bad = cudaGetLastError() != cudaSuccess, t0 = 0;
  for (int i = 0; i < 8; i++) t0 += r[i];
  bad |= t0 != sum || std::min(std::min(r[8], r[9]), std::min(r[10], r[11])) != mn ||
         (r[12] ^ r[13] ^ r[14] ^ r[15]) != x || r[16] + r[17] + r[18] + r[19] != sum;
  bad |= r[40] != mx || (unsigned)r[41] != orr || (long long)u[0] != sum || r[42] != neg ||
         r[60] != 3 * sum || !(fabs(rd - ds) < 1e-6);
  bad |= (int)(unsigned)u[1] != (int)(std::min_element(f, f + n) - f);
  printf("reductions %s\n", bad ? "WRONG" : "ok");
  return bad;
}
