#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// Locks that one thread of a warp takes; what is kept does not depend on the order.
__device__ volatile int lock_word;
__global__ void leader_lock(int* lock, volatile int* data, int n) {
  if ((threadIdx.x & 31) == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    for (int i = 0; i < n; ++i) data[i] = data[i] + (int)(threadIdx.x / 32) + i * (int)(blockIdx.x + 1);
    __threadfence();
    atomicExch(lock, 0);
  }
  __syncwarp();
}
// Every thread of the warp takes it, one after another.
__global__ void each_lock(int* lock, volatile int* data) {
  bool done = false;
  while (!done) {
    if (atomicExch(lock, 1) == 0) {
      __threadfence();
      data[0] = data[0] + 1;
      data[1] = data[1] ^ (int)(threadIdx.x * 77 + 1);
      data[2] = data[2] > (int)threadIdx.x ? data[2] : (int)threadIdx.x;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}
__global__ void ticket_lock(unsigned* next, volatile unsigned* serving, volatile int* data) {
  __shared__ unsigned my;
  if (threadIdx.x == 0) {
    my = atomicAdd(next, 1u);
    while (*serving != my) {
    }
    __threadfence();
  }
  __syncthreads();
  data[threadIdx.x] = data[threadIdx.x] + (int)(blockIdx.x * blockIdx.x);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) *serving = my + 1;
}
__global__ void shared_lock(int* out) {
  __shared__ int lock, sum;
  __shared__ volatile int cnt[4];
  if (threadIdx.x == 0) {
    lock = 0;
    sum = 0;
  }
  if (threadIdx.x < 4) cnt[threadIdx.x] = 0;
  __syncthreads();
  for (int round = 0; round < 3; ++round)
    if (threadIdx.x % 32 == 5 + round) {
      while (atomicCAS(&lock, 0, 1)) {
      }
      __threadfence_block();
      cnt[round] = cnt[round] + (int)threadIdx.x;
      cnt[3] = cnt[3] + 1;
      __threadfence_block();
      atomicExch(&lock, 0);
    }
  __syncthreads();
  if (threadIdx.x < 4) out[blockIdx.x * 4 + threadIdx.x] = cnt[threadIdx.x];
}
int main() {
  Buf<int> lock(1), data(16), lock2(1), d2(4), d3(32), o(12);
  Buf<unsigned> t(2);
  leader_lock<<<4, 128>>>(lock.d, data.d, 16);
  data.down();
  each_lock<<<2, 64>>>(lock2.d, d2.d);
  d2.down();
  check(d2.h[0] == 128 && d2.h[2] == 63);
  ticket_lock<<<6, 32>>>(t.d, t.d + 1, d3.d);
  d3.down();
  t.down();
  check(d3.h[9] == 55 && t.h[1] == 6);
  shared_lock<<<3, 128>>>(o.d);
  o.down();
  check(o.h[3] == 12);
  for (int i = 0; i < 16; ++i) check(data.h[i] == 4 * 6 + i * 4 * 10);
  return finish("spin_locks");
}
