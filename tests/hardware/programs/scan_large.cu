// Work-efficient (Blelloch) exclusive scan with bank padding, block sums, uniform add; plus shuffle inclusive
// scan of long long.
#include <cstdio>
#include <vector>
#define LOG_BANKS 5
#define OFF(i) ((i) + ((i) >> LOG_BANKS))
__global__ void prescan(int* out, const int* in, int* sums, int n, int per) {
  extern __shared__ int temp[];
  int t = threadIdx.x, g0 = blockIdx.x * per;
  int ai = t, bi = t + per / 2;
  temp[OFF(ai)] = g0 + ai < n ? in[g0 + ai] : 0;
  temp[OFF(bi)] = g0 + bi < n ? in[g0 + bi] : 0;
  int offset = 1;
  for (int d = per >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = OFF(offset * (2 * t + 1) - 1), b = OFF(offset * (2 * t + 2) - 1);
      temp[b] += temp[a];
    }
    offset *= 2;
  }
  if (t == 0) {
    if (sums) sums[blockIdx.x] = temp[OFF(per - 1)];
    temp[OFF(per - 1)] = 0;
  }
  for (int d = 1; d < per; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = OFF(offset * (2 * t + 1) - 1), b = OFF(offset * (2 * t + 2) - 1);
      int x = temp[a];
      temp[a] = temp[b];
      temp[b] += x;
    }
  }
  __syncthreads();
  if (g0 + ai < n) out[g0 + ai] = temp[OFF(ai)];
  if (g0 + bi < n) out[g0 + bi] = temp[OFF(bi)];
}
__global__ void uniform_add(int* out, const int* sums, int n, int per) {
  __shared__ int u;
  if (threadIdx.x == 0) u = sums[blockIdx.x];
  __syncthreads();
  for (int i = blockIdx.x * per + threadIdx.x; i < min(n, (int)(blockIdx.x + 1) * per); i += blockDim.x)
    out[i] += u;
}
__device__ long long warp_scan(long long v, int lane) {
#pragma unroll
  for (int o = 1; o < 32; o *= 2) {
    long long y = __shfl_up_sync(0xffffffffu, v, o);
    if (lane >= o) v += y;
  }
  return v;
}
__global__ void shuffle_scan(const int* in, long long* out, int n) {
  __shared__ long long ws[8], carry;
  int lane = threadIdx.x & 31, w = threadIdx.x >> 5, nw = blockDim.x >> 5;
  if (threadIdx.x == 0) carry = 0;
  for (int base = 0; base < n; base += blockDim.x) {
    int i = base + threadIdx.x;
    long long v = warp_scan(i < n ? (long long)in[i] * 1000003LL : 0, lane);
    if (lane == 31) ws[w] = v;
    __syncthreads();
    if (w == 0) {
      long long s = warp_scan(lane < nw ? ws[lane] : 0, lane);
      if (lane < nw) ws[lane] = s;
    }
    __syncthreads();
    long long pre = carry + (w ? ws[w - 1] : 0);
    if (i < n) out[i] = v + pre;
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) carry = v + pre;
    __syncthreads();
  }
}
int main() {
  const int n = 1777, per = 128, nb = (n + per - 1) / per;
  std::vector<int> a(n), o(n);
  std::vector<long long> l(n);
  unsigned s = 8;
  for (int i = 0; i < n; i++) {
    s = s * 22695477u + 1;
    a[i] = (int)(s >> 20) - 1500;
    if (i % 7 == 0) a[i] = 0;
  }
  int *di, *dout, *ds, *ds2;
  long long* dl;
  cudaMalloc(&di, n * 4);
  cudaMalloc(&dout, n * 4);
  cudaMalloc(&ds, nb * 4);
  cudaMalloc(&ds2, nb * 4);
  cudaMalloc(&dl, n * 8);
  cudaMemset(dout, 0, n * 4);
  cudaMemset(ds, 0, nb * 4);
  cudaMemset(ds2, 0, nb * 4);
  cudaMemset(dl, 0, n * 8);
  cudaMemcpy(di, a.data(), n * 4, cudaMemcpyHostToDevice);
  prescan<<<nb, per / 2, (OFF(per) + 1) * 4>>>(dout, di, ds, n, per);
  prescan<<<1, 8, (OFF(16) + 1) * 4>>>(ds2, ds, 0, nb, 16);
  uniform_add<<<nb, 50>>>(dout, ds2, n, per);
  shuffle_scan<<<1, 160>>>(di, dl, n);
  cudaMemcpy(o.data(), dout, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(l.data(), dl, n * 8, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess, run = 0;
  long long lr = 0;
  for (int i = 0; i < n; i++) {
    if (o[i] != run) bad = 1;
    run += a[i];
    lr += a[i] * 1000003LL;
    if (l[i] != lr) bad = 2;
  }
  printf("scan_large %s\n", bad ? "WRONG" : "ok");
  return bad;
}
