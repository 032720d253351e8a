// printf, malloc and free in kernels: what compilers leave to the driver. compile: see
// device_library_test.cpp.
#ifdef __NVCC__
#include <cstdio>
#else
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#include <__clang_cuda_builtin_vars.h>
extern "C" __device__ int printf(const char*, ...);
extern "C" __device__ void* malloc(__SIZE_TYPE__);
extern "C" __device__ void free(void*);
#endif

__device__ const char* names[3] = {"zero", "one", "two or more"};

extern "C" __global__ void all_types(int* results) {
  const int i = threadIdx.x;
  results[i] =
      printf("%d|%5i|%-6u|%#x|%X|%o|%c|%s|%%|%+.3f|%e|%g|%a|%ld|%lld|%lu|%llu|%hd|%hhu|%*d|%.*f|%10.4s|\n",
             i - 2, i * 1000, i, i + 255, i + 0xabcd, i + 8, 'a' + i, names[i < 2 ? i : 2], i * 0.5f - 1,
             i * 1e10, i * 1e-7, i + 0.75, -5L - i, -5000000000LL * i, 7ul + i, 18000000000000000000ull + i,
             i * 20000, 250 + i, 8 - 4 * i, i, i % 4, i / 3.0, names[i < 2 ? i : 2]);
}

extern "C" __global__ void some_lanes(int limit) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < threadIdx.x % 3; ++k)
    if (thread < limit) printf("%d:%d ", thread, k);
}

extern "C" __global__ void nothing_to_say(int* results, const char* format) {
  results[0] = printf("plain\n");
  results[1] = printf("");
  results[2] = printf(format, 1);
}

extern "C" __global__ void too_much(int* results, int count) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < count; ++k)
    results[thread * count + k] = printf("thread %d, round %d: 0123456789 0123456789\n", thread, k);
}

// Lists of `count` numbers each, from a heap that all threads share; every second one is given back at once.
extern "C" __global__ void lists(int* sums, int count, int rounds) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int r = 0; r < rounds; ++r) {
    struct Node {
      int value;
      Node* next;
    };
    Node* head = nullptr;
    for (int k = 0; k < count; ++k) {
      Node* node = (Node*)malloc(sizeof(Node) + (thread + k) % 5 * 16);
      if (node == nullptr) return;
      node->value = thread * 100 + k;
      node->next = head;
      head = node;
    }
    while (head != nullptr) {
      Node* next = head->next;
      sum += head->value;
      free(head);
      head = next;
    }
  }
  sums[thread] = sum;
}

// Through memory, so that the compiler cannot see what a pointer is for.
__device__ char* volatile place;

extern "C" __global__ void exhaust(int* given, int bytes) {
  int count = 0;
  while (true) {
    place = (char*)malloc(bytes);
    if (place == nullptr) break;
    place[bytes - 1] = 1;
    ++count;
  }
  given[0] = count;
}

extern "C" __global__ void free_twice() {
  place = (char*)malloc(4);
  free(place);
  free(nullptr);
  free(place);
}
