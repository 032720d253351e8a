// LSD radix sort of (signed key, payload), 4 bits a pass; own histogram, scan and stable scatter.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>
constexpr int RB = 4, R = 1 << RB, TPB = 64, ITEMS = 3, TILE = TPB * ITEMS;
template <typename K>
struct KeyTraits;
template <>
struct KeyTraits<int> {
  typedef unsigned U;
  static __device__ U twiddle(int k) { return (unsigned)k ^ 0x80000000u; }
};
template <>
struct KeyTraits<unsigned> {
  typedef unsigned U;
  static __device__ U twiddle(unsigned k) { return k; }
};

template <typename K>
__global__ void rs_histogram(const K* keys, int n, int shift, int* hist) {
  __shared__ int h[R];
  if (threadIdx.x < R) h[threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < ITEMS; k++) {
    int i = blockIdx.x * TILE + k * TPB + threadIdx.x;
    if (i < n) atomicAdd(&h[(KeyTraits<K>::twiddle(keys[i]) >> shift) & (R - 1)], 1);
  }
  __syncthreads();
  if (threadIdx.x < R) hist[threadIdx.x * gridDim.x + blockIdx.x] = h[threadIdx.x];
}
__global__ void rs_scan(int* a, int n) {  // one CTA, exclusive, chunk by chunk, Hillis-Steele
  __shared__ int buf[2][128];
  int carry = 0;
  for (int base = 0; base < n; base += 128) {
    int i = base + threadIdx.x, cur = 0;
    int v = i < n ? a[i] : 0;
    buf[0][threadIdx.x] = v;
    __syncthreads();
    for (int o = 1; o < 128; o <<= 1) {
      int x = buf[cur][threadIdx.x];
      if (threadIdx.x >= o) x += buf[cur][threadIdx.x - o];
      buf[cur ^ 1][threadIdx.x] = x;
      cur ^= 1;
      __syncthreads();
    }
    if (i < n) a[i] = carry + buf[cur][threadIdx.x] - v;
    carry += buf[cur][127];
    __syncthreads();
  }
}
template <typename K>
__global__ void rs_scatter(const K* kin, const int* vin, K* kout, int* vout, int n, int shift,
                           const int* hist) {
  __shared__ int base[R];
  __shared__ unsigned char dig[TILE];
  if (threadIdx.x < R) base[threadIdx.x] = hist[threadIdx.x * gridDim.x + blockIdx.x];
  for (int k = threadIdx.x; k < TILE; k += TPB) {
    int i = blockIdx.x * TILE + k;
    dig[k] = i < n ? (KeyTraits<K>::twiddle(kin[i]) >> shift) & (R - 1) : 0xff;
  }
  __syncthreads();
  // one thread per digit walks through the tile: plainly stable
  if (threadIdx.x < R) {
    int pos = base[threadIdx.x];
    for (int k = 0; k < TILE; k++) {
      if (dig[k] != threadIdx.x) continue;
      int i = blockIdx.x * TILE + k;
      kout[pos] = kin[i];
      vout[pos++] = vin[i];
    }
  }
}
int main() {
  const int n = 701;
  std::vector<int> k(n), v(n), ko(n), vo(n);
  unsigned s = 5;
  for (int i = 0; i < n; i++) {
    s = s * 1103515245u + 12345u;
    k[i] = (int)(s >> 16) % 3000 - 1500;
    v[i] = i;
    if (i % 9 == 0) k[i] = -k[i / 3];
    if (i % 50 == 7) k[i] = 0;
  }
  const int nb = (n + TILE - 1) / TILE;
  int *dk[2], *dv[2], *dh;
  for (int z = 0; z < 2; z++) {
    cudaMalloc(&dk[z], n * 4);
    cudaMalloc(&dv[z], n * 4);
    cudaMemset(dk[z], 0, n * 4);
    cudaMemset(dv[z], 0, n * 4);
  }
  cudaMalloc(&dh, R * nb * 4);
  cudaMemset(dh, 0, R * nb * 4);
  cudaMemcpy(dk[0], k.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dv[0], v.data(), n * 4, cudaMemcpyHostToDevice);
  int cur = 0;
  const int shifts[4] = {0, 4, 8, 28};  // values within +-2^11: bits 12..27 are all sign copies
  for (int p = 0; p < 4; p++, cur ^= 1) {
    rs_histogram<int><<<nb, TPB>>>(dk[cur], n, shifts[p], dh);
    rs_scan<<<1, 128>>>(dh, R * nb);
    rs_scatter<int><<<nb, TPB>>>(dk[cur], dv[cur], dk[cur ^ 1], dv[cur ^ 1], n, shifts[p], dh);
  }
  cudaMemcpy(ko.data(), dk[cur], n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(vo.data(), dv[cur], n * 4, cudaMemcpyDeviceToHost);
  std::stable_sort(v.begin(), v.end(), [&](int a, int b) { return k[a] < k[b]; });
  int bad = cudaGetLastError() != cudaSuccess;
  for (int i = 0; i < n; i++)
    if (vo[i] != v[i] || ko[i] != k[v[i]]) bad = 1;
  printf("radix_sort_pairs %s\n", bad ? "WRONG" : "ok");
  return bad;
}
