#include <cmath>
#include <cstdint>
#include <cstring>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <limits>

#include "program.hpp"

typedef cuda::barrier<cuda::thread_scope_block> Bar;
__global__ void phases(const int* x, int* y) {
  __shared__ int s[128];
  __shared__ Bar bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  int v = x[threadIdx.x];
  for (int r = 0; r < 6; ++r) {
    s[threadIdx.x] = v;
    Bar::arrival_token tok = bar.arrive();
    v = v * 3 + r;  // work between arrive and wait
    bar.wait(std::move(tok));
    v ^= s[(threadIdx.x + r * 17 + 1) & 127];
    bar.arrive_and_wait();
  }
  y[threadIdx.x] = v;
}
// Half of the threads make, half take.
__global__ void produce(const int* x, int* y) {
  __shared__ int s[64];
  __shared__ Bar full, empty;
  if (threadIdx.x == 0) {
    init(&full, 128);
    init(&empty, 128);
  }
  __syncthreads();
  int l = threadIdx.x & 63, acc = 0;
  for (int r = 0; r < 4; ++r) {
    if (threadIdx.x < 64) {
      empty.arrive_and_wait();
      s[l] = x[r * 64 + l];
      (void)full.arrive();
    } else {
      (void)empty.arrive();
      full.arrive_and_wait();
      acc = acc * 7 + s[63 - l];
    }
  }
  if (threadIdx.x >= 64) y[l] = acc;
}
__global__ void drop(int* y) {
  __shared__ Bar bar;
  __shared__ int s;
  if (threadIdx.x == 0) {
    init(&bar, 64);
    s = 0;
  }
  __syncthreads();
  atomicAdd(&s, (int)threadIdx.x);
  if (threadIdx.x >= 32) {
    bar.arrive_and_drop();
    y[threadIdx.x] = -1;
    return;
  }
  bar.arrive_and_wait();
  y[threadIdx.x] = s;
  bar.arrive_and_wait();
  y[threadIdx.x] += 1;
}
__global__ void latches(int* y) {
  typedef cuda::latch<cuda::thread_scope_block> Latch;
  typedef cuda::binary_semaphore<cuda::thread_scope_block> Sem;
  __shared__ alignas(128) char room[2][128];
  __shared__ int s;
  Latch& l = *reinterpret_cast<Latch*>(room[0]);
  Sem& sem = *reinterpret_cast<Sem*>(room[1]);
  if (threadIdx.x == 0) {
    new (&l) Latch(96);
    new (&sem) Sem(1);
    s = 0;
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    sem.acquire();
    s = s + 5;
    sem.release();
  }
  l.arrive_and_wait();
  y[threadIdx.x] = *(volatile int*)&s + (int)threadIdx.x;
}
int main() {
  std::vector<int> x(256);
  Rng r(10);
  for (int& v : x) v = (int)r.u32();
  Buf<int> X(x), y(128), z(64), w(64), u(96);
  phases<<<1, 128>>>(X.d, y.d);
  y.down();
  produce<<<1, 128>>>(X.d, z.d);
  z.down();
  drop<<<1, 64>>>(w.d);
  w.down();
  check(w.h[3] == 2017 && w.h[40] == -1);
  latches<<<1, 96>>>(u.d);
  u.down();
  check(u.h[7] == 22);
  for (int l = 0; l < 64; ++l) {
    unsigned a = 0;
    for (int k = 0; k < 4; ++k) a = a * 7 + (unsigned)x[k * 64 + 63 - l];
    check(z.h[l] == (int)a);
  }
  return finish("barrier_shared");
}
