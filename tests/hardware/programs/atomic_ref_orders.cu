#include <cmath>
#include <cstdint>
#include <cstring>
#include <cuda/atomic>
#include <cuda/std/atomic>
#include <limits>

#include "program.hpp"

__global__ void orders(int* g, unsigned long long* q, float* f, unsigned char* b, short* sh) {
  __shared__ int s;
  if (!threadIdx.x) s = 0;
  __syncthreads();
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  cuda::atomic_ref<int, cuda::thread_scope_device> a(g[0]);
  a.fetch_add(t, cuda::memory_order_relaxed);
  a.fetch_add(1, cuda::memory_order_seq_cst);
  cuda::atomic_ref<int, cuda::thread_scope_system>(g[1]).fetch_max(t * 3, cuda::memory_order_acq_rel);
  cuda::atomic_ref<int, cuda::thread_scope_device>(g[2]).fetch_min(-t, cuda::memory_order_release);
  cuda::atomic_ref<int, cuda::thread_scope_device>(g[3]).fetch_or(1 << (t & 31), cuda::memory_order_acquire);
  cuda::atomic_ref<int, cuda::thread_scope_device>(g[4]).fetch_xor(t, cuda::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_device>(g[5]).fetch_sub(2, cuda::memory_order_acq_rel);
  cuda::atomic_ref<int, cuda::thread_scope_block>(s).fetch_add(t, cuda::memory_order_relaxed);
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> w(q[0]);
  unsigned long long cur = w.load(cuda::memory_order_acquire);
  while (!w.compare_exchange_weak(cur, cur + (1ull << 33) + t, cuda::memory_order_acq_rel,
                                  cuda::memory_order_relaxed)) {
  }
  cuda::atomic_ref<float, cuda::thread_scope_device>(f[0]).fetch_add(2.0f, cuda::memory_order_relaxed);
  cuda::atomic_ref<unsigned char, cuda::thread_scope_device>(b[t & 3]).fetch_add((unsigned char)1,
                                                                                 cuda::memory_order_relaxed);
  cuda::atomic_ref<short, cuda::thread_scope_device>(sh[t % 3]).fetch_add((short)t,
                                                                          cuda::memory_order_seq_cst);
  cuda::atomic_ref<int, cuda::thread_scope_device> own(g[16 + t]);
  own.store(t + 5, cuda::memory_order_release);
  own.store(own.load(cuda::memory_order_seq_cst) * 2, cuda::memory_order_seq_cst);
  own.exchange(own.load() + 1, cuda::memory_order_acq_rel);
  int e = t;
  bool won = own.compare_exchange_strong(e, 7);
  q[2 + t] = (unsigned long long)won << 32 | (unsigned)e;
  __syncthreads();
  if (!threadIdx.x) g[8 + blockIdx.x] = s;
}
// The last CTA to finish sums what the others left.
__device__ unsigned done_count;
__global__ void last_done(const int* x, int n, int* part, int* total) {
  __shared__ int s[128];
  __shared__ bool last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  for (int k = 64; k; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (!threadIdx.x) {
    part[blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(&done_count, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    int v = 0;
    if (threadIdx.x < 32) {
      for (int k = threadIdx.x; k < gridDim.x; k += 32) v += ((volatile int*)part)[k];
      for (int k = 16; k; k >>= 1) v += __shfl_down_sync(~0u, v, k);
    }
    if (!threadIdx.x) *total = v;
  }
}
// A flag chain: CTA k waits only for CTA k-1 by ticket, so any order of CTAs ends.
__global__ void chain(unsigned* ticket, int* flag, int* val) {
  if (threadIdx.x) return;
  int me = (int)atomicAdd(ticket, 1u);
  if (me) {
    cuda::atomic_ref<int, cuda::thread_scope_device> fl(flag[me - 1]);
    while (!fl.load(cuda::memory_order_acquire)) {
    }
    val[me] = val[me - 1] * 3 + me;
  } else
    val[0] = 1;
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  __threadfence_block();
  __threadfence_system();
  cuda::atomic_ref<int, cuda::thread_scope_device>(flag[me]).store(1, cuda::memory_order_release);
}
int main() {
  Buf<int> g(16 + 256);
  Buf<unsigned long long> q(2 + 256);
  Buf<float> f(1);
  Buf<unsigned char> b(4);
  Buf<short> sh(4);
  orders<<<4, 64>>>(g.d, q.d, f.d, b.d, sh.d);
  g.down();
  q.down();
  f.down();
  b.down();
  sh.down();
  check(g.h[0] == 255 * 128 + 256 && f.h[0] == 512);
  std::vector<int> x(1900);
  int s = 0;
  for (int i = 0; i < 1900; ++i) s += x[i] = (i * 37) % 101 - 50;
  Buf<int> X(x), part(16), tot(1);
  for (int k = 0; k < 2; ++k) {
    last_done<<<15, 128>>>(X.d, 1900, part.d, tot.d);
    part.down();
    tot.down();
    check(tot.h[0] == s);
  }
  Buf<unsigned> t(1);
  Buf<int> flag(8), val(8);
  chain<<<8, 32>>>(t.d, flag.d, val.d);
  t.down();
  flag.down();
  val.down();
  int v = 1;
  for (int k = 1; k < 8; ++k) v = v * 3 + k;
  check(val.h[7] == v);
  return finish("atomic_ref_orders");
}
